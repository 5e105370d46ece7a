import type { NewRun } from './new-run'
import type { RunAddition } from './run-counts'
import type { RunEnd } from './schemas'

/** A run that is over, with what it brought. */
export interface PastRun {
  readonly run: NewRun
  readonly sums: Omit<RunAddition, 'runId'>
  readonly end: RunEnd
}

/** Its row. */
export const pastRow = ({ run, sums, end: { reason, at, note } }: PastRun) => ({
  ...{ ...run, ...sums, manner: 'background', state: 'ENDED', nextSeq: 1 },
  ...{ endReason: reason, endedAt: at, endNote: note ?? null },
})
