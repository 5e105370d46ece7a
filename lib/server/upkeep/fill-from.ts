import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { AppError } from '@/lib/kernel'
import type { CopyTarget, TableShape, TextRow } from '@/lib/platform/db'
import { type BackupHeader, backupEnd, backupHeader, backupRow, backupTable } from './backup-format'

const BATCH = 100

/** Reads the header of a backup from its first line. Throws a message if it is not one. */
export function readHeader(first: string): BackupHeader {
  const header = backupHeader.safeParse(jsonOf(first))
  if (!header.success)
    throw new AppError('invalid', 'This is no backup that this version of Purser can read.')
  return header.data
}

/** A backup whose first line has been read. */
export interface Begun {
  readonly first: string
  readonly header: BackupHeader
  /** Counts rows that were inserted. */
  count(rows: number): void
}

/**
 * Inserts everything after the first line, which is the header. Throws a message if a line is missing or was altered.
 */
export async function fillFrom(
  lines: AsyncIterable<string>,
  { first, header, count }: Begun,
  target: CopyTarget,
): Promise<void> {
  const hash = createHash('sha256').update(`${first}\n`)
  const expected = [...header.tables]
  let table: BackupHeader['tables'][number] | undefined
  let row = backupRow
  let rows: TextRow[] = []
  let [ofTable, total] = [0, 0]
  let isWhole = false
  const flush = async () => {
    if (table && rows.length > 0) await target.insert(fitting(table, target), rows)
    count(rows.length)
    rows = []
  }
  const endTable = async () => {
    await flush()
    if (table && ofTable !== table.rows) throw damaged(`${ofTable} of ${table.rows} rows of ${table.name}`)
    ofTable = 0
  }
  for await (const line of lines) {
    const value = jsonOf(line)
    if (isWhole) throw damaged('something follows its end')
    const end = Array.isArray(value) ? null : backupEnd.safeParse(value)
    if (end?.success) {
      await endTable()
      if (expected.length > 0 || end.data.rows !== total) throw damaged('rows are missing')
      if (end.data.sha256 !== hash.digest('hex')) throw damaged('its checksum differs')
      isWhole = true
      continue
    }
    hash.update(`${line}\n`)
    if (Array.isArray(value)) {
      if (!table) throw damaged('a row of no table')
      rows.push(parsed(row, value))
      ofTable++
      total++
      if (rows.length === BATCH) await flush()
      continue
    }
    await endTable()
    table = expected.shift()
    row = backupRow.length(table?.columns.length ?? 0)
    if (parsed(backupTable, value).table !== table?.name) throw damaged('its tables are out of order')
  }
  if (!isWhole) throw damaged('its end is missing')
}

/** Returns the table as it is here, with the backup's columns. Throws if the two differ. */
function fitting({ name, columns }: TableShape, target: CopyTarget): TableShape {
  const here = target.tables.find((table) => table.name === name)
  const isSame = columns.every((column) =>
    here?.columns.some((other) => other.name === column.name && other.kind === column.kind),
  )
  if (!here || !isSame || here.columns.length !== columns.length)
    throw damaged(`the table ${name} has other columns here`)
  return { name, columns }
}

function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (!result.success) throw damaged('a line cannot be read')
  return result.data
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    throw damaged('a line cannot be read')
  }
}

const damaged = (why: string) =>
  new AppError('unavailable', `The backup is damaged or not whole (${why}). Nothing was restored.`)
