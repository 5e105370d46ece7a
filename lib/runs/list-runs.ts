import { z } from 'zod'
import type { TeamCtx } from '@/lib/db'
import { notFound } from '@/lib/kernel'
import { operationOf } from './operation'
import { endReason, type ItemView, type RunTotals, type RunView, runState } from './schemas'
import { selectResultPages, selectRun, selectRuns } from './store'
import { totalsOf, totalsOfRuns } from './totals'

const MOST = 100

type RunRow = NonNullable<Awaited<ReturnType<typeof selectRun>>>

/** The latest runs that the member may see, newest first, `most` of them; of one saved search where one is named. */
export async function listRuns(
  ctx: TeamCtx,
  { most = MOST, searchId }: { most?: number; searchId?: string } = {},
): Promise<RunView[]> {
  const rows = await selectRuns(ctx.db, ctx.team.id, ctx.actor.memberId, most, searchId)
  const totals = await totalsOfRuns(ctx.db, ctx.team.id, rows)
  return rows.map((row) => toView(ctx, row, totals(row)))
}

/** One run with the items it bought, in the order they came; throws `not_found`. */
export async function getRun(ctx: TeamCtx, id: string): Promise<{ run: RunView; items: ItemView[] }> {
  const row = await selectRun(ctx.db, ctx.team.id, ctx.actor.memberId, id)
  if (!row) throw notFound('The run')
  const [pages, totals] = await Promise.all([
    selectResultPages(ctx.db, ctx.team.id, id),
    totalsOf(ctx.db, row),
  ])
  return {
    run: toView(ctx, row, totals),
    items: pages.flatMap((page) => storedItems.parse(JSON.parse(page.items))),
  }
}

const text = z.string().nullable()
const storedItems = z.array(
  z.object({
    id: z.string(),
    text: z.string(),
    author: z.object({ id: text, handle: text, name: text }),
    createdAt: text,
    link: text,
  }),
)

const toView = (ctx: TeamCtx, row: RunRow, totals: RunTotals): RunView => ({
  ...totals,
  id: row.id,
  searchId: row.searchId,
  searchName: row.searchName,
  operation: operationOf(row),
  subject: row.subject,
  product: row.product,
  keyId: row.keyId,
  keyPrefix: row.keyPrefix,
  environmentName: row.environmentName,
  memberName: row.memberName,
  isOwn: row.memberId === ctx.actor.memberId,
  state: runState.parse(row.state),
  endReason: row.endReason === null ? null : endReason.parse(row.endReason),
  startedAt: row.startedAt,
  endedAt: row.endedAt,
})
