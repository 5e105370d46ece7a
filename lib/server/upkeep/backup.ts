import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { link, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { constants, gzip, type ZlibOptions } from 'node:zlib'
import { z } from 'zod'
import { AppError, type Clock, systemClock } from '@/lib/kernel'
import { type CopySource, openCopySource, resolveDbLocation } from '@/lib/platform/db'
import type { Env } from '@/lib/platform/settings'
import { requireDatabaseFile } from './open-idle'

interface BackupOptions {
  readonly env: Env
  /** Path of the backup. No file may exist there. */
  readonly file: string
  /** Version of this Purser. */
  readonly version: string
  readonly clock?: Clock
  readonly onProgress?: OnProgress
}

/**
 * Writes all data as of one moment into one file (0600) while Purser runs. It holds neither the master key nor the
 * session secret, so keys and addresses in it stay sealed. Returns its header. Throws a message for the operator.
 */
export async function writeBackup({
  env,
  file,
  version,
  clock = systemClock,
  onProgress,
}: BackupOptions): Promise<BackupHeader> {
  if (existsSync(file)) throw new AppError('invalid', `${file} is there already. Name another file.`)
  const location = resolveDbLocation(env)
  requireDatabaseFile(location)
  const source = await openCopySource(location).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new AppError('unavailable', `The database cannot be read: ${why}`, {}, { cause })
  })
  const draft = `${file}.part`
  try {
    const header = await headerOf(source, version, clock)
    await pipeline(
      Readable.from(packed(linesOf(source, header, createRowCounter(header, clock, onProgress)))),
      createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }),
    )
    // Unlike a rename, a link replaces nothing.
    await link(draft, file)
    return header
  } finally {
    await source.close()
    await rm(draft, { force: true })
  }
}

async function headerOf(source: CopySource, version: string, clock: Clock): Promise<BackupHeader> {
  const { engine, migrations } = source
  const tables: BackupHeader['tables'] = []
  for (const table of source.tables)
    if (!EXCLUDED_TABLES.includes(table.name))
      tables.push({ name: table.name, rows: await source.count(table), columns: [...table.columns] })
  const takenAt = clock.now().toISOString()
  return { purserBackup: 1, version, engine, takenAt, migrations: [...migrations], tables }
}

interface Lines {
  readonly text: string
  /** True if they hold bytes as hex digits. */
  readonly isHex: boolean
}

async function* linesOf(
  source: CopySource,
  header: BackupHeader,
  count: (rows: number) => void,
): AsyncGenerator<Lines> {
  const hash = createHash('sha256')
  let rows = 0
  const lines = (values: readonly unknown[], isHex = false): Lines => {
    const text = values.map((value) => `${JSON.stringify(value)}\n`).join('')
    hash.update(text)
    return { text, isHex }
  }
  yield lines([header])
  for (const table of header.tables) {
    const isHex = table.columns.some(({ kind }) => kind === 'bytes')
    yield lines([{ table: table.name }])
    for await (const batch of source.rows(table)) {
      rows += batch.length
      yield lines(batch, isHex)
      count(batch.length)
    }
  }
  yield { text: `${JSON.stringify({ rows, sha256: hash.digest('hex') })}\n`, isHex: false }
}

const zip = promisify<string, ZlibOptions, Buffer>(gzip)
const PIECE_CHARACTERS = 1_000_000
/** Items are deflated already. Only the four bits of each hex digit can be saved, and nothing repeats. */
const HEX: ZlibOptions = { level: 1, strategy: constants.Z_HUFFMAN_ONLY }
const TEXT: ZlibOptions = { level: 1 }

/** Compresses pieces, each into a complete gzip member, while the next is read: compressing takes longer. */
async function* packed(lines: AsyncIterable<Lines>): AsyncGenerator<Buffer> {
  let before: Promise<Buffer> | null = null
  let [text, isHex] = ['', false]
  const pack = (): Promise<Buffer> => {
    const piece = zip(text, isHex ? HEX : TEXT)
    // It is awaited later.
    piece.catch(() => undefined)
    text = ''
    return piece
  }
  for await (const next of lines) {
    if (text !== '' && (next.isHex !== isHex || text.length >= PIECE_CHARACTERS)) {
      const piece = pack()
      if (before) yield await before
      before = piece
    }
    text += next.text
    isHex = next.isHex
  }
  if (before) yield await before
  yield await pack()
}

/** Reports now and then how many of a backup's rows have been copied. */
export type OnProgress = (copied: number, all: number) => void

const EVERY_MS = 5000

/** Creates a function that counts rows as they are copied and reports every five seconds. */
export function createRowCounter(
  { tables }: Pick<BackupHeader, 'tables'>,
  clock: Pick<Clock, 'monotonic'>,
  onProgress: OnProgress = () => undefined,
): (rows: number) => void {
  const all = tables.reduce((sum, { rows }) => sum + rows, 0)
  let [copied, toldAt] = [0, clock.monotonic()]
  return (rows) => {
    copied += rows
    if (clock.monotonic() - toldAt < EVERY_MS) return
    toldAt = clock.monotonic()
    onProgress(copied, all)
  }
}

const kind = z.enum(['text', 'integer', 'boolean', 'moment', 'bytes'])

/** First line of a backup. */
export const backupHeaderSchema = z.object({
  purserBackup: z.literal(1),
  /** Version of the Purser that made it. */
  version: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  takenAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** Tables that others refer to come first. */
  tables: z.array(
    z.object({
      name: z.string(),
      rows: z.number().int().min(0),
      columns: z.array(z.object({ name: z.string(), kind })),
    }),
  ),
})
export type BackupHeader = z.output<typeof backupHeaderSchema>

/** Last line: the number and the hash of the lines before it. */
export const backupEndSchema = z.object({ rows: z.number().int().min(0), sha256: z.string() })

/** A line with the name of a table. Its rows follow, one a line. */
export const backupTableSchema = z.object({ table: z.string() })
export const backupRowSchema = z.array(z.string().nullable())

/**
 * Tables that a backup leaves out. They are about running processes and signed-in people: another Purser would take
 * the processes for living ones, and sessions or links that have ended since would be open again.
 */
export const EXCLUDED_TABLES: readonly string[] = [
  ...['Instance', 'Lease', 'KeySlot'],
  ...['Session', 'PasswordReset', 'TryCount', 'MailCount'],
]
