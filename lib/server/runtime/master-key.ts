import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findSealedChannel } from '@/lib/alerts/alerts'
import { AppError, systemClock } from '@/lib/kernel'
import { findSealedKey } from '@/lib/keys/keys'
import type { Db } from '@/lib/platform/db'
import type { Env } from '@/lib/platform/settings'
import { createVault, hasSecret, type SecretCheck, type Vault } from '@/lib/platform/vault'
import { anotherSecret, missingCheck, someLive } from '@/lib/server/instances'
import { ensureSecretFile } from './data-folder'

const BYTES = 32

/**
 * Opens the vault with the master key from PURSER_MASTER_KEY, PURSER_MASTER_KEY_FILE or the data folder. A key file is
 * made only at the first start. A missing master key, or another one than this database is used with, stops Purser with a
 * sentence. One that opens what is stored is right; if the database said otherwise, that is corrected and reported.
 */
export async function openVault(
  env: Env,
  db: Db,
  report: (sentence: string) => void = console.log,
): Promise<Vault> {
  const stored = await findSealed(db)
  const masterKey = await readMasterKey(env, stored !== null || (await hasSecret(db, 'master key')))
  const vault = createVault(masterKey)
  if (!stored?.sealed) await admit(db, vault.check)
  else {
    vault.open(stored.sealed, { teamId: stored.teamId, keyId: stored.id })
    await correct(db, vault.check, report)
  }
  return vault
}

const CORRECTED =
  'The value by which the database knows the master key was damaged or missing. The master key opens what is stored, so the value was written again.'

/** A master key that opens what is stored is the right one, whatever the check value says. */
async function correct(db: Db, check: SecretCheck, report: (sentence: string) => void): Promise<void> {
  if ((await check.compare(db)) === 'same') return
  await check.note(db)
  report(CORRECTED)
}

/** Throws a sentence where the database knows another master key. The first start notes its own. */
async function admit(db: Db, check: SecretCheck): Promise<void> {
  // Who lives notes its own again, and with that it is known which one is right.
  if ((await check.compare(db)) === 'missing') {
    if (await someLive(db, systemClock)) throw new AppError('unavailable', missingCheck(check.name))
    await check.noteFirst(db)
  }
  if ((await check.compare(db)) !== 'same') throw new AppError('unavailable', anotherSecret[check.name])
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
