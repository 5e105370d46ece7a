import type { TestTeam } from '@/tests/factories/team'
import { printMonth } from './dump'
import { judgeAlerts } from './judge-alerts'
import { judgeLost, type LostFigures } from './judge-lost'
import { judgeStatement } from './judge-statement'
import { beginMonth, endMonth, SCENES, type Scene } from './scenes'
import { type WalletHistory, type WindowObservation, watchMonth } from './watch'
import { type MonthSize, makeWorld, type World } from './world'

/** What happened in a month, for the sums that are printed. */
export interface MonthFigures extends LostFigures {
  pages: number
  thefts: number
  /** By what no reading can tell apart. */
  doubts: Record<string, number>
}

const SCENES_OF: Readonly<Record<MonthSize, number>> = { small: 2, whole: 8 }

/** Lives through a month, and throws at the first thing that Purser says wrongly or does not say. */
export async function simulateMonth(first: TestTeam, seed: number, size: MonthSize): Promise<MonthFigures> {
  const world = await makeWorld(first, seed, size)
  try {
    return await live(world, SCENES_OF[size])
  } catch (error) {
    if (process.env.DUMP) await printMonth(world)
    const at = world.clock.now().toISOString()
    const what = `Seed ${seed}, ${at} (${world.says}): ${error instanceof Error ? error.message : error}`
    // At once, since a hundred of them take long.
    console.log(what)
    throw new Error(what, { cause: error })
  } finally {
    await world.close()
  }
}

async function live(world: World, scenes: number): Promise<MonthFigures> {
  const { draws, books, pots, clock } = world
  const beganAt = new Date('2026-03-01T00:00:00Z')
  const judge = judgeAlerts(world)
  let last: WindowObservation | null = null
  const watching = watchMonth(world, (sight) => {
    last = sight
    judge.see(sight)
  })
  await watching.tick()
  await beginMonth(world, watching)
  for (let turn = 0; turn < scenes; turn++) {
    clock.advance(1000 * draws.between(1, 3600))
    await drawScene(world)(world, draws.pick(pots), watching)
    judge.mustHaveTold()
    if (world.size === 'whole') await watching.rest(draws.between(1, 20), false)
  }
  await endMonth(world, watching)
  await watching.see()
  judge.mustHaveTold(true)
  const histories = (last as WindowObservation | null)?.histories ?? new Map<string, WalletHistory>()
  const lost = await judgeLost(world, histories)
  for (const pot of pots) {
    const history = histories.get(pot.walletId)
    if (history) await judgeStatement(world, pot, beganAt, history)
  }
  const doubts: Record<string, number> = {}
  for (const doubt of judge.doubts.values()) doubts[doubt] = (doubts[doubt] ?? 0) + 1
  const count = (by: string) => books.charges.filter((one) => one.by === by).length
  return { ...lost, pages: count('us'), thefts: count('thief'), doubts }
}

function drawScene({ draws }: World): Scene {
  const total = SCENES.reduce((sum, [weight]) => sum + weight, 0)
  let left = draws.between(1, total)
  for (const [weight, scene] of SCENES) {
    left -= weight
    if (left <= 0) return scene
  }
  throw new Error('No scene was drawn')
}
