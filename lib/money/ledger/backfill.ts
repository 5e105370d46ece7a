import type { Clock } from '@/lib/kernel'
import { type Db, lock, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { addToRollups } from './add-to-rollups'
import { updatePrincipals } from './attempt-store'
import { type BackfillPlace, putBackfill, selectBackfill } from './backfill-store'
import { copiesOf, rollupOf } from './end-attempt'
import { readOutcome } from './entry-fields'
import { selectEntriesBefore, updateCopies } from './entry-store'
import { takeFromLegacy, takeLegacy } from './rollup-store'
import type { CallPrincipal } from './schemas'

/** What the ledger does not know of calls of before, told by those who keep runs and pages. */
export interface OldCalls {
  /** On whose behalf each of these runs bought; a run that is left out was a member's. */
  principalsOf(tx: Tx, teamId: string, runIds: string[]): Promise<ReadonlyMap<string, CallPrincipal>>
  /** How many items of each of these pages were new; a page that is left out had none, as far as is known. */
  newItemsOf(tx: Tx, teamId: string, attemptIds: string[]): Promise<ReadonlyMap<string, number>>
}

interface FillStep {
  readonly db: Db
  readonly clock: Clock
  readonly teamId: string
  readonly calls: OldCalls
  /** How many entries a step reads. */
  readonly most: number
  /** False once another process does this: then nothing is written. */
  isMine(tx: Tx): Promise<boolean>
}

const START: BackfillPlace = { at: new Date('9999-01-01'), entryId: '' }

/**
 * Fills some of a team's entries of before, newest first, and moves what they add from the rollups of before to the
 * rollups, in one short transaction: after each step both together are what the entries add up to. Returns whether the
 * team is done.
 */
export const fillSome = ({ db, clock, teamId, calls, most, isMine }: FillStep): Promise<boolean> =>
  transaction(db, async (tx) => {
    await lock(tx, `backfill of ${teamId}`, 'exclusive')
    if (!(await isMine(tx))) return false
    const standing = await selectBackfill(tx, teamId)
    if (standing?.doneAt) return true
    const place = standing ?? START
    const entries = await selectEntriesBefore(tx, teamId, place, most)
    const last = entries.at(-1)
    if (last) {
      const filled = await fill(tx, teamId, calls, entries)
      await putBackfill(tx, teamId, { at: last.at, entryId: last.id }, filled, null)
      return false
    }
    const isDone = !(await moveRest(tx, teamId, most))
    await putBackfill(tx, teamId, place, 0, isDone ? clock.now() : null)
    return isDone
  })

type OldEntry = Awaited<ReturnType<typeof selectEntriesBefore>>[number]

async function fill(tx: Tx, teamId: string, calls: OldCalls, all: readonly OldEntry[]): Promise<number> {
  // Those that settlements have written since are filled, and in the rollups, from their birth.
  const entries = all.filter(({ principal }) => principal === '')
  if (entries.length === 0) return 0
  const runIds = [...new Set(entries.map(({ attempt }) => attempt.runId))]
  const principals = await calls.principalsOf(tx, teamId, runIds)
  const pages = entries.filter(({ outcome }) => outcome === 'SETTLED')
  const news = await calls.newItemsOf(
    tx,
    teamId,
    pages.map(({ attemptId }) => attemptId),
  )
  const named = entries.map((entry) => {
    const { attempt } = entry
    const member = { principal: 'member', principalId: attempt.memberId, origin: 'search' } as const
    const whom = attempt.principal === '' ? (principals.get(attempt.runId) ?? member) : null
    return { entry, whom, attempt: { ...attempt, ...whom } }
  })
  for (const { whom, ids } of byPrincipal(named)) await updatePrincipals(tx, teamId, ids, whom)
  const rows = named.map(({ entry, attempt }) => ({
    ...entry,
    ...copiesOf(attempt),
    newItems: news.get(entry.attemptId) ?? 0,
  }))
  await updateCopies(tx, teamId, rows)
  const rollups = rows.map((row) =>
    rollupOf({ ...row, outcome: readOutcome(row.outcome), quarterHour: row.quarter }),
  )
  await addToRollups(tx, teamId, rollups)
  await takeFromLegacy(tx, teamId, rollups)
  return entries.length
}

function byPrincipal(
  named: readonly { readonly whom: CallPrincipal | null; readonly attempt: { readonly id: string } }[],
) {
  const groups = new Map<string, { readonly whom: CallPrincipal; readonly ids: string[] }>()
  for (const { whom, attempt } of named) {
    if (!whom) continue
    const name = `${whom.principal} ${whom.principalId} ${whom.origin}`
    const group = groups.get(name) ?? { whom, ids: [] }
    groups.set(name, group)
    group.ids.push(attempt.id)
  }
  return groups.values()
}

/** Moves rollups of before for which there are no entries, as they are; false if there are none left. */
async function moveRest(tx: Tx, teamId: string, most: number): Promise<boolean> {
  const rest = await takeLegacy(tx, teamId, most)
  await addToRollups(
    tx,
    teamId,
    rest.map((row) => ({
      ...row,
      ...{ principal: '', principalId: '', searchId: '', origin: '' },
      ...{ newItems: 0, refused: 0, waitedMs: 0, latencyMs: 0 },
    })),
  )
  return rest.length > 0
}

/** How far the backfill of a team is; null where it is done, or has nothing to do. */
export async function findBackfill(
  ctx: TeamCtx,
): Promise<{ readonly entries: number; readonly at: Date } | null> {
  const standing = await selectBackfill(ctx.db, ctx.team.id)
  return standing && !standing.doneAt ? { entries: standing.entries, at: standing.at } : null
}
