import type { ReactNode } from 'react'
import classes from './table.module.css'

export interface Column<Row> {
  readonly key: string
  readonly label: string
  /** Figures are aligned at the right, so that their digits line up. */
  readonly isNumeric?: boolean
  render(row: Row): ReactNode
}

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
            {columns.map(({ key, label, isNumeric }) => (
              <th key={key} scope="col" className={isNumeric ? classes.figure : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ key, isNumeric, render }) => (
                <td key={key} className={isNumeric ? classes.figure : undefined}>
                  {render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
