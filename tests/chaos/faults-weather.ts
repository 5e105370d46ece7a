import { getRun, type PageAnswer } from '@/lib/collect/runs'
import type { Db } from '@/lib/platform/db'
import type { FaultSetting } from '@/lib/sandbox'
import { itemsOf } from '../factories/items'
import { readLedger } from './faults-ledger'
import type { WeatherReport } from './faults-report'
import type { World } from './faults-world'

/** Faults that occur now and then, so that the next try may work. */
const WEATHER: readonly FaultSetting[] = [
  { name: '500-after-charge', share: 0.3 },
  { name: '503-before-charge', share: 0.3 },
  { name: 'connection-refused', share: 0.1 },
  { name: 'reset-after-charge', share: 0.3 },
  { name: 'body-cut-short', share: 0.3 },
  { name: 'truncated-json', share: 0.3 },
  { name: '429-storm', share: 0.03 },
]
const RUNS = 12
const PAGES = 3
const MAX_CALLS = 60

/**
 * Continues long runs, a third of them on each of three keys, until they have their pages, under each fault
 * in turn.
 */
export async function weather(db: Db, world: World): Promise<WeatherReport[]> {
  const reports: WeatherReport[] = []
  for (const [seed, fault] of WEATHER.entries()) reports.push(await endure(db, world, { ...fault, seed }))
  return reports
}

async function endure(db: Db, world: World, fault: FaultSetting): Promise<WeatherReport> {
  const before = await world.sandboxCounts()
  await world.control.setFault({ ...fault, only: 'pages' })
  const runs = await Promise.all(Array.from({ length: RUNS }, (_, place) => readThrough(world, place)))
  const { met } = await world.control.faultState()
  await world.control.setFault(null)
  const ofRuns = await readLedger(
    db,
    runs.map(({ runId }) => runId),
  )
  const sandbox = await world.sandboxCounts(before.deliveredItems + ofRuns.ledger.settledItems)
  return {
    name: fault.name,
    met,
    runs: await Promise.all(runs.map(({ runId, calls }) => shapeOf(world, runId, calls))),
    ...ofRuns,
    lostPages: sandbox.pages - before.pages - ofRuns.ledger.outcomes.SETTLED,
    deliveredItems: sandbox.deliveredItems - before.deliveredItems,
  }
}

/** Requests pages until the run has all of them. */
async function readThrough(world: World, place: number) {
  const keyId = world.keyIds[place % 3] ?? ''
  let answer: PageAnswer = await world.start(keyId)
  let calls = 1
  while (answer.totals.pages < PAGES && answer.continuation && calls < MAX_CALLS) {
    answer = await world.next(answer.continuation)
    calls += 1
  }
  return { runId: answer.runId, calls }
}

async function shapeOf(world: World, runId: string, calls: number) {
  const run = await getRun(world.team.admin, runId)
  const items = await itemsOf(world.team.admin, runId)
  return {
    calls,
    pages: run.pages,
    items: items.length,
    different: new Set(items.map(({ id }) => id)).size,
  }
}
