import { systemClock } from '@/lib/kernel'
import { sumClosedDays } from '@/lib/money/ledger'
import { thinReadings } from '@/lib/money/statements'
import type { DbLocation } from '@/lib/platform/db'
import { systemCtx } from '@/lib/server/jobs'
import { listAllTeams } from '@/lib/teams/teams'
import { makeItems } from './item-rows'
import { dropSources, makeLedger, makeSources } from './ledger-rows'
import { makeBudgets, makeLists } from './list-rows'
import { planRuns, type Shape } from './shape'
import { makeReadings, makeSums, type Span } from './sums-rows'
import { makeTeamRows } from './team-rows'
import { openWriter, type Writer } from './writer'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * Fills an idle installation with a history up to now: everything that Purser itself would have written, except the
 * items of older pages. Rollups and totals are counted from the entries. `tell` receives a line for each step.
 */
export async function fill(location: DbLocation, shape: Shape, tell: (line: string) => void): Promise<Span> {
  const to = Math.floor(Date.now() / MINUTE_MS - 2) * MINUTE_MS
  const span = { from: to - shape.days * DAY_MS, to }
  const middle = (span.from + span.to) / 2
  const writer = await openWriter(location)
  const step = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now()
    const done = await work()
    tell(`${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s`)
    return done
  }
  try {
    const team = await step('team', () =>
      makeTeamRows(writer.db, shape, new Date(span.from), new Date(middle)),
    )
    await makeSources(writer, team)
    await step(`${shape.entries} calls`, () =>
      makeLedger(writer, team, planRuns(shape, to), middle, (done) => tell(`  ${done} calls`)),
    )
    await dropSources(writer)
    await step('rollups and totals', () =>
      writer.withoutIndexes(['Rollup'], () => makeSums(writer, team, span)),
    )
    await step('days', () => sumDays(writer, team.id))
    await step('balance readings', () => makeReadings(writer, team, span))
    await step('old readings', () => thinOld(writer))
    await step('items', () => makeItems(writer, team, Math.min(shape.pagesWithItems, shape.entries)))
    await step('alerts and audit log', () => makeLists(writer, team, shape, span))
    await step('statistics', () => statistics(writer))
    await step('budgets', () => makeBudgets(writer, team))
  } finally {
    await writer.close()
  }
  return span
}

/** Sums the closed days as the worker's job does, without its rests. */
async function sumDays({ db }: Writer, teamId: string): Promise<void> {
  const steps = sumClosedDays({ db, clock: systemClock, teamId, isMine: () => Promise.resolve(true) })
  while (!(await steps.next()).done);
}

/** Thins old readings as the worker's job did day by day. */
async function thinOld({ db }: Writer): Promise<void> {
  for (const team of await listAllTeams(db)) {
    const steps = thinReadings(systemCtx(db, systemClock, team), () => Promise.resolve(true))
    while (!(await steps.next()).done);
  }
}

/** Does what PostgreSQL does by itself in the background; SQLite is left as Purser leaves it. */
async function statistics(writer: Writer): Promise<void> {
  if (!writer.isSqlite) await writer.run('VACUUM ANALYZE')
}
