import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findSealedChannel } from '@/lib/alerts/alerts'
import { AppError, systemClock } from '@/lib/kernel'
import { findSealedKey, hasEverHadKeys } from '@/lib/keys/keys'
import type { Db } from '@/lib/platform/db'
import type { Env } from '@/lib/platform/settings'
import {
  createVault,
  derivePepper,
  isSecretRegistered,
  openPepper,
  type SecretCheck,
  type Vault,
} from '@/lib/platform/vault'
import { isAnyInstanceLive, missingCheckMessage, secretMismatchMessages } from '@/lib/server/instances'
import { ensureSecretFile } from './data-folder'

/**
 * Opens the vault with the master key from PURSER_MASTER_KEY, PURSER_MASTER_KEY_FILE or the data folder. A key file is
 * created only at the first start. If the master key is missing, or is not the one that this database is used with,
 * throws a message for the operator. A key that opens what is stored is right: if the database says otherwise, that is
 * corrected and reported.
 */
export async function openVault(
  env: Env,
  db: Db,
  report: (sentence: string) => void = console.log,
): Promise<Vault> {
  const stored = await findSealed(db)
  const mayMake = stored === null && !(await isSecretRegistered(db, 'master key'))
  const masterKey = await readMasterKey(masterKeySource(env), mayMake)
  const vault = createVault(masterKey)
  await refusePassing(db, vault.check)
  if (!stored?.sealed) await admit(db, vault.check)
  else {
    vault.open(stored.sealed, { teamId: stored.teamId, keyId: stored.id })
    await correct(db, vault.check, report)
  }
  const former = (await hasEverHadKeys(db)) ? derivePepper(masterKey) : null
  return vault.withPepper(await openPepper(db, vault, { former, mayReplace: stored === null }))
}

const FORMER =
  'This master key was replaced by another one. Start with the new one. If the change was interrupted, run purser rewrap once more with the settings that it had.'
const NEXT =
  'This master key is not in use yet: its change was interrupted. Run purser rewrap once more with the settings that it had, or start with the former one.'

/**
 * Refuses the former and the next master key while a replacement is under way: both open what is stored, but only the
 * one in use may start.
 */
async function refusePassing(db: Db, check: SecretCheck): Promise<void> {
  if ((await check.compare(db)) !== 'another') return
  if ((await check.compare(db, 'former master key')) === 'same') throw new AppError('unavailable', FORMER)
  if ((await check.compare(db, 'next master key')) === 'same') throw new AppError('unavailable', NEXT)
}

const CORRECTED =
  'The value by which the database knows the master key was damaged or missing. The master key opens what is stored, so the value was written again.'

/** Corrects the check value if it does not fit a master key that opens what is stored: such a key is the right one. */
async function correct(db: Db, check: SecretCheck, report: (sentence: string) => void): Promise<void> {
  if ((await check.compare(db)) === 'same') return
  await check.note(db)
  report(CORRECTED)
}

/** Throws a message if the database knows another master key. The first start notes its own. */
async function admit(db: Db, check: SecretCheck): Promise<void> {
  // A living instance will note its value again, and that shows which master key is right.
  if ((await check.compare(db)) === 'missing') {
    if (await isAnyInstanceLive(db, systemClock))
      throw new AppError('unavailable', missingCheckMessage(check.name))
    await check.noteFirst(db)
  }
  if ((await check.compare(db)) !== 'same')
    throw new AppError('unavailable', secretMismatchMessages[check.name])
}

/** Finds anything that the master key has sealed: a key of the upstream, or the address of a channel. */
const findSealed = async (db: Db) => (await findSealedKey(db)) ?? (await findSealedChannel(db))

const BYTES = 32

/**
 * Place where a master key is given or may be created: a setting, a file that a setting names, or a file in the data
 * folder.
 */
export interface MasterKeySource {
  readonly setting: string
  readonly text: string | undefined
  readonly named: string | undefined
  readonly file: string
}

/** Returns the place of the master key in use. */
export const masterKeySource = (env: Env): MasterKeySource => ({
  setting: 'PURSER_MASTER_KEY',
  text: env.PURSER_MASTER_KEY,
  named: env.PURSER_MASTER_KEY_FILE,
  file: join(env.PURSER_DATA, 'master.key'),
})

/** Returns the place of the master key that replaces it in `purser rewrap`. */
export const newMasterKeySource = (env: Env): MasterKeySource => ({
  setting: 'PURSER_NEW_MASTER_KEY',
  text: env.PURSER_NEW_MASTER_KEY,
  named: env.PURSER_NEW_MASTER_KEY_FILE,
  file: join(env.PURSER_DATA, 'master.key.new'),
})

/** Reads a master key. If none is given, creates one if it may. Throws a message for the operator. */
export async function readMasterKey(place: MasterKeySource, mayMake: boolean): Promise<Uint8Array> {
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
