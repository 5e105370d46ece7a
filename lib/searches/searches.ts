import type { z } from 'zod'
import { appendAuditEntry } from '@/lib/audit'
import { type TeamCtx, type Tx, transaction } from '@/lib/db'
import { AppError, hasRole, notFound, requireWriter } from '@/lib/kernel'
import { getEnvironment } from '@/lib/teams'
import { operation, product, type SearchFields, type SearchView, type updateSearchInput } from './schemas'
import { insertSearch, type SearchColumns, selectSearch, selectSearches, updateSearchRow } from './store'

type SearchRow = NonNullable<Awaited<ReturnType<typeof selectSearch>>>

/** The member's own saved searches and those shared with the team, by name. */
export async function listSearches(ctx: TeamCtx): Promise<SearchView[]> {
  const rows = await selectSearches(ctx.db, ctx.team.id, ctx.actor.memberId)
  return rows.map(toView)
}

/** One saved search that the member may see; throws `not_found`. */
export async function getSearch(ctx: TeamCtx, id: string): Promise<SearchView> {
  const row = await selectSearch(ctx.db, ctx.team.id, ctx.actor.memberId, id)
  if (!row) throw notFound('The saved search')
  return toView(row)
}

/** Saves a search, owned by the member who asks. Costs nothing: it is run on purpose. */
export async function createSearch(ctx: TeamCtx, input: SearchFields): Promise<{ id: string }> {
  requireWriter(ctx, 'save searches')
  if (input.environmentId) await getEnvironment(ctx, input.environmentId)
  return transaction(ctx.db, async (tx) => {
    const now = ctx.clock.now()
    const owned = { teamId: ctx.team.id, ownerId: ctx.actor.memberId, createdAt: now }
    const { id } = await insertSearch(tx, { ...columnsOf(input, now), ...owned })
    await appendAuditEntry(tx, ctx, { action: 'search.create', subjectId: id, subjectName: input.name })
    return { id }
  })
}

/** Changes a saved search: its owner or an admin may. Past runs keep what they asked. */
export async function updateSearch(
  ctx: TeamCtx,
  { searchId, ...input }: z.output<typeof updateSearchInput>,
): Promise<void> {
  if (input.environmentId) await getEnvironment(ctx, input.environmentId)
  await change(ctx, searchId, 'search.update', (tx) =>
    updateSearchRow(tx, ctx.team.id, searchId, columnsOf(input, ctx.clock.now())),
  )
}

/** Deletes a saved search: its owner or an admin may. Its runs and their cost stay. */
export async function deleteSearch(ctx: TeamCtx, searchId: string): Promise<void> {
  await change(ctx, searchId, 'search.delete', (tx) =>
    updateSearchRow(tx, ctx.team.id, searchId, { deletedAt: ctx.clock.now() }),
  )
}

async function change(
  ctx: TeamCtx,
  id: string,
  action: string,
  write: (tx: Tx) => Promise<number>,
): Promise<void> {
  requireWriter(ctx, 'change searches')
  await transaction(ctx.db, async (tx) => {
    const row = await selectSearch(tx, ctx.team.id, ctx.actor.memberId, id)
    if (!row) throw notFound('The saved search')
    if (row.ownerId !== ctx.actor.memberId && !hasRole(ctx.actor.role, 'admin')) {
      throw new AppError(
        'forbidden',
        'Only its owner or an admin may change this search. Save a copy of your own instead.',
      )
    }
    if ((await write(tx)) === 0) throw notFound('The saved search')
    await appendAuditEntry(tx, ctx, { action, subjectId: id, subjectName: row.name })
  })
}

const columnsOf = (input: SearchFields, updatedAt: Date): SearchColumns => ({
  name: input.name,
  operation: input.operation,
  subject: input.subject,
  product: input.operation === 'search' ? input.product : null,
  shared: input.shared,
  environmentId: input.environmentId || null,
  updatedAt,
})

const toView = (row: SearchRow): SearchView => ({
  id: row.id,
  name: row.name,
  operation: operation.parse(row.operation),
  subject: row.subject,
  product: row.product === null ? null : product.parse(row.product),
  shared: row.shared,
  environmentId: row.environmentId,
  ownerId: row.ownerId,
  updatedAt: row.updatedAt,
})
