import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'
import type { z } from 'zod'
import { AppError, systemClock } from '@/lib/kernel'
import {
  type CopyTarget,
  type DbLocation,
  listMigrations,
  migrate,
  migrationsFolder,
  openCopyTarget,
  resolveDbLocation,
  type TableShape,
  type TextRow,
} from '@/lib/platform/db'
import type { Env } from '@/lib/platform/settings'
import { RESTORE_NOTE } from '@/lib/server/jobs'
import { ensureDataFolder, lockDataFolder } from '@/lib/server/runtime'
import {
  type BackupHeader,
  backupEndSchema,
  backupHeaderSchema,
  backupRowSchema,
  backupTableSchema,
  createRowCounter,
  type OnProgress,
} from './backup'

interface RestoreOptions {
  readonly env: Env
  readonly file: string
  readonly prismaFolder: string
  readonly onProgress?: OnProgress
}

/**
 * Creates a database of either engine from a backup: all of it or nothing. The place must be empty. Its keys open with
 * the master key that they were sealed with. Returns the backup's header. Throws a message for the operator.
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupHeader> {
  const { env, file } = options
  if (!existsSync(file)) throw new AppError('invalid', `There is no file ${file}.`)
  const location = resolveDbLocation(env)
  if (location.engine === 'postgres') return restoreInto(location, options)
  await ensureDataFolder(env.PURSER_DATA)
  const hold = await lockDataFolder(env.PURSER_DATA, { patienceMs: 0 })
  const draft = `${location.file}.restoring`
  try {
    if (existsSync(location.file)) throw notEmpty(dirname(location.file))
    await removeDraft(draft)
    const header = await restoreInto({ engine: 'sqlite', file: draft }, options)
    await rename(draft, location.file)
    return header
  } finally {
    await removeDraft(draft)
    await hold.release()
  }
}

async function restoreInto(
  location: DbLocation,
  { file, prismaFolder, onProgress }: RestoreOptions,
): Promise<BackupHeader> {
  const work = async (source: AsyncIterable<Buffer>): Promise<BackupHeader> => {
    const lines = readLines(source)
    const first = String((await lines.next()).value)
    const header = readHeader(first)
    await requireKnown(location, prismaFolder, header)
    await migrate(location, prismaFolder, undefined, header.migrations)
    await fill(
      location,
      { headerLine: first, header, count: createRowCounter(header, systemClock, onProgress) },
      lines,
    )
    return header
  }
  let begun: Promise<BackupHeader> | undefined
  try {
    return await pipeline(createReadStream(file), createGunzip(), (source) => {
      begun = work(source)
      return begun
    })
  } catch (cause) {
    // The file may turn out to be cut short while the tables are created. After this nothing writes any more.
    await begun?.catch(() => undefined)
    if (cause instanceof AppError) throw cause
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new AppError('unavailable', `The backup could not be restored: ${why}`, {}, { cause })
  }
}

async function fill(location: DbLocation, begun: OpenedBackup, lines: AsyncGenerator<string>): Promise<void> {
  const target = await openCopyTarget(location)
  try {
    for (const table of target.tables)
      if ((await target.count(table)) > 0) throw notEmpty('the one that DATABASE_URL names')
    await fillFrom(lines, begun, target)
    await noteWhen(target, begun.header)
    await target.commit()
  } finally {
    await target.close()
  }
}

/** Notes for the next start that the data was restored. Until then, the tables are those of the backup's version. */
async function noteWhen(target: CopyTarget, { takenAt }: BackupHeader): Promise<void> {
  const table = target.tables.find(({ name }) => name === NOTED_IN)
  if (!table) return
  const note: Record<string, string> = {
    name: RESTORE_NOTE,
    holderId: takenAt,
    untilAt: String(systemClock.now().getTime()),
  }
  await target.insert(table, [table.columns.map(({ name }) => note[name] ?? null)])
}

/** Table of the note, of which no backup has rows. */
const NOTED_IN = 'Lease'

/**
 * Refuses a newer version's backup: without its migrations its tables cannot be created, and its data would be left
 * half migrated.
 */
async function requireKnown(location: DbLocation, prismaFolder: string, header: BackupHeader): Promise<void> {
  const known = await listMigrations(migrationsFolder(location.engine, prismaFolder))
  const unknown = header.migrations.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new AppError(
      'unavailable',
      `The backup is of a newer Purser, version ${header.version} (migration ${unknown}). Restore it with that one.`,
    )
}

const notEmpty = (where: string) =>
  new AppError(
    'conflict',
    `There is a database in ${where} already. A backup is restored only where there is none.`,
  )

async function removeDraft(draft: string): Promise<void> {
  for (const end of ['', '-wal', '-shm']) await rm(`${draft}${end}`, { force: true })
}

/** Yields the lines of a stream of bytes. Only a line feed ends a line, because a text may hold any other character. */
async function* readLines(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let parts: string[] = []
  for await (const chunk of source) {
    const [first = '', ...others] = decoder.write(chunk).split('\n')
    parts.push(first)
    for (const next of others) {
      yield parts.join('')
      parts = [next]
    }
  }
  const rest = parts.join('') + decoder.end()
  if (rest !== '') yield rest
}

const BATCH = 100

/** Reads the header of a backup from its first line. Throws a message if it is not one. */
function readHeader(first: string): BackupHeader {
  const header = backupHeaderSchema.safeParse(jsonOf(first))
  if (!header.success)
    throw new AppError('invalid', 'This is no backup that this version of Purser can read.')
  return header.data
}

/** A backup whose first line has been read. */
export interface OpenedBackup {
  readonly headerLine: string
  readonly header: BackupHeader
  /** Counts rows that were inserted. */
  count(rows: number): void
}

/**
 * Inserts everything after the first line, which is the header. Throws a message if a line is missing or was altered.
 */
async function fillFrom(
  lines: AsyncIterable<string>,
  { headerLine, header, count }: OpenedBackup,
  target: CopyTarget,
): Promise<void> {
  const hash = createHash('sha256').update(`${headerLine}\n`)
  const expected = [...header.tables]
  let table: BackupHeader['tables'][number] | undefined
  let row = backupRowSchema
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
    const end = Array.isArray(value) ? null : backupEndSchema.safeParse(value)
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
    row = backupRowSchema.length(table?.columns.length ?? 0)
    if (parsed(backupTableSchema, value).table !== table?.name) throw damaged('its tables are out of order')
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
