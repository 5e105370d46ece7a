import { type ColumnType, ColumnTypeEnum, type SqlResultSet } from '@prisma/driver-adapter-utils'
import { Prisma } from './generated/sqlite/client'

type Row = Record<string, unknown>
type ReadValue = (value: unknown) => unknown

const date: ReadValue = (value) => new Date(String(value))

/** Conversions of a driver adapter's values, as Prisma's raw queries do them. Other types stay as they are. */
const READS: Readonly<Partial<Record<ColumnType, ReadValue>>> = {
  [ColumnTypeEnum.Int32]: (value) => Math.trunc(Number(value)),
  [ColumnTypeEnum.Int64]: (value) => BigInt(typeof value === 'number' ? Math.trunc(value) : String(value)),
  [ColumnTypeEnum.Numeric]: (value) => new Prisma.Decimal(String(value)),
  [ColumnTypeEnum.Boolean]: (value) => value === true || value === 1 || value === '1' || value === 'true',
  [ColumnTypeEnum.Date]: date,
  [ColumnTypeEnum.DateTime]: date,
  [ColumnTypeEnum.Json]: (value) => JSON.parse(String(value)) as unknown,
  // Copied, because it may be a view of one of the driver's buffers.
  [ColumnTypeEnum.Bytes]: (value) =>
    new Uint8Array(value instanceof ArrayBuffer ? value : (value as Uint8Array)),
}

/** Returns the rows of a driver adapter's answer as Prisma's raw queries would. None of our queries returns arrays. */
export function readRows({ columnNames, columnTypes, rows }: SqlResultSet): Row[] {
  const columns = columnNames.map((name, place) => ({ name, read: readOf(columnTypes[place]) }))
  return rows.map((values) => {
    const row: Row = {}
    for (const [place, { name, read }] of columns.entries()) {
      const value = values[place]
      row[name] = value === null || value === undefined || !read ? (value ?? null) : read(value)
    }
    return row
  })
}

const readOf = (type: ColumnType | undefined): ReadValue | undefined =>
  type === undefined ? undefined : READS[type]
