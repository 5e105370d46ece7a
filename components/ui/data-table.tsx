import type { ReactNode } from 'react'
import classes from './table.module.css'

export interface Column<Row> {
  readonly key: string
  readonly label: string
  /** Figures are aligned at the right, so that their digits line up. */
  readonly isNumeric?: boolean
  /** Stays in sight while the table scrolls sideways, on screens wide enough: the actions, as the last column. */
  readonly stays?: boolean
  render(row: Row): ReactNode
}

const classOf = ({ isNumeric, stays }: Pick<Column<never>, 'isNumeric' | 'stays'>) =>
  (isNumeric && classes.figure) || (stays && classes.stays) || undefined

/** A scrolling area must be reachable by keyboard, and have a name. */
const scrolled = (name: string) => ({ role: 'region', tabIndex: 0, 'aria-label': name })

/**
 * A table with a caption. On a narrow screen it scrolls inside its own area, also by keyboard. Bare elements, since a
 * table has hundreds of cells: as Mantine's they took most of a page's rendering time.
 */
export function DataTable<Row>(props: {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly minWidth?: number
  keyOf(row: Row): string
}) {
  const { caption, columns, rows, minWidth = 640, keyOf } = props
  return (
    <div className={classes.scroll} {...scrolled(`Table: ${caption}`)}>
      <table className={classes.table} style={{ minWidth }}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={classOf(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.key} className={classOf(column)}>
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
