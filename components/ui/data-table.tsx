import { VisuallyHidden } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import type { Nano } from '@/lib/kernel'
import { Credits } from './figures'
import { AppLink } from './link-to'
import classes from './table.module.css'

/**
 * Position of a column on a phone's card: `figure` beside the name on the first line, `line` on the second line
 * without its label, `state` after it, set apart by its look, `wide` below, by itself, `named` the first with its label
 * before it, as "Version 2", `none` nowhere: a column because there is no space, a row's own cell because it says
 * nothing. Others are on the second line with their label.
 */
type OnCard = 'figure' | 'line' | 'state' | 'wide' | 'named' | 'none'

export interface Column<Row> {
  /** Name, for a column that rows are sorted by or that is chosen by it. */
  readonly key?: string
  readonly label: string
  /** True to right-align figures, so that their digits line up. */
  readonly isNumeric?: boolean
  /** True for the actions on a row, as the last column: it stays visible while the table scrolls sideways. */
  readonly isActions?: boolean
  readonly onCard?: OnCard | ((row: Row) => OnCard | undefined)
  /**
   * Share of the width, in percent. If all columns state it, none moves while a slow network still brings rows: for
   * long lists whose texts differ much in length.
   */
  readonly share?: number
  render(row: Row): ReactNode
}

/** Returns a column of figures. */
export const figureColumn = <Row,>(
  key: string,
  label: string,
  render: (row: Row) => ReactNode,
  more: Pick<Column<Row>, 'onCard' | 'share'> = {},
): Column<Row> => ({ key, label, isNumeric: true, render, ...more })

/** Returns the column of what each row spent in 30 days, which leads to its calls. */
export const spentColumn = <Row extends { readonly spentNano?: Nano }>(
  label: string,
  hrefOf: (row: Row) => string,
  share?: number,
): Column<Row> =>
  figureColumn(
    'spent',
    label,
    (row) => <Credits amount={row.spentNano ?? 0n} period="30 days" href={hrefOf(row)} />,
    { onCard: 'figure', ...(share && { share }) },
  )

/** Current order of the rows, and the addresses of others. */
export interface Sorting {
  /** Key of the sorted column, after a minus if its last comes first; null in the list's own order. */
  readonly current: string | null
  /** Addresses to which the heads of columns lead, by key. */
  readonly hrefs: Readonly<Record<string, string>>
}

function orderOf({ current }: Sorting, key: string | undefined) {
  if (current === key) return { 'aria-sort': 'ascending' } as const
  return current === `-${key}` ? ({ 'aria-sort': 'descending' } as const) : {}
}

type Place = Pick<Column<never>, 'isNumeric' | 'isActions'>

/** Returns the class. Attributes without a value are left out, because each is sent with every cell. */
function classOf({ isNumeric, isActions }: Place) {
  const className = (isNumeric && classes.figure) || (isActions && classes.actions)
  return className ? { className } : {}
}

const placeOf = (onCard: OnCard | undefined) => (onCard ? { 'data-card': onCard } : {})

/**
 * Returns the position of a row's own cell. A wider card shows what does not fit on a phone, but not what says
 * nothing.
 */
const ownPlaceOf = (onCard: OnCard | undefined) =>
  onCard === 'none' ? { 'data-card': 'needless' } : placeOf(onCard)

/** Returns what a column's cells have in common. */
const cellOf = <Row,>(column: Column<Row>) => ({
  ...classOf(column),
  'data-label': column.label,
  ...(typeof column.onCard !== 'function' && placeOf(column.onCard)),
  ...PARTS.cell,
})

/** Sets the width in pixels below which the rows are cards. */
const minWidthStyle = (pixels: number) => ({ '--least': pixels }) as CSSProperties

/** Returns the attributes of a scrolling area, which must be reachable by keyboard and have a name. */
const scrolled = (name: string) => ({ role: 'region', tabIndex: 0, 'aria-label': name })

/** Roles of the parts, without which a browser may not recognise a table whose rows are laid out as cards. */
const PARTS = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const
const UNSORTED: Sorting = { current: null, hrefs: {} }

interface PickBoxProps {
  /** Empty for one row, `all` for those of the page. */
  readonly pick: '' | 'all'
  readonly value?: string
  readonly name: string
}

/** Renders the box that selects a row, in its first cell, so that a card has it too. */
const PickBox = ({ pick, value, name }: PickBoxProps) => (
  <label className={classes.pick}>
    <input type="checkbox" data-pick={pick} aria-label={name} {...(value && { value })} autoComplete="off" />
  </label>
)

/**
 * Renders a table. Its caption is its name, which is read out and not shown. On a phone, and wherever its columns do
 * not fit, each row is a card. With `leadsOn` the first link of a row is followed wherever the row is pressed. Bare
 * elements, because a table has hundreds of cells: as Mantine's they took most of a page's rendering time.
 */
export function DataTable<Row>(props: {
  readonly caption: string
  /** False for one that is left out. */
  readonly columns: readonly (Column<Row> | false)[]
  readonly rows: readonly Row[]
  readonly minWidth?: number
  readonly leadsOn?: boolean
  readonly sorting?: Sorting
  /** Returns a row's name if it has a box to select it, for `Selection` around the table. */
  readonly picks?: ((row: Row) => string | null) | undefined
  /** Returns the ids that a row's box stands for, with spaces between; without it, its key. */
  pickValue?(row: Row): string
  keyOf(row: Row): string
}) {
  const { caption, rows, minWidth = 640, leadsOn = false, keyOf } = props
  const { sorting = UNSORTED, picks, pickValue = keyOf } = props
  const columns = props.columns.filter((column) => column !== false)
  const cells = columns.map((column) => ({ column, attributes: cellOf(column) }))
  const isFixed = columns.every(({ share }) => share !== undefined)
  const kind = [classes.table, picks && classes.picks, leadsOn && classes.leads, isFixed && classes.fixed]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={classes.scroll} style={minWidthStyle(minWidth)} {...scrolled(`Table: ${caption}`)}>
      <table className={kind} {...PARTS.table}>
        <VisuallyHidden component="caption">{caption}</VisuallyHidden>
        <thead {...PARTS.group}>
          <tr {...PARTS.row}>
            {columns.map((column, index) => (
              <th
                key={column.key ?? column.label}
                scope="col"
                {...classOf(column)}
                {...PARTS.head}
                {...(isFixed && { style: { width: `${column.share}%` } })}
                {...orderOf(sorting, column.key)}
                // The box inside would be read as a part of the head's name.
                {...(picks && index === 0 && { 'aria-label': column.label })}
              >
                {picks && index === 0 && <PickBox pick="all" name="Select all on this page" />}
                {column.key && sorting.hrefs[column.key] ? (
                  <AppLink href={sorting.hrefs[column.key] ?? ''} scroll={false} size="xs">
                    {column.label}
                  </AppLink>
                ) : (
                  column.label
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...PARTS.group}>
          {rows.map((row) => (
            <tr key={keyOf(row)} {...PARTS.row}>
              {cells.map(({ column, attributes }, index) => {
                const picked = index === 0 ? (picks?.(row) ?? null) : null
                return (
                  <td
                    key={column.key ?? column.label}
                    {...attributes}
                    {...(typeof column.onCard === 'function' && ownPlaceOf(column.onCard(row)))}
                  >
                    {picked !== null && <PickBox pick="" value={pickValue(row)} name={`Select ${picked}`} />}
                    {column.render(row)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
