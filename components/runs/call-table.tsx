'use client'

import { Button } from '@mantine/core'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useState, useTransition } from 'react'
import { RawDrawer } from '@/components/items/dialogs'
import { DataTable, EmptyState, StateBadge } from '@/components/ui'
import {
  currentTimeZone,
  currentUnit,
  formatCreditsInColumn,
  formatDuration,
  formatMoment,
  localiseStoredText,
  UNKNOWN_FIGURE,
  unitTitle,
} from '@/lib/kernel'
import type { EntryView } from '@/lib/money/ledger'
import {
  describeCallItems,
  describeCallSubject,
  isChargeKnown,
  numberAttempts,
  OUTCOME_LABELS,
} from './call-labels'
import classes from './runs.module.css'

type Call = Pick<
  EntryView,
  | 'id'
  | 'at'
  | 'pageNumber'
  | 'outcome'
  | 'reason'
  | 'items'
  | 'reservedItems'
  | 'chargeNano'
  | 'waitedMs'
  | 'latencyMs'
>

interface RawPageInput {
  team: string
  runId: string
  pageNumber: number
}

interface CallTableProps extends Omit<RawPageInput, 'pageNumber'> {
  /** The calls to show, and older ones by which the tries at a page are counted. */
  readonly calls: readonly Call[]
  readonly shown: number
  /** True if these are all calls of the run; else only the newest. */
  readonly isWhole: boolean
  /** True if the page shows more of them on request. */
  readonly hasMore: boolean
}

/** Lists a run's calls from the ledger. A page that was tried again has a row for each try. */
export function CallTable({ calls, shown, isWhole, hasMore, ...where }: CallTableProps) {
  const [raw, setRaw] = useState<RawPageInput | null>(null)
  if (calls.length === 0) return <EmptyState title="No calls on the ledger" />
  const duration = (ms: number | null) => (ms === null ? UNKNOWN_FIGURE : formatDuration(ms))
  const rows = numberAttempts(calls, isWhole).slice(0, shown)
  const which = isWhole && calls.length <= shown ? 'Calls' : `The newest ${rows.length} calls`
  return (
    <>
      <DataTable
        caption={`${which} of this run on the ledger, newest first, times in ${currentTimeZone()}`}
        minWidth={760}
        rows={rows}
        keyOf={({ call }) => call.id}
        columns={[
          {
            label: 'Page',
            onCard: 'named',
            render: ({ call }) => describeCallSubject(call),
          },
          {
            label: 'Attempt',
            isNumeric: true,
            render: ({ tryNumber }) => tryNumber ?? UNKNOWN_FIGURE,
          },
          { label: 'Ended', render: ({ call }) => formatMoment(call.at) },
          { label: 'Outcome', render: ({ call }) => <Outcome call={call} /> },
          { label: 'Items', isNumeric: true, render: ({ call }) => describeCallItems(call) },
          {
            label: unitTitle(),
            isNumeric: true,
            onCard: 'figure',
            render: ({ call }) => <Charge call={call} />,
          },
          { label: 'Waited', isNumeric: true, render: ({ call }) => duration(call.waitedMs) },
          {
            label: 'Latency',
            isNumeric: true,
            render: ({ call }) => duration(call.latencyMs),
          },
          {
            label: 'Raw answer',
            render: ({ call: { outcome, pageNumber } }) =>
              outcome === 'SETTLED' && (
                <button
                  type="button"
                  className={classes.raw}
                  aria-label={`Raw JSON of page ${pageNumber}`}
                  onClick={() => setRaw({ ...where, pageNumber })}
                >
                  Raw
                </button>
              ),
          },
        ]}
      />
      {hasMore && <MoreButton />}
      <RawDrawer
        input={raw}
        title={raw ? `Page ${raw.pageNumber}, as received` : ''}
        onClose={() => setRaw(null)}
      />
    </>
  )
}

/** Requests more calls. The page loads only a few, because most people look at none of them. */
function MoreButton() {
  const [isPending, startTransition] = useTransition()
  const [, setCalls] = useQueryState(
    'calls',
    parseAsStringLiteral(['more']).withOptions({ shallow: false, scroll: false, startTransition }),
  )
  return (
    <Button mt="sm" size="xs" variant="default" loading={isPending} onClick={() => void setCalls('more')}>
      Show more calls
    </Button>
  )
}

const Charge = ({ call }: { readonly call: Call }) =>
  isChargeKnown(call) ? (
    <span data-unit={currentUnit()}>{formatCreditsInColumn([call.chargeNano ?? 0n])}</span>
  ) : (
    'Unknown'
  )

function Outcome({ call }: { readonly call: Call }) {
  const { tone, word } = OUTCOME_LABELS[call.outcome]
  return (
    <>
      <StateBadge tone={tone}>{word}</StateBadge>
      {call.outcome === 'UNKNOWN' && <span className={classes.reason}>May have been charged</span>}
      {call.reason && <span className={classes.reason}>{localiseStoredText(call.reason)}</span>}
    </>
  )
}
