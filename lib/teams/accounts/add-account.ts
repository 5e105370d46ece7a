import type { z } from 'zod'
import { type Clock, conflict, newToken, type Secret } from '@/lib/kernel'
import { appendInstallationEntry } from '@/lib/platform/audit'
import { type Db, isDuplicate, transaction } from '@/lib/platform/db'
import { hashPassword } from './password'
import { requireGoodPassword } from './password-rules'
import type { AccountView, newAccountInput } from './schemas'
import { insertInstallation, insertUser, selectInstallation, selectUserByEmail, updateUser } from './store'

interface NewAccount extends Omit<z.output<typeof newAccountInput>, 'password'> {
  /** Null: nobody can sign in with it until a link has set a password. */
  readonly password: Secret | null
  readonly isInstallationAdmin: boolean
}

/**
 * Returns the account of an address, disabled or not; null if there is none. For Purser itself, never for a visitor.
 */
export async function findAccount(db: Db, email: string): Promise<AccountView | null> {
  const user = await selectUserByEmail(db, email)
  return user && { id: user.id, name: user.name, email: user.email }
}

/**
 * Creates an account on behalf of Purser itself, and the installation with it if there is none. Throws `invalid` for a
 * bad password, and `conflict` if somebody else creates the same at that moment.
 */
export async function addAccount(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { name, email, password, isInstallationAdmin }: NewAccount,
  byName: string,
): Promise<AccountView> {
  if (password) await requireGoodPassword(password.reveal(), { name, email })
  const passwordHash = await hashPassword(password?.reveal() ?? newToken())
  try {
    return await transaction(db, async (tx) => {
      const createdAt = clock.now()
      if (!(await selectInstallation(tx))) await insertInstallation(tx, createdAt)
      const { id } = await insertUser(tx, { name, email, passwordHash, createdAt })
      if (isInstallationAdmin) await updateUser(tx, id, { isInstallationAdmin })
      const by = { actorId: '', actorName: byName }
      await appendInstallationEntry(tx, clock, by, {
        action: 'account.create',
        subjectId: id,
        subjectName: name,
        detail: { isInstallationAdmin },
      })
      return { id, name, email }
    })
  } catch (error) {
    if (isDuplicate(error)) throw conflict('Somebody created this account at the same moment.')
    throw error
  }
}
