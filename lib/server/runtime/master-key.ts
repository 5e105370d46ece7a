import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findSealedChannel } from '@/lib/alerts/alerts'
import { AppError } from '@/lib/kernel'
import { findSealedKey } from '@/lib/keys/keys'
import type { Db } from '@/lib/platform/db'
import type { Env } from '@/lib/platform/settings'
import { checkSecret, createVault, hasSecret, type Vault } from '@/lib/platform/vault'
import { ensureSecretFile } from './data-folder'

const BYTES = 32

const ANOTHER =
  'The master key is not the one that this database is used with. All instances need the same one: set PURSER_MASTER_KEY to it, or put a copy of the first one’s file master.key in the place of this one’s.'

/**
 * Opens the vault with the master key from PURSER_MASTER_KEY, PURSER_MASTER_KEY_FILE or the data folder. A key file is
 * made only at the first start. A missing master key, or another one than this database was first used with, stops Purser
 * with a sentence.
 */
export async function openVault(env: Env, db: Db): Promise<Vault> {
  const stored = await findSealed(db)
  const masterKey = await readMasterKey(env, stored !== null || (await hasSecret(db, 'master key')))
  const vault = createVault(masterKey)
  if (stored?.sealed) vault.open(stored.sealed, { teamId: stored.teamId, keyId: stored.id })
  if (await (await checkSecret(db, 'master key', masterKey)).isSame(db)) return vault
  throw new AppError('unavailable', ANOTHER)
}

/** Anything that the master key has sealed: a key of the upstream, or the address of a channel. */
const findSealed = async (db: Db) => (await findSealedKey(db)) ?? (await findSealedChannel(db))

async function readMasterKey(env: Env, isNeeded: boolean): Promise<Uint8Array> {
  if (env.PURSER_MASTER_KEY) return decode(env.PURSER_MASTER_KEY, 'The setting PURSER_MASTER_KEY')
  const file = env.PURSER_MASTER_KEY_FILE ?? join(env.PURSER_DATA, 'master.key')
  const mayMake = !env.PURSER_MASTER_KEY_FILE && !isNeeded
  if (mayMake) await ensureSecretFile(file)
  const text = await readFile(/* turbopackIgnore: true */ file, 'utf8').catch((cause) => {
    const message = `The master key file ${file} cannot be read, and what is stored may be sealed with it. Put it back, or name it with PURSER_MASTER_KEY_FILE.`
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
