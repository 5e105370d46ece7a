import type { z } from 'zod'
import { AppError, type Clock, conflict, newToken, notFound } from '@/lib/kernel'
import { type Db, type Tx, transaction } from '@/lib/platform/db'
import { requireInstallationAdmin } from './installation'
import { recordAdminEvent } from './note-account-event'
import type {
  AccountView,
  disablePersonInput,
  installationAdminInput,
  listPeopleInput,
  personInput,
} from './schemas'
import {
  countInstallationAdmins,
  endResetsOfUser,
  isInAnyTeam,
  lockInstallation,
  lockUser,
  revokeSessions,
  selectUser,
  selectUsers,
  updateUser,
} from './store'

/** An account as the installation's admins see it. */
export interface PersonView extends AccountView {
  readonly isInstallationAdmin: boolean
  readonly isDisabled: boolean
  readonly teams: number
  readonly createdAt: Date
}

const PAGE = 50

/** Returns one account. Throws `not_found`. Installation admins only. */
export async function findPerson(
  db: Db,
  who: { readonly id: string },
  { userId }: z.output<typeof personInput>,
): Promise<AccountView> {
  await requireInstallationAdmin(db, who.id, 'see all accounts')
  const user = await selectUser(db, userId)
  if (!user) throw notFound('The account')
  return { id: user.id, name: user.name, email: user.email }
}

/**
 * Returns the accounts whose name or address contains the text, by address, fifty at a time; `next` is where the
 * following page begins, null after the last. Installation admins only.
 */
export async function listPeople(
  db: Db,
  who: { readonly id: string },
  { text, after }: z.output<typeof listPeopleInput>,
): Promise<{ people: PersonView[]; next: string | null }> {
  await requireInstallationAdmin(db, who.id, 'see all accounts')
  const rows = await selectUsers(db, { text, after, limit: PAGE + 1 })
  const people = rows.slice(0, PAGE).map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    isInstallationAdmin: row.isInstallationAdmin,
    isDisabled: row.disabledAt !== null,
    teams: row._count.members,
    createdAt: row.createdAt,
  }))
  return { people, next: rows.length > PAGE ? (people.at(-1)?.email ?? null) : null }
}

/** Makes an account an installation admin, or revokes that; never for the last one. Installation admins only. */
export const setInstallationAdmin = (
  db: Db,
  clock: Clock,
  who: { readonly id: string },
  { userId, isAdmin }: z.output<typeof installationAdminInput>,
): Promise<void> =>
  change(db, who, userId, 'choose installation admins', async (tx, about) => {
    await updateUser(tx, userId, { isInstallationAdmin: isAdmin })
    const detail = { isInstallationAdmin: { from: about.isInstallationAdmin, to: isAdmin } }
    await recordAdminEvent(tx, clock, who, { kind: 'admin-chosen', about, detail })
  })

/**
 * Disables an account, which ends its sessions and links at once, or enables it again. The last installation admin
 * stays enabled. Installation admins only.
 */
export const setAccountDisabled = (
  db: Db,
  clock: Clock,
  who: { readonly id: string },
  { userId, isDisabled }: z.output<typeof disablePersonInput>,
): Promise<void> =>
  change(db, who, userId, 'disable accounts', async (tx, about) => {
    const now = clock.now()
    await updateUser(tx, userId, { disabledAt: isDisabled ? now : null })
    await recordAdminEvent(tx, clock, who, { kind: isDisabled ? 'disabled' : 'enabled', about })
    if (!isDisabled) return
    await revokeSessions(tx, { userId }, now)
    await endResetsOfUser(tx, userId, now)
  })

/** Throws `forbidden` if an account was disabled or deleted a moment ago. */
export async function requireEnabledAccount(tx: Tx, userId: string): Promise<void> {
  await lockUser(tx, userId)
  const user = await selectUser(tx, userId)
  if (!user || user.disabledAt) throw new AppError('forbidden', 'This account is disabled.')
}

const DELETED_NAME = 'Deleted person'

/**
 * Replaces the name and address of an account that is no longer in any team, so that history stays readable, and ends
 * everything that could open it. See `deletePerson`. Installation admins only, and not their own.
 */
export const eraseAccount = (
  db: Db,
  clock: Clock,
  who: { readonly id: string },
  { userId }: z.output<typeof personInput>,
): Promise<void> =>
  change(db, who, userId, 'delete accounts', async (tx, about) => {
    if (userId === who.id) throw conflict('Another installation admin can delete your account.')
    if (await isInAnyTeam(tx, userId)) throw conflict('This person joined a team meanwhile. Try again.')
    const now = clock.now()
    await revokeSessions(tx, { userId }, now)
    await endResetsOfUser(tx, userId, now)
    await updateUser(tx, userId, {
      name: DELETED_NAME,
      // No mail can go to this address (RFC 2606), and nobody can guess it.
      email: `deleted-${newToken().toLowerCase()}@deleted.invalid`,
      passwordHash: '',
      isInstallationAdmin: false,
      emailConfirmedAt: null,
      deletedAt: now,
    })
    // Identified by its id alone, because the name was to be erased.
    await recordAdminEvent(tx, clock, who, { kind: 'deleted', about: { id: about.id, name: DELETED_NAME } })
  })

async function change(
  db: Db,
  who: { readonly id: string },
  userId: string,
  doing: string,
  write: (tx: Tx, about: { id: string; name: string; isInstallationAdmin: boolean }) => Promise<void>,
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockInstallation(tx)
    await requireInstallationAdmin(tx, who.id, doing)
    const about = await selectUser(tx, userId)
    if (!about) throw notFound('The account')
    await write(tx, about)
    if ((await countInstallationAdmins(tx)) === 0)
      throw conflict('An installation needs an admin. Make someone else an installation admin first.')
  })
}
