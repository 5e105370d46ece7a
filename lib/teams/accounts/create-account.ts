import { type Clock, conflict } from '@/lib/kernel'
import { type Db, isDuplicate, type Tx, transaction } from '@/lib/platform/db'
import { noteOwnAccountEvent } from './note-account-event'
import { hashPassword } from './password'
import type { AccountView, NewAccountInput } from './schemas'
import { insertInstallation, insertUser, selectInstallation } from './store'

/** Whether the first account exists: if not, the first visitor makes it. */
export const isInstalled = async (db: Db): Promise<boolean> => (await selectInstallation(db)) !== null

/**
 * Makes the first account of an installation. If two visitors try at once, one gets `conflict`, as does everyone later.
 */
export async function createFirstAccount(db: Db, clock: Clock, input: NewAccountInput): Promise<AccountView> {
  const prepared = await prepareAccount(clock, input)
  try {
    return await transaction(db, async (tx) => {
      await insertInstallation(tx, clock.now())
      return prepared(tx)
    })
  } catch (error) {
    if (isDuplicate(error))
      throw conflict('Purser is set up already. Sign in, or ask an admin for an invite link.')
    throw error
  }
}

/**
 * Hashes the password first, which takes long, and returns the function that writes the account inside a transaction.
 */
export async function prepareAccount(clock: Clock, { name, email, password }: NewAccountInput) {
  const passwordHash = await hashPassword(password)
  return async (tx: Tx): Promise<AccountView> => {
    const { id } = await insertUser(tx, { name, email, passwordHash, createdAt: clock.now() })
    await noteOwnAccountEvent(tx, clock, 'created', { id, name })
    return { id, name, email }
  }
}
