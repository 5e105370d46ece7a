import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@/lib/kernel'
import type { Env } from '@/lib/platform/settings'
import { ensureSecretFile } from './data-folder'

const BYTES = 32

/**
 * Place where a master key is given or may be created: a setting, a file that a setting names, or a file in the data
 * folder.
 */
export interface MasterKeyPlace {
  readonly setting: string
  readonly text: string | undefined
  readonly named: string | undefined
  readonly file: string
}

/** Returns the place of the master key in use. */
export const masterKeyPlace = (env: Env): MasterKeyPlace => ({
  setting: 'PURSER_MASTER_KEY',
  text: env.PURSER_MASTER_KEY,
  named: env.PURSER_MASTER_KEY_FILE,
  file: join(env.PURSER_DATA, 'master.key'),
})

/** Returns the place of the master key that replaces it in `purser rewrap`. */
export const newMasterKeyPlace = (env: Env): MasterKeyPlace => ({
  setting: 'PURSER_NEW_MASTER_KEY',
  text: env.PURSER_NEW_MASTER_KEY,
  named: env.PURSER_NEW_MASTER_KEY_FILE,
  file: join(env.PURSER_DATA, 'master.key.new'),
})

/** Reads a master key. If none is given, creates one if it may. Throws a message for the operator. */
export async function readMasterKey(place: MasterKeyPlace, mayMake: boolean): Promise<Uint8Array> {
  if (place.text) return decode(place.text, `The setting ${place.setting}`)
  const file = place.named ?? place.file
  if (mayMake && !place.named) await ensureSecretFile(file)
  const text = await readFile(/* turbopackIgnore: true */ file, 'utf8').catch((cause) => {
    const message = `The master key file ${file} cannot be read, and what is stored may be sealed with it. Put it back, or name it with ${place.setting}_FILE.`
    throw new AppError('unavailable', message, {}, { cause })
  })
  return decode(text, `The master key file ${file}`)
}

function decode(text: string, what: string): Uint8Array {
  const trimmed = text.trim()
  const bytes = Buffer.from(trimmed, /^[0-9a-f]{64}$/i.test(trimmed) ? 'hex' : 'base64')
  if (bytes.length !== BYTES) {
    throw new AppError('unavailable', `${what} must hold 32 bytes, as 64 hex digits or as base64.`)
  }
  return bytes
}
