import type { RunView } from './schemas'

/** A part of the list of runs, newest first: all, or those of a search, a member, a state, or after a run. */
export interface RunPart {
  readonly searchId?: string | undefined
  readonly memberId?: string | undefined
  readonly state?: RunView['state'] | undefined
  readonly after?: { readonly id: string; readonly startedAt: Date }
}

/** Returns the part as a condition. The bound alone serves the index; the pair decides among runs of one moment. */
export const whereOf = ({ searchId, memberId, state, after }: RunPart) => ({
  ...(searchId && { searchId }),
  ...(memberId && { memberId }),
  ...(state && { state }),
  ...(after && {
    startedAt: { lte: after.startedAt },
    AND: [{ OR: [{ startedAt: { lt: after.startedAt } }, { id: { lt: after.id } }] }],
  }),
})

/** Open background runs of a team that are not cancelled: one, all, or all of a member. */
export interface OpenRuns {
  readonly teamId: string
  readonly id?: string
  readonly memberId?: string
  readonly cancelledAt: null
}

/** Runs to end: one, or all background runs of these processes. */
export type EndingRuns =
  | { readonly teamId: string; readonly id: string }
  | { readonly manner: 'background'; readonly instanceId: { in: string[] } }

export const NEWEST_FIRST = [{ startedAt: 'desc' as const }, { id: 'desc' as const }]

/** Runs after a position, newest first; of one search, if given. */
export interface RunSpan {
  readonly searchId?: string
  readonly place: { readonly at: Date; readonly id: string }
}

/**
 * Returns the span as a condition. It has no lower bound, because with one SQLite would not use the index of a
 * search's runs.
 */
export const whereIn = ({ searchId, place: { at, id } }: RunSpan) => ({
  ...(searchId !== undefined && { searchId }),
  startedAt: { lte: at },
  NOT: { startedAt: at, id: { gte: id } },
})

/** Columns by which runs are filtered, and by which it is decided who may see them. */
export const TRAITS = {
  ...{ id: true, startedAt: true, keyId: true, environmentId: true, memberId: true },
  ...{ operation: true, isScheduled: true, shared: true },
} as const
