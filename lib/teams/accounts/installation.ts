import type { z } from 'zod'
import { AppError, type Clock } from '@/lib/kernel'
import { type Db, type Tx, transaction } from '@/lib/platform/db'
import { recordAdminEvent } from './note-account-event'
import { type teamCreatorsInput, teamMakersSchema } from './schemas'
import { lockInstallation, selectInstallation, selectUser, updateTeamCreators } from './store'

/** Returns whether an account administers the installation's accounts. A disabled one does not. */
export async function isInstallationAdmin(db: Db | Tx, userId: string): Promise<boolean> {
  const user = await selectUser(db, userId)
  return user?.disabledAt === null && user.isInstallationAdmin
}

/**
 * Throws `forbidden` unless the account is an installation admin: the first line of a verb for them. `doing` completes
 * "Only an installation admin may …".
 */
export async function requireInstallationAdmin(db: Db | Tx, userId: string, doing: string): Promise<void> {
  if (!(await isInstallationAdmin(db, userId)))
    throw new AppError('forbidden', `Only an installation admin may ${doing}.`)
}

/** Returns who may create teams: everyone with an account, or installation admins. */
export async function readTeamCreators(db: Db | Tx) {
  const installation = await selectInstallation(db)
  return teamMakersSchema.parse(installation?.teamsBy ?? 'admins')
}

/** Sets who may create teams. Installation admins only. */
export function setTeamCreators(
  db: Db,
  clock: Clock,
  who: { readonly id: string },
  { teamsBy }: z.output<typeof teamCreatorsInput>,
): Promise<void> {
  return transaction(db, async (tx) => {
    await lockInstallation(tx)
    await requireInstallationAdmin(tx, who.id, 'choose who may create teams')
    const from = await readTeamCreators(tx)
    await updateTeamCreators(tx, teamsBy)
    const detail = { teamsBy: { from, to: teamsBy } }
    await recordAdminEvent(tx, clock, who, { kind: 'team-makers-chosen', detail })
  })
}

/** Returns whether an account may create a team. */
export const mayCreateTeams = async (db: Db | Tx, userId: string): Promise<boolean> =>
  (await readTeamCreators(db)) === 'everyone' || isInstallationAdmin(db, userId)

/** Throws `forbidden` if an account may not create a team: the first line of the verb that does. */
export async function requireTeamCreator(db: Db | Tx, userId: string): Promise<void> {
  if (!(await mayCreateTeams(db, userId)))
    throw new AppError(
      'forbidden',
      'Only an installation admin may create teams. Ask one to create it, or an admin of a team to invite you.',
    )
}
