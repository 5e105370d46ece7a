import {
  Table,
  TableCaption,
  TableScrollContainer,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
} from '@mantine/core'
import type { ReactNode } from 'react'

export interface Column<Row> {
  readonly key: string
  readonly label: string
  /** Figures stand at the right, so that their digits line up. */
  readonly isNumeric?: boolean
  render(row: Row): ReactNode
}

/** A table with a caption; on a narrow screen it scrolls by itself, also by keyboard. */
export function DataTable<Row>(props: {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly minWidth?: number
  keyOf(row: Row): string
}) {
  const { caption, columns, rows, minWidth = 640, keyOf } = props
  return (
    <TableScrollContainer
      minWidth={minWidth}
      type="native"
      tabIndex={0}
      role="region"
      aria-label={`Table: ${caption}`}
    >
      <Table verticalSpacing="xs" highlightOnHover>
        <TableCaption>{caption}</TableCaption>
        <TableThead>
          <TableTr>
            {columns.map(({ key, label, isNumeric }) => (
              <TableTh key={key} scope="col" ta={isNumeric ? 'right' : 'left'}>
                {label}
              </TableTh>
            ))}
          </TableTr>
        </TableThead>
        <TableTbody>
          {rows.map((row) => (
            <TableTr key={keyOf(row)}>
              {columns.map(({ key, isNumeric, render }) => (
                <TableTd key={key} ta={isNumeric ? 'right' : 'left'}>
                  {render(row)}
                </TableTd>
              ))}
            </TableTr>
          ))}
        </TableTbody>
      </Table>
    </TableScrollContainer>
  )
}
