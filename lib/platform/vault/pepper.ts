import { randomBytes } from 'node:crypto'
import { AppError, Secret } from '@/lib/kernel'
import type { Db } from '@/lib/platform/db'
import { deletePepper, insertPepper, selectPepper } from './check-store'
import type { Vault } from './vault'

const NAME = 'key reference'
const ROW = { teamId: '', keyId: NAME }

interface PepperOptions {
  /** Pepper of a database that has none stored yet but has references by this one; null if it has no references. */
  readonly former: Uint8Array | null
  /** True if another pepper may replace one that this vault cannot open. */
  readonly mayReplace: boolean
}

/**
 * Returns a database's own pepper, sealed like a key, so that references stay the same with another master key.
 * Created at the first start. Throws `unavailable` if the vault cannot open it.
 */
export async function openPepper(
  db: Db,
  vault: Vault,
  { former, mayReplace }: PepperOptions,
): Promise<Uint8Array> {
  const known = await selectPepper(db, NAME)
  const opened = known && tryOpen(vault, known.sealed)
  if (opened) return opened
  if (known && !mayReplace) return readBytes(vault, known.sealed)
  if (known) await deletePepper(db, NAME, known.sealed)
  const made = Buffer.from(former ?? randomBytes(32)).toString('base64')
  await insertPepper(db, NAME, vault.seal(new Secret(made), ROW))
  const stored = await selectPepper(db, NAME)
  if (!stored) throw new AppError('unavailable', 'Another Purser has just removed the pepper. Start again.')
  return readBytes(vault, stored.sealed)
}

const readBytes = (vault: Vault, sealed: string): Uint8Array =>
  new Uint8Array(Buffer.from(vault.open(sealed, ROW).reveal(), 'base64'))

function tryOpen(vault: Vault, sealed: string): Uint8Array | null {
  try {
    return readBytes(vault, sealed)
  } catch {
    return null
  }
}
