import { memo, type ReactNode, type Ref } from 'react'
import classes from '@/components/runs/runs.module.css'
import type { ItemColumn } from './item-columns'
import { Author, ItemText, timeOf } from './item-parts'
import { ItemLink, type ItemProps, NewMark, RawButton } from './items'
import { MarkButtons, MarkWords, markedBy, NoteText } from './mark-buttons'

interface RowProps extends ItemProps {
  readonly row: Ref<HTMLTableRowElement>
  readonly index: number
  readonly columns: readonly ItemColumn[]
}

type Shown = Pick<ItemProps, 'item' | 'mark' | 'timeZone'>

const CELLS: Readonly<Record<ItemColumn, (shown: Shown) => ReactNode>> = {
  time: ({ item, timeZone }) => timeOf(item, timeZone),
  author: ({ item }) => <Author item={item} />,
  text: ({ item }) => <ItemText item={item} />,
  new: ({ item }) => <NewMark item={item} />,
  note: ({ mark }) => <NoteText mark={mark} />,
  marked: ({ mark, timeZone }) => markedBy(mark, timeZone),
  link: ({ item }) => <ItemLink item={item} />,
  id: ({ item }) => <span className={classes.id}>{item.id}</span>,
}

/** Shows an item as a row of the table, with the chosen columns. */
export const ItemRow = memo(function ItemRow({ row, index, columns, item, mark, ...props }: RowProps) {
  const { timeZone, marking, onRaw } = props
  return (
    <tr ref={row} data-index={index} tabIndex={-1} aria-rowindex={index + 2} className={classes.row}>
      {columns.map((column) => (
        <td key={column}>{CELLS[column]({ item, mark, timeZone })}</td>
      ))}
      <td>
        <span className={classes.foot}>
          {marking ? <MarkButtons item={item} mark={mark} marking={marking} /> : <MarkWords mark={mark} />}
          <RawButton item={item} onRaw={onRaw} />
        </span>
      </td>
    </tr>
  )
})
