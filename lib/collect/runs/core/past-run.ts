import type { NewRun } from './new-run'
import type { RunAddition } from './run-counts'
import type { RunEnd } from './schemas'

/** A run that is over, with its results. */
export interface PastRun {
  readonly run: NewRun
  readonly sums: Omit<RunAddition, 'runId'>
  readonly end: RunEnd
}

/** Defaults of what a run may leave open. */
const USUAL = {
  ...{ searchVersion: null, capItems: null, capNano: null, untilAt: null, untilKnown: false },
  ...{ isBaseline: false, reuseSeconds: 0, isScheduled: false, instanceId: null },
}

/** Returns its row, with the same columns for every run. */
export const pastRow = ({ run, sums, end: { reason, at, note } }: PastRun) => ({
  ...{ ...USUAL, ...run, ...sums, manner: 'background', state: 'ENDED', nextSeq: 1 },
  ...{ endReason: reason, endedAt: at, endNote: note ?? null },
})
