import type { ReactNode } from 'react'
import classes from './table.module.css'

export interface Column<Row> {
  readonly key: string
  readonly label: string
  /** Figures are aligned at the right, so that their digits line up. */
  readonly isNumeric?: boolean
  /** What can be done to a row, as the last column: it stays in sight while the table scrolls sideways. */
  readonly isActions?: boolean
  render(row: Row): ReactNode
}

const classOf = ({ isNumeric, isActions }: Pick<Column<never>, 'isNumeric' | 'isActions'>) =>
  (isNumeric && classes.figure) || (isActions && classes.actions) || undefined

/** A scrolling area must be reachable by keyboard, and have a name. */
const scrolled = (name: string) => ({ role: 'region', tabIndex: 0, 'aria-label': name })

/** A browser may take a table whose rows are laid out as cards for none, unless its parts say what they are. */
const PARTS = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const
const PLAIN: Partial<typeof PARTS> = {}

/**
 * A table with a caption. On a phone each row is a card where the table has actions, which would be out of sight
 * otherwise, or where `isCards` asks for it; other tables scroll inside their own area, also by keyboard. Bare elements,
 * since a table has hundreds of cells: as Mantine's they took most of a page's rendering time.
 */
export function DataTable<Row>(props: {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly minWidth?: number
  readonly isCards?: boolean
  keyOf(row: Row): string
}) {
  const { caption, columns, rows, minWidth = 640, keyOf } = props
  const { isCards = columns.some(({ isActions }) => isActions) } = props
  const parts = isCards ? PARTS : PLAIN
  const kind = isCards ? `${classes.table} ${classes.cards}` : classes.table
  return (
    <div className={classes.scroll} {...scrolled(`Table: ${caption}`)}>
      <table
        className={kind}
        style={{ minWidth: isCards ? `calc(var(--wide, 1) * ${minWidth}px)` : minWidth }}
        {...parts.table}
      >
        <caption>
          <span>{caption}</span>
        </caption>
        <thead {...parts.group}>
          <tr {...parts.row}>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={classOf(column)} {...parts.head}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...parts.group}>
          {rows.map((row) => (
            <tr key={keyOf(row)} {...parts.row}>
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={classOf(column)}
                  data-label={isCards ? column.label : undefined}
                  {...parts.cell}
                >
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
