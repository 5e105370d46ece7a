import type { SearchParams } from '@/app/_server'
import { CallTable } from '@/components/runs'
import { Card } from '@/components/ui'
import { type EntryView, listEntries } from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'
import { DetailsLeft } from '../../details-left'
import { readRawPageAction } from '../actions'

const FIRST_CALLS = 10
const MORE_CALLS = 50

/** Returns the number of calls that the page's URL asks for. */
export const callsOf = ({ calls }: Awaited<SearchParams>): number =>
  calls === 'more' ? MORE_CALLS : FIRST_CALLS

interface CallsCardProps {
  readonly title: string
  readonly ctx: TeamCtx
  readonly runId: string
  readonly startedAt: Date
  readonly most: number
}

/** Lists the run's ledger calls, at most `most` of them. */
export async function CallsCard({ title, ctx, runId, startedAt, most }: CallsCardProps) {
  const { entries, next } = await listEntries(ctx, { runId }, undefined, most)
  return (
    <Card title={title}>
      <CallTable
        calls={entries.map(toCall)}
        isWhole={next === null}
        hasMore={next !== null && most < MORE_CALLS}
        timeZone={ctx.team.timeZone}
        team={ctx.team.slug}
        runId={runId}
        readRaw={readRawPageAction}
      />
      {next === null && <DetailsLeft ctx={ctx} since={startedAt} />}
    </Card>
  )
}

const toCall = ({ id, at, pageNumber, operation, outcome, reason, ...entry }: EntryView) => {
  const { items, reservedItems, chargeNano, waitedMs, latencyMs } = entry
  return {
    id,
    at,
    pageNumber,
    operation,
    outcome,
    reason,
    items,
    reservedItems,
    chargeNano,
    waitedMs,
    latencyMs,
  }
}
