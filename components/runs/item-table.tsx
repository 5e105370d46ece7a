import {
  Table,
  TableCaption,
  TableScrollContainer,
  TableTbody,
  TableTh,
  TableThead,
  TableTr,
} from '@mantine/core'
import { memo } from 'react'
import { PlainText } from '@/components/ui'
import { authorOf, handleOf, ItemLink, type ItemProps, type ItemsProps, keyed, timeOf } from './items'
import classes from './runs.module.css'

const COLUMNS = ['Time', 'Author', 'Text', 'Id']

/** Items as a table. */
export const ItemTable = memo(function ItemTable({ items, timeZone }: ItemsProps) {
  const caption = `Items in the order they came, times in ${timeZone}`
  return (
    <TableScrollContainer
      minWidth={760}
      type="native"
      tabIndex={0}
      role="region"
      aria-label={`Table: ${caption}`}
    >
      <Table verticalSpacing="xs">
        <TableCaption>{caption}</TableCaption>
        <TableThead>
          <TableTr>
            {COLUMNS.map((label) => (
              <TableTh key={label} scope="col">
                {label}
              </TableTh>
            ))}
          </TableTr>
        </TableThead>
        <TableTbody>
          {keyed(items).map(({ key, item }) => (
            <ItemRow key={key} item={item} timeZone={timeZone} />
          ))}
        </TableTbody>
      </Table>
    </TableScrollContainer>
  )
})

/** Plain elements, and rendered once: as a card is. */
const ItemRow = memo(function ItemRow({ item, timeZone }: ItemProps) {
  return (
    <tr className={classes.row}>
      <td>{timeOf(item, timeZone)}</td>
      <td dir="auto">
        {authorOf(item)} {handleOf(item)}
      </td>
      <td>
        <PlainText>{item.text}</PlainText>
      </td>
      <td>
        {item.id} <ItemLink item={item} />
      </td>
    </tr>
  )
})
