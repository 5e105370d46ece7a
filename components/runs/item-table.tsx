'use client'

import {
  Table,
  TableCaption,
  TableScrollContainer,
  TableTbody,
  TableTh,
  TableThead,
  TableTr,
} from '@mantine/core'
import { memo, type Ref } from 'react'
import { PlainText } from '@/components/ui'
import {
  authorOf,
  handleOf,
  ItemLink,
  type ItemProps,
  type ItemsProps,
  NewMark,
  RawButton,
  timeOf,
} from './items'
import classes from './runs.module.css'
import { useItemWindow } from './use-item-window'

const COLUMNS = [
  { label: 'Time', width: 150 },
  { label: 'Author', width: 190 },
  { label: 'Text' },
  { label: 'Id', width: 240 },
]
const HEIGHT = 74

/** Items as a table, of which the rows in sight are in the page. */
export function ItemTable({ items, total, timeZone, onRaw }: ItemsProps) {
  const { list, virtualizer } = useItemWindow<HTMLTableSectionElement>(items, total, HEIGHT)
  const shown = virtualizer.getVirtualItems()
  const margin = virtualizer.options.scrollMargin
  const above = (shown[0]?.start ?? margin) - margin
  const below = virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? margin) - margin)
  const caption = `Items, times in ${timeZone}`
  return (
    <TableScrollContainer
      minWidth={760}
      type="native"
      tabIndex={0}
      role="region"
      aria-label={`Table: ${caption}`}
    >
      {/* With widths that follow the rows in sight every row would be laid out anew whenever one comes or goes. */}
      <Table verticalSpacing="xs" layout="fixed" aria-rowcount={total + 1}>
        <TableCaption>{caption}</TableCaption>
        <TableThead>
          <TableTr aria-rowindex={1}>
            {COLUMNS.map(({ label, width }) => (
              <TableTh key={label} scope="col" w={width}>
                {label}
              </TableTh>
            ))}
          </TableTr>
        </TableThead>
        <TableTbody ref={list}>
          <Gap height={above} />
          {shown.map(({ index }) => {
            const item = items.at(index)
            const place = { row: virtualizer.measureElement, index }
            return item ? (
              <ItemRow key={index} {...place} item={item} timeZone={timeZone} onRaw={onRaw} />
            ) : (
              <tr key={index} ref={place.row} data-index={index} className={classes.row}>
                <td colSpan={COLUMNS.length} style={{ height: HEIGHT }}>
                  Loading…
                </td>
              </tr>
            )
          })}
          <Gap height={below} />
        </TableTbody>
      </Table>
    </TableScrollContainer>
  )
}

/** Stands for the rows out of sight. */
function Gap({ height }: { readonly height: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden>
      <td colSpan={COLUMNS.length} className={classes.gap} style={{ height }} />
    </tr>
  )
}

interface RowProps extends ItemProps {
  readonly row: Ref<HTMLTableRowElement>
  readonly index: number
}

const ItemRow = memo(function ItemRow({ row, index, item, timeZone, onRaw }: RowProps) {
  return (
    <tr ref={row} data-index={index} aria-rowindex={index + 2} className={classes.row}>
      <td>{timeOf(item, timeZone)}</td>
      <td dir="auto">
        {authorOf(item)} {handleOf(item)}
      </td>
      <td>
        <PlainText>{item.text}</PlainText>
      </td>
      <td>
        {item.id} <NewMark item={item} /> <ItemLink item={item} /> <RawButton item={item} onRaw={onRaw} />
      </td>
    </tr>
  )
})
