import type { z } from 'zod'
import type { faultsReport } from './faults-report'

const HEADINGS = [
  'fault',
  'settled',
  'free',
  'unknown',
  'items booked',
  'items charged',
  'ends as',
  'took',
  'next call',
]

/** Renders the report as a Markdown table for people. */
export function tableOf({ faults, peakMegabytes }: z.output<typeof faultsReport>): string {
  const rows = faults.map(({ name, ledger, sandbox, stands, tookMs, nextCall }) => [
    name,
    ledger.outcomes.SETTLED,
    ledger.outcomes.FREE,
    ledger.outcomes.UNKNOWN,
    ledger.settledItems,
    sandbox.items,
    Object.entries(stands)
      .map(([how, runs]) => `${how} ${runs}`)
      .join(', '),
    `${tookMs} ms`,
    `${nextCall.ms} ms`,
  ])
  const lines = [HEADINGS, HEADINGS.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return [...lines, `Peak memory of the process: ${peakMegabytes} MB`].join('\n')
}
