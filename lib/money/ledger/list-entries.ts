import type { Micro } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { type EntryFilter, selectEntries } from './store'

const PAGE = 50

/** One row of the ledger as shown: a call, how it ended and what it cost. Times in milliseconds. */
export interface EntryView {
  readonly id: string
  readonly at: Date
  readonly outcome: string
  readonly items: number
  readonly chargeMicro: Micro | null
  readonly priceMicro: Micro | null
  readonly reservedItems: number
  readonly reason: string | null
  readonly httpStatus: number | null
  readonly latencyMs: number | null
  readonly waitedMs: number | null
  readonly keyPrefix: string
  readonly environmentName: string
  readonly memberName: string
  readonly searchName: string | null
  readonly operation: string
  readonly runId: string
  readonly pageNumber: number
}

/** The team's ledger entries, newest first, `most` at a time; `next` is what to pass as `after` for the following ones. */
export async function listEntries(
  ctx: TeamCtx,
  filter: EntryFilter = {},
  after?: string,
  most = PAGE,
): Promise<{ entries: EntryView[]; next: string | null }> {
  const rows = await selectEntries(ctx.db, ctx.team.id, filter, most + 1, after)
  const entries = rows.slice(0, most).map(({ attempt, ...entry }) => ({
    id: entry.id,
    at: entry.at,
    outcome: entry.outcome,
    items: entry.items,
    chargeMicro: entry.chargeMicro,
    priceMicro: entry.priceMicro,
    reservedItems: attempt.reservedItems,
    reason: entry.reason,
    httpStatus: entry.httpStatus,
    latencyMs: entry.latencyMs,
    waitedMs: entry.waitedMs,
    keyPrefix: attempt.keyPrefix,
    environmentName: attempt.environmentName,
    memberName: attempt.memberName,
    searchName: attempt.searchName,
    operation: attempt.operation,
    runId: attempt.runId,
    pageNumber: attempt.pageNumber,
  }))
  return { entries, next: rows.length > most ? (entries.at(-1)?.id ?? null) : null }
}
