import { randomBytes, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chmod, copyFile, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@/lib/kernel'

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
 * Creates a file (0600) with 32 random bytes as base64 if there is none. Of several processes that start at once one
 * creates it, and none sees it half written.
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
