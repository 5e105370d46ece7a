import type { TeamCtx } from '@/lib/platform/db'
import type { EntryFilter } from '../core/entry-fields'
import { type EntryPlace, readPlace, writePlace } from '../core/entry-place'
import { selectEntries } from '../core/entry-store'
import { findEntries } from './find-entries'

const PAGE = 50

/** A row of the ledger: a call, its end and its cost. See `entry-fields.ts` for the columns. */
export type EntryView = Readonly<Awaited<ReturnType<typeof selectEntries>>[number]>

/** A call on the ledger: its attribution and its operation. */
export type CallView = Pick<
  EntryView,
  'keyPrefix' | 'environmentName' | 'memberName' | 'searchName' | 'operation' | 'runId' | 'pageNumber'
>

/** A page of the ledger's entries. */
interface EntryPage {
  readonly entries: EntryView[]
  /** The value of `after` for the next page; null on the last one. */
  readonly next: string | null
  /** Moment that the scan went back to if it ended before the page was full; else null. */
  readonly lookedBackTo: Date | null
}

const NEWEST: EntryPlace = { at: new Date(Date.UTC(9999, 0)), id: '' }

/**
 * Returns the team's ledger entries, newest first, `most` at a time. Each scan is bounded, so a rare combination of
 * filters may return fewer; `next` continues from there.
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
