import { nanoToText } from '@/lib/kernel'
import { setPrice } from '@/lib/money/prices'
import {
  actDuringCall,
  buyFromOutside,
  buyPages,
  buyUnexpectedPage,
  buyWholePages,
  loseAnswer,
  passSomeSeconds,
} from './calls'
import { leadIn } from './shapes'
import type { MonthWatch } from './watch'
import { MAX_TIMES, type TestWallet, type World } from './world'

/** Something that happens to a wallet. Each ends when all of it must have been told. */
export type Scene = (world: World, pot: TestWallet, watching: MonthWatch) => Promise<void>

const times = async (count: number, act: () => Promise<void>) => {
  for (let turn = 0; turn < count; turn++) await act()
}

const work = async (world: World, pot: TestWallet, most = 3) => {
  const { draws } = world
  await times(draws.between(1, most), () =>
    draws.chance(15)
      ? buyUnexpectedPage(world, pot, draws.pick(pot.operations))
      : buyPages(world, pot, draws.pick(pot.operations), draws.between(1, 2)),
  )
}

const usualWork: Scene = async (world, pot, { quiet }) => {
  await work(world, pot)
  await quiet()
}

/** Somebody else spends while the wallet rests: the next hourly reading tells. */
const theftAtRest: Scene = async (world, pot, { rest }) => {
  await times(world.draws.between(1, 3), () => buyFromOutside(world, pot))
  await rest(2, true)
}

const theftAtWork: Scene = async (world, pot, { quiet }) => {
  await work(world, pot, 2)
  await times(world.draws.between(1, 2), () => buyFromOutside(world, pot))
  await work(world, pot, 1)
  await quiet()
}

const theftDuringCall: Scene = async (world, pot, watching) => {
  await work(world, pot, 1)
  await actDuringCall(world, pot, world.draws.pick(pot.operations), async () => {
    await buyFromOutside(world, pot)
    if (world.draws.chance(50)) await watching.tick()
  })
  await watching.quiet()
}

/** Calls are lost, alone or in company. */
const losses: Scene = async (world, pot, { quiet }) => {
  const { draws } = world
  await times(draws.pick([1, 1, 2, 3]), async () => {
    if (draws.chance(40)) await work(world, pot, 1)
    await loseAnswer(world, pot, draws.pick(pot.operations))
  })
  if (draws.chance(50)) await work(world, pot, 1)
  await quiet()
}

const theftBesideLoss: Scene = async (world, pot, { quiet }) => {
  await loseAnswer(world, pot, world.draws.pick(pot.operations))
  await buyFromOutside(world, pot)
  await work(world, pot, 1)
  await quiet()
}

const topUp: Scene = async (world, pot, { quiet }) => {
  const { upstream, books, draws, clock } = world
  const nano = BigInt(draws.between(1, 999)) * 1_000_000_007_001n
  if (draws.chance(50)) await work(world, pot, 1)
  passSomeSeconds(world)
  upstream.sandbox.operator.topUp(pot.upstreamId, nano)
  books.topUps.push({ walletId: pot.walletId, at: clock.now().getTime(), nano })
  await work(world, pot, 1)
  await quiet()
}

/** The upstream has another price, in the middle of work or between. An admin says so at once, later, or never. */
const priceChange: Scene = async (world, pot, watching) => {
  const { upstream, draws, arePricesTold } = world
  const operation = draws.pick(pot.operations)
  const price = draws.priceNear(pot.prices.get(operation)?.at(-1) ?? 1n, MAX_TIMES)
  const tell = async () => {
    if (arePricesTold) {
      const lead = leadIn(world.shapes[operation], price)
      await setPrice(world.ctx, { operation, price: nanoToText(lead), firstDay: '' })
    }
  }
  if (draws.chance(30)) await buyPages(world, pot, operation)
  passSomeSeconds(world)
  upstream.sandbox.setPrice(operation, price, pot.upstreamId)
  pot.prices.get(operation)?.push(price)
  const when = draws.pick(['at once', 'later', 'never'])
  if (when === 'at once') await tell()
  await learn(world, pot, operation, watching)
  if (when === 'later') {
    await tell()
    await learn(world, pot, operation, watching)
  }
}

/** Pages of one operation in different numbers, each in a window of its own. */
async function learn(
  world: World,
  pot: TestWallet,
  operation: TestWallet['operations'][number],
  { quiet }: MonthWatch,
) {
  for (const pages of [1, 2, 1]) {
    await buyWholePages(world, pot, operation, pages)
    await quiet()
  }
}

/** The same for both wallets at once, one operation after the other. */
async function learnAll(
  world: World,
  { quiet }: MonthWatch,
  windows: readonly number[],
  all: readonly TestWallet[] = world.pots,
) {
  for (const place of world.size === 'small' ? [0] : [0, 1])
    for (const pages of windows) {
      const pots = all.filter(({ operations }) => operations[place])
      for (const pot of pots)
        await buyWholePages(world, pot, pot.operations[place] ?? pot.operations[0], pages)
      if (pots.length > 0) await quiet()
    }
}

/** What happens, and how often. */
export const SCENES: readonly (readonly [weight: number, scene: Scene])[] = [
  [5, usualWork],
  [3, theftAtRest],
  [3, theftAtWork],
  [2, theftDuringCall],
  [5, losses],
  [1, theftBesideLoss],
  [2, topUp],
  [2, priceChange],
]

/** At the beginning Purser gets to know prices that nobody states, and how late charges show. */
export async function beginMonth(world: World, watching: MonthWatch): Promise<void> {
  const { pots, size, arePricesTold, isLagTold, lagMs } = world
  // The prices of the first wallet are those that are stated.
  const isFirstKnown = size === 'small' && arePricesTold && (isLagTold || lagMs < LATE_MS)
  // A wallet that was never used is not read.
  if (isFirstKnown) await buyWholePages(world, pots[0], pots[0].operations[0], 1)
  await learnAll(world, watching, arePricesTold ? [1, 2] : [1, 2, 1], isFirstKnown ? [pots[1]] : pots)
}

/** Charges that show later than this are not expected until that is learnt. */
const LATE_MS = 60_000

/** At the end some pages of ours tell what was not told apart before. */
export async function endMonth(world: World, watching: MonthWatch): Promise<void> {
  const isSmall = world.size === 'small'
  await learnAll(world, watching, isSmall ? [1] : [1, 2])
  await watching.rest(isSmall ? 1 : 2, true)
}
