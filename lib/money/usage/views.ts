import { z } from 'zod'
import { canChange, conflict, newId, notFound, requireAdmin, requireWriter } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { nameInput } from '@/lib/platform/input'
import {
  countUsageViews,
  deleteUsageViewRow,
  insertUsageView,
  MAX_USAGE_VIEWS,
  selectUsageView,
  selectUsageViews,
} from './view-store'

/** Returns the team's saved views of usage, by name. */
export async function listUsageViews(ctx: TeamCtx): Promise<UsageView[]> {
  const rows = await selectUsageViews(ctx.db, ctx.team.id)
  return rows
    .map(({ id, name, query, createdByName, createdById }) => ({
      id,
      name,
      query,
      createdByName,
      mayDelete: canChange(ctx.actor, createdById),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** Saves an address of the page Usage under a name, for the whole team. Members only. */
export async function saveUsageView(
  ctx: TeamCtx,
  { name, query }: z.output<typeof saveUsageViewInput>,
): Promise<{ id: string }> {
  requireWriter(ctx, 'save views')
  const { team, actor } = ctx
  const id = newId()
  const by = { createdById: actor.memberId, createdByName: actor.name, createdAt: ctx.clock.now() }
  await transaction(ctx.db, async (tx) => {
    if ((await countUsageViews(tx, team.id)) >= MAX_USAGE_VIEWS)
      throw conflict(`A team has at most ${MAX_USAGE_VIEWS} views. Delete one that is not used.`)
    await insertUsageView(tx, { id, teamId: team.id, name, query, ...by })
    await appendAuditEntry(tx, ctx, { action: 'view.create', subjectId: id, subjectName: name })
  })
  return { id }
}

/** Deletes one of the actor's own views, or any view as an admin. */
export async function deleteUsageView(
  ctx: TeamCtx,
  { viewId }: z.output<typeof usageViewInput>,
): Promise<void> {
  requireWriter(ctx, 'delete views')
  await transaction(ctx.db, async (tx) => {
    const row = await selectUsageView(tx, ctx.team.id, viewId)
    if (!row) throw notFound('The view')
    if (!canChange(ctx.actor, row.createdById)) requireAdmin(ctx, 'delete views of others')
    await deleteUsageViewRow(tx, ctx.team.id, row.id)
    await appendAuditEntry(tx, ctx, { action: 'view.delete', subjectId: row.id, subjectName: row.name })
  })
}

const MAX_CHARACTERS = 1000

/** Address parameters that a view keeps. The position in a paged list is not among them. */
const KEPT = new Set(
  'range from to environment by measure step compare tab outcome key member service caller wallet search operation'.split(
    ' ',
  ),
)

/**
 * Returns the parameters of an address that a view keeps, in a fixed order. Others, and those without a value, are
 * left out.
 */
function keptQuery(given: string): string {
  const kept = [...new URLSearchParams(given)].filter(([name, value]) => KEPT.has(name) && value !== '')
  return new URLSearchParams(kept.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))).toString()
}

export const saveUsageViewInput = z.object({
  name: nameInput(),
  query: z
    .string()
    .max(MAX_CHARACTERS, 'This address is too long to be saved.')
    .transform(keptQuery)
    .refine((query) => query.length <= MAX_CHARACTERS, 'This address is too long to be saved.'),
})
export const usageViewInput = z.object({ viewId: z.uuid() })

/** A saved view of usage, as the page shows it. */
export interface UsageView {
  readonly id: string
  readonly name: string
  /** The parameters of its address. */
  readonly query: string
  readonly createdByName: string
  /** True if the reader may delete it. */
  readonly mayDelete: boolean
}
