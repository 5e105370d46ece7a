import { type Clock, conflict, notFound, type Role, requireAdmin, type TeamScope } from '@/lib/kernel'
import { type Db, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import {
  deletePretendAccounts,
  insertPretendAccounts,
  recordExampleEvent,
  requireEnabledAccount,
  requireTeamCreator,
} from '@/lib/teams/accounts'
import { insertTeamWithEnvironments } from './create-team'
import {
  deleteTeam,
  type ExampleState,
  isInExample,
  selectExamplesToDelete,
  selectTeam,
  updateExample,
  upsertMember,
} from './store'

/**
 * Filling an example takes some seconds. One that is not ready after this time was abandoned by a process that ended.
 */
const FILLED_WITHIN_MS = 10 * 60_000

/**
 * Creates the team of an example, which nobody sees until it is ready. The person who asks is its admin. Throws
 * `forbidden` for someone who may not create teams, and `conflict` for someone who is already in an example.
 */
export function createExampleTeam(
  db: Db,
  clock: Clock,
  who: { readonly id: string; readonly name: string; readonly sid: string },
  { timeZone, environments }: { readonly timeZone: string; readonly environments: ExampleEnvironments },
): Promise<TeamCtx> {
  return transaction(db, async (tx) => {
    await requireEnabledAccount(tx, who.id)
    await requireTeamCreator(tx, who.id)
    if (await isInExample(tx, who.id))
      throw conflict('You have an example already. Open it, or remove it first.')
    const input = { name: 'Example', timeZone, example: 'filling' } as const
    const { id, slug, name } = await insertTeamWithEnvironments(tx, clock, input, [...environments])
    const member = await upsertMember(tx, id, who.id, 'admin', clock.now())
    await recordExampleEvent(tx, clock, who, 'example-loaded')
    const team: TeamScope = { id, slug, name, timeZone, isExample: true }
    const actor = {
      userId: who.id,
      memberId: member.id,
      name: who.name,
      role: 'admin',
      sid: who.sid,
    } as const
    return { db, clock, team, actor }
  })
}

/** Returns whether an account is already in an example. */
export const hasExample = (db: Db, userId: string): Promise<boolean> => isInExample(db, userId)

type ExampleEnvironments = readonly { readonly name: string; readonly color: string }[]

/** Creates people of an example, who can never sign in, and their memberships. Returns them in order. */
export async function addExamplePeople(
  ctx: TeamCtx,
  people: readonly { readonly name: string; readonly role: Role }[],
): Promise<{ readonly userId: string; readonly memberId: string }[]> {
  const now = ctx.clock.now()
  return transaction(ctx.db, async (tx) => {
    const accounts = await insertPretendAccounts(tx, ctx.team.id, people, now)
    const made: { userId: string; memberId: string }[] = []
    for (const { id: userId, role } of accounts)
      made.push({ userId, memberId: (await upsertMember(tx, ctx.team.id, userId, role, now)).id })
    return made
  })
}

/** Shows a filled example to its admin. */
export const markExampleReady = ({ db, team }: TeamCtx): Promise<boolean> =>
  updateExample(db, team.id, ['filling'], 'ready')

/** Hides an example immediately; a job deletes what belongs to it. Throws `conflict` for a real team. Admins only. */
export async function hideExample(ctx: TeamCtx): Promise<void> {
  requireAdmin(ctx, 'remove the example')
  await transaction(ctx.db, async (tx) => {
    const from: ExampleState[] = ['filling', 'ready']
    if (!(await updateExample(tx, ctx.team.id, from, 'leaving')))
      throw conflict('This is not an example, so it was not removed.')
    await recordExampleEvent(tx, ctx.clock, { id: ctx.actor.userId }, 'example-removed')
  })
}

/** Returns the examples to delete, including those whose filling did not end. */
export async function listExamplesToDelete(db: Db, clock: Clock): Promise<string[]> {
  const rows = await selectExamplesToDelete(db, new Date(clock.now().getTime() - FILLED_WITHIN_MS))
  for (const { id, example } of rows)
    if (example === 'filling') await updateExample(db, id, ['filling'], 'leaving')
  return rows.map(({ id }) => id)
}

/** Deletes the remainder of an example that has no more rows: its people and its team. */
export async function deleteExampleTeam(db: Db, teamId: string): Promise<void> {
  await deletePretendAccounts(db, teamId)
  await deleteTeam(db, teamId)
}

/** Throws `conflict` in an example: nothing real may go there, because it would be deleted with it. */
export async function requireRealTeam(tx: Tx | Db, teamId: string, message: string): Promise<void> {
  const team = await selectTeam(tx, teamId)
  if (!team) throw notFound('The team')
  if (team.example !== null) throw conflict(message)
}
