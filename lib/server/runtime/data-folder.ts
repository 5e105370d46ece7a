import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@/lib/kernel'

/** Makes the data folder (0700) if it is missing; throws a sentence if it cannot be used. */
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

/** A random secret kept in the data folder (0600), made at first use. */
export async function ensureSecret(folder: string, name: string): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' }).catch(
    (error) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    },
  )
  return (await readFile(file, 'utf8')).trim()
}
