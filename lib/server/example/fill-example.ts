import { byOperation, type Clock, type Nano, nanoToText, SYSTEM } from '@/lib/kernel'
import { addTopUpCost, setMoney, setPackPrice } from '@/lib/money/costs'
import { createSeededRandom } from '@/lib/money/forecast'
import { setPrice } from '@/lib/money/prices'
import { closeMonth, findLastMonth, reconcileWallet, recordMonths } from '@/lib/money/statements'
import { appendBalanceReading } from '@/lib/money/wallets'
import { DAY_MS, dayContaining } from '@/lib/platform/calendar'
import { type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { insertSlice, packPages } from './book-slice'
import { type CreatedCast, createCast, createExampleBudgets, recordLastUses } from './make-cast'
import {
  balanceChanges,
  EXAMPLE_TOP_UPS,
  FIRST_LEAK_DAY,
  openingBalances,
  PRICE_CHANGE_DAY,
  priceOnDay,
} from './money'
import { EXAMPLE_DAYS, type PlannedSlice, planSlices, slicesUntil } from './plan'

const SEED = 20_260_311
/** Days whose pages keep their items, as if retention had deleted the older ones. */
const KEPT_DAYS = 14
const MINUTE_MS = 60_000

/**
 * Fills an example's team up to now, slice by slice. Each slice is one short transaction. `look` checks for alerts at
 * the end of each day with outside spend, so that all of it is one incident.
 */
export async function fillExample(
  ctx: TeamCtx,
  look: (ctx: TeamCtx) => Promise<unknown>,
  days = EXAMPLE_DAYS,
): Promise<void> {
  const slices = planSlices(slicesUntil(ctx.clock.now(), days), createSeededRandom(SEED))
  const begins = slices[0]?.from ?? ctx.clock.now().getTime()
  const cast = await createCast(atMoment(ctx, begins), EXAMPLE_DAYS - days)
  const balances = openingBalances(slices)
  await transaction(ctx.db, (tx) => readBalances(tx, atMoment(ctx, begins + 1), cast, balances))
  for (const slice of slices) {
    if (slice.day === PRICE_CHANGE_DAY) await changePrice(ctx, slice)
    const lost = await fillSlice(ctx, cast, slice, balances)
    // As in a job, Purser itself draws the conclusions from readings.
    const byItself = { ...atMoment(ctx, slice.to + 1), actor: SYSTEM }
    for (const walletId of lost) await reconcileWallet(byItself, walletId, NO_PRICES)
    if (slice.day >= FIRST_LEAK_DAY && isDayEnd(slice)) await look(byItself)
  }
  const last = slices.at(-1)
  const lost = last && loseLastOf(last)
  if (lost) await fillLost(ctx, cast, lost)
  await recordLastUses(ctx, cast, lost ? [...slices, lost] : slices)
  await makeCosts(ctx, cast)
  await createExampleBudgets(ctx, cast)
  await closeLastMonth(ctx, cast, begins)
}

/** Closes the last month of the first wallet, if it has one, so that both kinds of statements can be seen. */
async function closeLastMonth(ctx: TeamCtx, cast: CreatedCast, begins: number): Promise<void> {
  await recordMonths(ctx)
  const [last, [walletId]] = [await findLastMonth(ctx), cast.wallets]
  if (last && walletId && last.endsAt.getTime() > begins)
    await closeMonth(ctx, { walletId, month: last.month })
}

/** Returns two lost calls after the last reading, so that no reading shows yet whether they were charged. */
function loseLastOf({ to, day }: PlannedSlice): PlannedSlice {
  const call = { waitedMs: 4, latencyMs: 900, outcome: 'lost', items: 0 } as const
  const calls = [1, 2].map((minute) => ({ ...call, at: to + minute * MINUTE_MS }))
  return { from: to, to, day, isNight: false, runs: [], services: [{ service: 1, calls }] }
}

const fillLost = (ctx: TeamCtx, cast: CreatedCast, lost: PlannedSlice): Promise<void> =>
  transaction(ctx.db, (tx) => insertSlice({ tx, ctx, cast, day: lost.day }, lost, new Map()))

const NO_PRICES = byOperation(() => null)

/** Returns the same context at another moment. */
const atMoment = (ctx: TeamCtx, at: number): TeamCtx => ({ ...ctx, clock: stoppedAt(ctx.clock, at) })

const stoppedAt = (clock: Clock, at: number): Clock => ({
  now: () => new Date(at),
  monotonic: () => clock.monotonic(),
  sleep: (ms, signal) => clock.sleep(ms, signal),
})

const changePrice = (ctx: TeamCtx, { from }: PlannedSlice): Promise<void> =>
  setPrice(atMoment(ctx, from), {
    operation: 'search',
    price: nanoToText(priceOnDay('search', PRICE_CHANGE_DAY)),
    firstDay: '',
  })

/** Writes a slice and reads the balances at its end. Returns the wallets whose readings may resolve lost calls. */
async function fillSlice(
  ctx: TeamCtx,
  cast: CreatedCast,
  slice: PlannedSlice,
  balances: Nano[],
): Promise<string[]> {
  const { day } = slice
  const packed = await packPages(day >= EXAMPLE_DAYS - KEPT_DAYS ? slice.runs : [])
  for (const [wallet, change] of balanceChanges(slice).entries())
    balances[wallet] = (balances[wallet] ?? 0n) + change
  await transaction(ctx.db, async (tx) => {
    const place = { tx, ctx, cast, day }
    await insertSlice(place, slice, packed)
    await readBalances(tx, atMoment(ctx, slice.to), cast, balances, isDayEnd(slice))
  })
  const calls = [...slice.runs, ...slice.services].flatMap((each) => each.calls)
  return calls.some(({ outcome }) => outcome === 'lost') ? [...cast.wallets] : []
}

/** Returns whether a slice ends a day. The first wallet is read after each slice, the others once a day. */
const isDayEnd = ({ to, from, day }: PlannedSlice): boolean => (day * DAY_MS + to - from) % DAY_MS === 0

async function readBalances(
  tx: Tx,
  ctx: TeamCtx,
  cast: CreatedCast,
  balances: readonly Nano[],
  isOfAll = true,
): Promise<void> {
  for (const [wallet, walletId] of cast.wallets.entries()) {
    if (wallet > 0 && !isOfAll) return
    const keyId = cast.keys.find((key) => key.walletId === walletId)?.id ?? ''
    const reading = { walletId, keyId, balanceNano: balances[wallet] ?? 0n, source: 'schedule' } as const
    await appendBalanceReading(tx, ctx, { ...reading, askedAt: ctx.clock.now(), settlingMs: null })
  }
}

const PACKS = [
  { pack: 'Starter', credits: '10000', cost: '29' },
  { pack: 'Builder', credits: '50000', cost: '119' },
  { pack: 'Growth', credits: '200000', cost: '399' },
  { pack: 'Scale', credits: '1000000', cost: '1690' },
] as const

/** Enters the cost of top-ups and packs, as an admin would. */
async function makeCosts(ctx: TeamCtx, cast: CreatedCast): Promise<void> {
  await setMoney(ctx, { currency: 'USD', showsMoney: true })
  for (const pack of PACKS) await setPackPrice(ctx, pack)
  for (const { wallet, day: after, credits, cost } of EXAMPLE_TOP_UPS) {
    const at = new Date(ctx.clock.now().getTime() - (EXAMPLE_DAYS - after) * DAY_MS)
    const day = dayContaining(at, ctx.team.timeZone).date
    await addTopUpCost(ctx, { walletId: cast.wallets[wallet] ?? '', day, credits: String(credits), cost })
  }
}
