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
import {
  authorOf,
  handleOf,
  ItemLink,
  type ItemProps,
  type ItemsProps,
  keyed,
  RawButton,
  timeOf,
} from './items'
import classes from './runs.module.css'

const COLUMNS = ['Time', 'Author', 'Text', 'Id']

/** Items as a table. */
export const ItemTable = memo(function ItemTable({ items, timeZone, onRaw }: ItemsProps) {
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
          {keyed(items).map(({ key, item, place }) => (
            <ItemRow key={key} item={item} place={place} timeZone={timeZone} onRaw={onRaw} />
          ))}
        </TableTbody>
      </Table>
    </TableScrollContainer>
  )
})

/** Plain elements, and rendered once: as a card is. */
const ItemRow = memo(function ItemRow({ item, place, timeZone, onRaw }: ItemProps) {
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
        {item.id} <ItemLink item={item} /> <RawButton item={item} place={place} onRaw={onRaw} />
      </td>
    </tr>
  )
})
