import { AppError, conflict } from '@/lib/kernel'
import { type Db, isDuplicate, type Tx, transaction } from '@/lib/platform/db'
import { hashInTurn } from './hashing'
import { noteOwnAccountEvent } from './note-account-event'
import { type AccountParts, isSame } from './parts'
import { hashPassword } from './password'
import { requireGoodPassword } from './password-rules'
import type { AccountView, NewAccountInput } from './schemas'
import { insertInstallation, insertUser, selectInstallation, updateUser } from './store'
import { requireTry, sourceOf } from './tries'

/** Returns whether the first account exists. If not, the holder of the set-up link creates it. */
export const isInstalled = async (db: Db): Promise<boolean> => (await selectInstallation(db)) !== null

/** The proof by which a visitor may set up Purser. */
export interface SetupProof {
  /** True if the request comes directly from this machine itself. */
  readonly isLocal: boolean
  /** Token of the link that is printed at start. */
  readonly token: string
  readonly source: string
}

const SET_UP = 'Purser is set up already. Sign in, or ask an admin for an invite link.'
const NO_TOKEN =
  'Purser can be set up with the link that its start prints. Open that link, or ask the person who started Purser.'

/** Throws `forbidden` for a visitor who may not set up Purser. Wrong tokens are counted by source. */
export async function requireSetupProof(
  parts: Pick<AccountParts, 'db' | 'clock' | 'seals'>,
  { isLocal, token, source }: SetupProof,
): Promise<void> {
  if (isLocal || (token !== '' && isSame(token, parts.seals.setupToken))) return
  if (token !== '') await requireTry(parts, { kind: 'set-up', of: sourceOf(source) })
  throw new AppError('forbidden', NO_TOKEN)
}

/**
 * Creates the first account of an installation, which is its admin. If two visitors try at once, one gets `conflict`,
 * as does everyone later.
 */
export async function createFirstAccount(
  parts: AccountParts,
  input: NewAccountInput,
  proof: SetupProof,
): Promise<AccountView> {
  // Checked before anything is hashed, so that nobody can keep the processor busy here afterwards.
  if (await isInstalled(parts.db)) throw conflict(SET_UP)
  await requireSetupProof(parts, proof)
  const prepared = await prepareAccount(parts, input)
  try {
    return await transaction(parts.db, async (tx) => {
      await insertInstallation(tx, parts.clock.now())
      const account = await prepared(tx)
      await updateUser(tx, account.id, { isInstallationAdmin: true })
      return account
    })
  } catch (error) {
    if (isDuplicate(error)) throw conflict(SET_UP)
    throw error
  }
}

/**
 * Checks the password and hashes it, in its turn and before a transaction, because that takes long. Returns a function
 * that writes the account within one.
 */
export async function prepareAccount(
  { clock, hashing }: Pick<AccountParts, 'clock' | 'hashing'>,
  { name, email, password }: NewAccountInput,
) {
  await requireGoodPassword(password, { name, email })
  const passwordHash = await hashInTurn(hashing, 'stranger', () => hashPassword(password))
  return async (tx: Tx): Promise<AccountView> => {
    const { id } = await insertUser(tx, { name, email, passwordHash, createdAt: clock.now() })
    await noteOwnAccountEvent(tx, clock, 'created', { id, name })
    return { id, name, email }
  }
}
