import type { z } from 'zod'
import { AppError, type Clock, conflict, newId, newToken, type Secret } from '@/lib/kernel'
import { appendInstallationEntry } from '@/lib/platform/audit'
import { type Db, isDuplicate, type Tx, transaction } from '@/lib/platform/db'
import { recordOwnAccountEvent } from './note-account-event'
import { type AccountParts, isSameSeal } from './parts'
import { hashPassword, requireStrongPassword, runInHashQueue } from './password'
import type { AccountView, NewAccountInput, newAccountInput } from './schemas'
import {
  deletePretendUsers,
  insertInstallation,
  insertPretendUsers,
  insertUser,
  selectInstallation,
  selectUserByEmail,
  updateUser,
} from './store'
import { rateLimitSource, requireAllowedAttempt } from './tries'

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
  if (isLocal || (token !== '' && isSameSeal(token, parts.seals.setupToken))) return
  if (token !== '') await requireAllowedAttempt(parts, { kind: 'set-up', of: rateLimitSource(source) })
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
  await requireStrongPassword(password, { name, email })
  const passwordHash = await runInHashQueue(hashing, 'stranger', () => hashPassword(password))
  return async (tx: Tx): Promise<AccountView> => {
    const { id } = await insertUser(tx, { name, email, passwordHash, createdAt: clock.now() })
    await recordOwnAccountEvent(tx, clock, 'created', { id, name })
    return { id, name, email }
  }
}

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
  if (password) await requireStrongPassword(password.reveal(), { name, email })
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
    if (isDuplicate(error)) throw conflict('Someone created this account at the same moment.')
    throw error
  }
}

/**
 * Returns the mail domain of an example's people. No mail can go there (RFC 2606), and the random end of the id
 * identifies the example.
 */
const domainOf = (teamId: string): string => `${teamId.slice(-12)}.example.invalid`

/** Creates the accounts of an example's people. Nobody can sign in with one, and no list of accounts shows it. */
export async function insertPretendAccounts<Person extends { readonly name: string }>(
  tx: Tx,
  teamId: string,
  people: readonly Person[],
  at: Date,
): Promise<(Person & { readonly id: string })[]> {
  const made = people.map((person) => ({ ...person, id: newId() }))
  const rows = made.map(({ id, name }) => {
    const local = name.toLowerCase().replaceAll(/[^a-z]+/g, '.')
    return { id, name, email: `${local}@${domainOf(teamId)}` }
  })
  await insertPretendUsers(tx, rows, at)
  return made
}

/** Deletes the accounts of an example's people, once they are in no team. */
export const deletePretendAccounts = (db: Db, teamId: string) => deletePretendUsers(db, domainOf(teamId))
