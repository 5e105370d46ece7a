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
import { memo, type ReactNode, type Ref } from 'react'
import classes from '@/components/runs/runs.module.css'
import { currentTimeZone } from '@/lib/kernel'
import { COLUMN_LABELS, type ItemColumn } from './item-columns'
import { Author, ItemText, itemTime } from './item-parts'
import { DetailsButton, ItemLink, type ItemProps, type ItemsProps, NewItemBadge } from './items'
import { describeMarkAuthor, MarkButtons, MarkNote, MarkSummary } from './mark-buttons'
import { useItemWindow, useScrollToItem } from './use-item-window'

const HEIGHT = 74
/** Width of the last column, with the actions. */
const ACTIONS_WIDTH = 150

interface ItemTableProps extends ItemsProps {
  readonly columns: readonly ItemColumn[]
}

/** Lists items as a table; only the visible rows are mounted. */
export function ItemTable(props: ItemTableProps) {
  const { items, total, columns, marks, next, chosen, onChoose, ...rest } = props
  const { list, virtualizer, up } = useItemWindow<HTMLTableSectionElement>(items, total, HEIGHT)
  useScrollToItem(list, virtualizer, next)
  const shown = virtualizer.getVirtualItems()
  const margin = virtualizer.options.scrollMargin
  const above = (shown[0]?.start ?? margin) - margin
  const below = virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? margin) - margin)
  const caption = `Items, times in ${currentTimeZone()}`
  const width = columns.reduce((sum, column) => sum + COLUMN_LABELS[column].width, ACTIONS_WIDTH)
  return (
    <TableScrollContainer
      minWidth={width}
      type="native"
      tabIndex={0}
      role="region"
      aria-label={`Table: ${caption}`}
    >
      {/* If widths followed the visible rows, each row that comes or goes would lay out all rows again. */}
      <Table verticalSpacing="xs" layout="fixed" aria-rowcount={total + 1}>
        <TableCaption>{caption}</TableCaption>
        <TableThead>
          <TableTr aria-rowindex={1}>
            {columns.map((column) => (
              <TableTh
                key={column}
                scope="col"
                {...(column !== 'text' && { w: COLUMN_LABELS[column].width })}
              >
                {COLUMN_LABELS[column].label}
              </TableTh>
            ))}
            <TableTh scope="col" w={ACTIONS_WIDTH}>
              Actions
            </TableTh>
          </TableTr>
        </TableThead>
        <TableTbody ref={list}>
          <Gap height={above} columns={columns.length + 1} />
          {shown.map(({ index }) => {
            const item = up.has(index) ? items.at(index) : undefined
            const place = { row: virtualizer.measureElement, index, isChosen: index === chosen, onChoose }
            return item ? (
              <ItemRow
                key={index}
                {...place}
                {...rest}
                columns={columns}
                item={item}
                mark={marks.get(item.id)}
              />
            ) : (
              <tr key={index} data-index={index} tabIndex={-1} className={classes.row}>
                <td colSpan={columns.length + 1} style={{ height: HEIGHT }}>
                  Loading…
                </td>
              </tr>
            )
          })}
          <Gap height={below} columns={columns.length + 1} />
        </TableTbody>
      </Table>
    </TableScrollContainer>
  )
}

/** Stands in for the rows out of view. */
function Gap({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden>
      <td colSpan={columns} className={classes.gap} style={{ height }} />
    </tr>
  )
}

interface RowProps extends ItemProps, Pick<ItemsProps, 'onChoose'> {
  readonly row: Ref<HTMLTableRowElement>
  readonly isChosen: boolean
  readonly columns: readonly ItemColumn[]
}

type Shown = Pick<ItemProps, 'item' | 'mark'>

const CELLS: Readonly<Record<ItemColumn, (shown: Shown) => ReactNode>> = {
  time: ({ item }) => itemTime(item),
  author: ({ item }) => <Author item={item} />,
  text: ({ item }) => <ItemText item={item} />,
  new: ({ item }) => <NewItemBadge item={item} />,
  note: ({ mark }) => <MarkNote mark={mark} />,
  marked: ({ mark }) => describeMarkAuthor(mark),
  link: ({ item }) => <ItemLink item={item} />,
  id: ({ item }) => item.id,
}

/** Shows an item as a row of the table, with the chosen columns. */
const ItemRow = memo(function ItemRow({ row, index, columns, item, mark, ...props }: RowProps) {
  const { marking, isChosen, onChoose, onOpen } = props
  return (
    <tr
      ref={row}
      data-index={index}
      tabIndex={-1}
      onFocus={() => onChoose(index)}
      data-chosen={isChosen || undefined}
      aria-rowindex={index + 2}
      className={classes.row}
    >
      {columns.map((column) => (
        <td key={column}>{CELLS[column]({ item, mark })}</td>
      ))}
      <td>
        <span className={classes.foot}>
          {marking ? <MarkButtons item={item} mark={mark} marking={marking} /> : <MarkSummary mark={mark} />}
          <DetailsButton item={item} index={index} onOpen={onOpen} />
        </span>
      </td>
    </tr>
  )
})
