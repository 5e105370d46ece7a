import type { RunView } from './schemas'

/** Which runs of a list, newest first: all, or those of a search, a member, a state, or after a run. */
export interface RunPart {
  readonly searchId?: string | undefined
  readonly memberId?: string | undefined
  readonly state?: RunView['state'] | undefined
  readonly after?: { readonly id: string; readonly startedAt: Date }
}

/** The same as a condition. The bound alone serves the index; the pair decides among runs of one moment. */
export const whereOf = ({ searchId, memberId, state, after }: RunPart) => ({
  ...(searchId && { searchId }),
  ...(memberId && { memberId }),
  ...(state && { state }),
  ...(after && {
    startedAt: { lte: after.startedAt },
    AND: [{ OR: [{ startedAt: { lt: after.startedAt } }, { id: { lt: after.id } }] }],
  }),
})

/** Which open runs in the background of a team: one, or all of a member, not cancelled yet. */
export interface OpenRuns {
  readonly teamId: string
  readonly id?: string
  readonly memberId?: string
  readonly cancelledAt: null
}

/** Which runs end: one, or all in the background of these processes. */
export type EndingRuns =
  | { readonly teamId: string; readonly id: string }
  | { readonly manner: 'background'; readonly instanceId: { in: string[] } }

export const NEWEST_FIRST = [{ startedAt: 'desc' as const }, { id: 'desc' as const }]

/** Runs that come after a place, newest first; of one search, if it is named. */
export interface RunSpan {
  readonly searchId?: string
  readonly place: { readonly at: Date; readonly id: string }
}

/** The same as a condition. It has no lower bound: with one SQLite would not take the index of a search's runs. */
export const whereIn = ({ searchId, place: { at, id } }: RunSpan) => ({
  ...(searchId !== undefined && { searchId }),
  startedAt: { lte: at },
  NOT: { startedAt: at, id: { gte: id } },
})

/** What runs can be filtered by, and who may see them. */
export const TRAITS = {
  ...{ id: true, startedAt: true, keyId: true, environmentId: true, memberId: true },
  ...{ operation: true, isScheduled: true, shared: true },
} as const
