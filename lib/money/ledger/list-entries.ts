import type { TeamCtx } from '@/lib/platform/db'
import type { EntryFilter } from './entry-fields'
import { selectEntries } from './entry-store'

const PAGE = 50

/** One shown row of the ledger: a call, its end and its cost. See `entry-fields.ts` for its columns. */
export type EntryView = Readonly<Awaited<ReturnType<typeof selectEntries>>[number]>

/** A call on the ledger: for whom it was made, and what for. */
export type CallView = Pick<
  EntryView,
  'keyPrefix' | 'environmentName' | 'memberName' | 'searchName' | 'operation' | 'runId' | 'pageNumber'
>

/** The team's ledger entries, newest first, `most` at a time; `next` is what to pass as `after` for the following ones. */
export async function listEntries(
  ctx: TeamCtx,
  filter: EntryFilter = {},
  after?: string,
  most = PAGE,
): Promise<{ entries: EntryView[]; next: string | null }> {
  const rows = await selectEntries(ctx.db, ctx.team.id, filter, most + 1, after)
  const entries = rows.slice(0, most)
  return { entries, next: rows.length > most ? (entries.at(-1)?.id ?? null) : null }
}
