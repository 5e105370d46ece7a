import { randomBytes, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chmod, copyFile, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { AppError, type Clock, systemClock } from '@/lib/kernel'
import { FileHeldError, type FileHold, holdFile } from '@/lib/platform/db'

const MIN_CHARACTERS = 32

/** Creates the data folder (0700) if it is missing. Throws a message for the operator if it cannot be used. */
export async function ensureDataFolder(folder: string): Promise<void> {
  try {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 })
    if (made) await chmod(folder, 0o700)
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    const message = `The data folder ${folder} cannot be read and written. Give this user access to it, or name another one with PURSER_DATA.`
    throw new AppError('unavailable', message, {}, { cause })
  }
}

/**
 * Returns a random secret kept in the data folder (0600) and created at first use. Throws a message for the operator
 * if its file cannot be used.
 */
export async function ensureSecret(folder: string, name: string): Promise<string> {
  const file = join(folder, name)
  const secret = await readSecret(file).catch((cause) => {
    const message = `The file ${file} cannot be made or read. Give this user access to it, or remove it.`
    throw new AppError('unavailable', message, {}, { cause })
  })
  if (secret.length >= MIN_CHARACTERS) return secret
  const message = `The file ${file} holds no whole secret. Remove it: another one is made, and everybody signs in again.`
  throw new AppError('unavailable', message)
}

async function readSecret(file: string): Promise<string> {
  await ensureSecretFile(file)
  return (await readFile(/* turbopackIgnore: true */ file, 'utf8')).trim()
}

/**
 * Creates a file (0600) with 32 random bytes as base64 if there is none. If several processes start at the same time,
 * one creates it, and none sees it half written.
 */
export async function ensureSecretFile(file: string): Promise<void> {
  if (await isThere(file)) return
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    // Some file systems have no links; a copy is the next best.
    await link(draft, file).catch(() => copyFile(draft, file, constants.COPYFILE_EXCL))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(draft)
  }
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )

/** Maximum time that a rolling restart may take to end the previous process. */
const PATIENCE_MS = 30_000

interface HoldFolderOptions {
  readonly clock?: Clock
  readonly patienceMs?: number
  /** Reports to the operator while it waits. */
  reportLine?(line: string): void
}

/**
 * Makes this process the only Purser on a data folder with a SQLite database, until the process ends. It waits for
 * another one that is stopping. Throws a message that says who holds the folder. The web process, backups and database
 * tools do not take this hold: they rely on SQLite's own locks.
 */
export async function lockDataFolder(
  folder: string,
  { clock = systemClock, patienceMs = PATIENCE_MS, reportLine = console.log }: HoldFolderOptions = {},
): Promise<FileHold> {
  const holder = `process ${process.pid} on ${hostname()}, since ${clock.now().toISOString()}`
  const seconds = Math.round(patienceMs / 1000)
  try {
    return await holdFile(join(folder, 'purser.lock'), {
      holder,
      patienceMs,
      clock,
      onWait: (other) =>
        reportLine(`Another Purser uses ${folder} (${other}). Waiting up to ${seconds} seconds for its end.`),
    })
  } catch (cause) {
    const message =
      cause instanceof FileHeldError
        ? `Another Purser uses the data folder ${folder}: ${cause.holder}. It did not end within ${seconds} seconds. Stop it, or give this one a folder of its own with PURSER_DATA. Several can run together on one PostgreSQL (DATABASE_URL).`
        : `The data folder ${folder} cannot be locked for one Purser alone: ${cause instanceof Error ? cause.message : String(cause)} Put it on a disk of this machine.`
    throw new AppError('unavailable', message, {}, { cause })
  }
}
