import type { z } from 'zod'
import { AppError, type Clock } from '@/lib/kernel'
import { type Db, type Tx, transaction } from '@/lib/platform/db'
import { noteAdminEvent } from './note-account-event'
import { teamMakers, type teamsByInput } from './schemas'
import { lockInstallation, selectInstallation, selectUser, updateTeamsBy } from './store'

/** Whether an account looks after the installation's accounts. A disabled one does not. */
export async function isInstallationAdmin(db: Db | Tx, userId: string): Promise<boolean> {
  const user = await selectUser(db, userId)
  return user?.disabledAt === null && user.isInstallationAdmin
}

/** First line of a verb for installation admins; `doing` completes "Only an installation admin may …". */
export async function requireInstallationAdmin(db: Db | Tx, userId: string, doing: string): Promise<void> {
  if (!(await isInstallationAdmin(db, userId)))
    throw new AppError('forbidden', `Only an installation admin may ${doing}.`)
}

/** Who may make teams: everyone with an account, or installation admins. */
export async function readTeamMakers(db: Db | Tx) {
  const installation = await selectInstallation(db)
  return teamMakers.parse(installation?.teamsBy ?? 'admins')
}

/** Chooses who may make teams. Installation admins only. */
export function setTeamMakers(
  db: Db,
  clock: Clock,
  who: { readonly id: string },
  { teamsBy }: z.output<typeof teamsByInput>,
): Promise<void> {
  return transaction(db, async (tx) => {
    await lockInstallation(tx)
    await requireInstallationAdmin(tx, who.id, 'choose who may create teams')
    const from = await readTeamMakers(tx)
    await updateTeamsBy(tx, teamsBy)
    const detail = { teamsBy: { from, to: teamsBy } }
    await noteAdminEvent(tx, clock, who, { kind: 'team-makers-chosen', detail })
  })
}

/** Whether an account may make a team. */
export const mayMakeTeams = async (db: Db | Tx, userId: string): Promise<boolean> =>
  (await readTeamMakers(db)) === 'everyone' || isInstallationAdmin(db, userId)

/** First line of the verb that makes a team. Throws `forbidden`. */
export async function requireTeamMaker(db: Db | Tx, userId: string): Promise<void> {
  if (!(await mayMakeTeams(db, userId)))
    throw new AppError(
      'forbidden',
      'Only an installation admin may create teams. Ask one to create it, or an admin of a team to invite you.',
    )
}
