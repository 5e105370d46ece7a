import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { link, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { AppError, type Clock, systemClock } from '@/lib/kernel'
import { type CopySource, dbLocation, openCopySource } from '@/lib/platform/db'
import type { Env } from '@/lib/platform/settings'
import { type BackupHeader, LEFT_OUT } from './backup-format'
import { requireFile } from './open-idle'

interface BackupOptions {
  readonly env: Env
  /** Where to write it. There must be no such file. */
  readonly file: string
  /** Of this Purser. */
  readonly version: string
  readonly clock?: Clock
}

/**
 * Writes all data as it is at one moment into one file (0600), while Purser runs. It holds no master key and no session
 * secret: keys and addresses in it stay sealed. Returns its header. Throws a sentence.
 */
export async function backup({
  env,
  file,
  version,
  clock = systemClock,
}: BackupOptions): Promise<BackupHeader> {
  if (existsSync(file)) throw new AppError('invalid', `${file} is there already. Name another file.`)
  const location = dbLocation(env)
  requireFile(location)
  const source = await openCopySource(location).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new AppError('unavailable', `The database cannot be read: ${why}`, {}, { cause })
  })
  const draft = `${file}.part`
  try {
    const header = await headerOf(source, version, clock)
    await pipeline(
      Readable.from(linesOf(source, header)),
      createGzip(),
      createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }),
    )
    // Unlike a rename this replaces nothing.
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
    if (!LEFT_OUT.includes(table.name))
      tables.push({ name: table.name, rows: await source.count(table), columns: [...table.columns] })
  const takenAt = clock.now().toISOString()
  return { purserBackup: 1, version, engine, takenAt, migrations: [...migrations], tables }
}

async function* linesOf(source: CopySource, header: BackupHeader): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let rows = 0
  const lines = (values: readonly unknown[]) => {
    const text = values.map((value) => `${JSON.stringify(value)}\n`).join('')
    hash.update(text)
    return text
  }
  yield lines([header])
  for (const table of header.tables) {
    yield lines([{ table: table.name }])
    for await (const batch of source.rows(table)) {
      rows += batch.length
      yield lines(batch)
    }
  }
  yield `${JSON.stringify({ rows, sha256: hash.digest('hex') })}\n`
}
