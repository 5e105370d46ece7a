import type { TeamCtx } from '@/lib/platform/db'
import type { EntryFilter } from '../core/entry-fields'
import { type EntryPlace, readPlace, writePlace } from '../core/entry-place'
import { selectEntries } from '../core/entry-store'
import { findEntries } from './find-entries'

const PAGE = 50

/** One shown row of the ledger: a call, its end and its cost. See `entry-fields.ts` for its columns. */
export type EntryView = Readonly<Awaited<ReturnType<typeof selectEntries>>[number]>

/** A call on the ledger: for whom it was made, and what for. */
export type CallView = Pick<
  EntryView,
  'keyPrefix' | 'environmentName' | 'memberName' | 'searchName' | 'operation' | 'runId' | 'pageNumber'
>

/** Some of the ledger's entries. */
interface EntryPage {
  readonly entries: EntryView[]
  /** What to pass as `after` for the following ones; null where there are none. */
  readonly next: string | null
  /** How far back was looked, where the look ended before the page was full; else null. */
  readonly lookedBackTo: Date | null
}

const NEWEST: EntryPlace = { at: new Date(Date.UTC(9999, 0)), id: '' }

/**
 * The team's ledger entries, newest first, `most` at a time. A look is bounded: a rare combination of filters may bring
 * fewer, and `next` goes on from there.
 */
export async function listEntries(
  ctx: TeamCtx,
  filter: EntryFilter = {},
  after?: string,
  most = PAGE,
  maxRollups?: number,
): Promise<EntryPage> {
  const { db, team } = ctx
  const place = (after === undefined ? null : readPlace(after)) ?? NEWEST
  const asked = {
    db,
    teamId: team.id,
    filter,
    place,
    most: most + 1,
    ...(maxRollups !== undefined && { maxRollups }),
  }
  const { places, goesOnAt } = await findEntries(asked)
  const shown = places.slice(0, most)
  const entries = await selectEntries(
    db,
    team.id,
    shown.map(({ id }) => id),
  )
  const last = places.length > most ? shown.at(-1) : goesOnAt
  return { entries, next: last ? writePlace(last) : null, lookedBackTo: goesOnAt?.at ?? null }
}
