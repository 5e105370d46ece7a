import type { z } from 'zod'
import { conflict, notFound, requireAdmin } from '@/lib/kernel'
import { appendAuditEntry, changesOf } from '@/lib/platform/audit'
import { askedOnce, isDuplicate, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import type {
  createEnvironmentInput,
  EnvironmentView,
  renameEnvironmentInput,
  updateTeamInput,
} from './schemas'
import {
  insertEnvironment,
  selectEnvironment,
  selectEnvironments,
  selectTeam,
  updateEnvironmentName,
  updateTeamRow,
} from './store'

/**
 * Renames the team or moves it to another time zone, in the transaction of the verb that recounts the budgets. Admins
 * only.
 */
export async function updateTeam(
  tx: Tx,
  ctx: TeamCtx,
  input: z.output<typeof updateTeamInput>,
): Promise<void> {
  requireAdmin(ctx, 'change the team')
  const before = await selectTeam(tx, ctx.team.id)
  if (!before) throw notFound('The team')
  await updateTeamRow(tx, ctx.team.id, input)
  await appendAuditEntry(tx, ctx, {
    action: 'team.update',
    subjectId: ctx.team.id,
    subjectName: input.name,
    detail: changesOf(before, input),
  })
}

/** Returns the team's environments, in order. */
export const listEnvironments = askedOnce(async (ctx): Promise<EnvironmentView[]> => {
  const rows = await selectEnvironments(ctx.db, ctx.team.id)
  return rows.map(({ id, name, color }) => ({ id, name, color }))
})

/** Returns one environment of the team. Throws `not_found`. */
export async function getEnvironment(ctx: TeamCtx, id: string): Promise<EnvironmentView> {
  const row = await selectEnvironment(ctx.db, ctx.team.id, id)
  if (!row) throw notFound('The environment')
  return { id: row.id, name: row.name, color: row.color }
}

/** Adds an environment for keys to belong to. Throws `conflict` for a name that exists. Admins only. */
export async function createEnvironment(
  ctx: TeamCtx,
  input: z.output<typeof createEnvironmentInput>,
): Promise<void> {
  requireAdmin(ctx, 'add environments')
  await orNameTaken('The environment was not added.', () =>
    transaction(ctx.db, async (tx) => {
      const position = (await selectEnvironments(tx, ctx.team.id)).length
      const row = await insertEnvironment(tx, {
        teamId: ctx.team.id,
        ...input,
        position,
        createdAt: ctx.clock.now(),
      })
      await appendAuditEntry(tx, ctx, {
        action: 'environment.create',
        subjectId: row.id,
        subjectName: input.name,
        detail: { color: input.color },
      })
    }),
  )
}

/** Renames an environment. Throws `not_found`, or `conflict` for a name that exists. Admins only. */
export async function renameEnvironment(
  ctx: TeamCtx,
  { environmentId, name }: z.output<typeof renameEnvironmentInput>,
): Promise<void> {
  requireAdmin(ctx, 'rename environments')
  await orNameTaken('The environment was not renamed.', () =>
    transaction(ctx.db, async (tx) => {
      const before = await selectEnvironment(tx, ctx.team.id, environmentId)
      if (!before) throw notFound('The environment')
      await updateEnvironmentName(tx, ctx.team.id, environmentId, name)
      await appendAuditEntry(tx, ctx, {
        action: 'environment.rename',
        subjectId: environmentId,
        subjectName: name,
        detail: changesOf(before, { name }),
      })
    }),
  )
}

async function orNameTaken(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isDuplicate(error)) throw error
    throw conflict(what, { name: 'There is an environment of this name.' })
  }
}
