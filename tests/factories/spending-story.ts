import { createSearch, createSearchInput } from '@/lib/collect/searches'
import { createBudget, createBudgetInput } from '@/lib/money/budgets'
import { appendBalanceReading, createWallet } from '@/lib/money/wallets'
import { DAY_MS, dayContaining } from '@/lib/platform/calendar'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { bookOf } from './ledger'
import { makeTestClock } from './test-clock'

const HOUR_MS = 3_600_000
const CREDIT = 1_000_000_000n
const DAYS = 34

export interface SpendingStory {
  readonly main: string
  readonly client: string
  /** Its items are bought again day by day. */
  readonly wasteful: string
}

/**
 * A month of a team up to the clock's now: a wallet that is busy, was topped up, and lost credits to somebody else
 * yesterday; one that lasts for long; a search that buys the same items again and again; a budget that will not hold.
 */
export async function tellSpendingStory(
  ctx: TeamCtx,
  environmentIds: readonly [string, string],
  stolen = 79_300,
): Promise<SpendingStory> {
  const now = ctx.clock.now().getTime()
  const clock = makeTestClock(new Date(now - DAYS * DAY_MS))
  const past: TeamCtx = { ...ctx, clock }
  const main = await createWallet(past, { name: 'Brands' })
  const client = await createWallet(past, { name: 'Client work' })
  const search = (name: string, operation: string, subject: string) =>
    createSearch(past, createSearchInput.parse({ name, operation, subject, shared: true }))
  const wasteful = await search('Clementine timeline', 'timeline', 'clementine')
  const careful = await search('Brand mentions', 'search', 'coffee')
  const balances = new Map([
    [main.id, 60_000n * CREDIT],
    [client.id, 100_000n * CREDIT],
  ])
  const read = (walletId: string) =>
    transaction(ctx.db, (tx) =>
      appendBalanceReading(tx, past, {
        walletId,
        keyId: 'key',
        balanceNano: balances.get(walletId) ?? 0n,
        source: 'schedule',
        askedAt: clock.now(),
        settlingMs: null,
      }),
    )
  const book = bookOf(past)
  const buy = async (
    walletId: string,
    environmentId: string,
    what: { readonly id: string; readonly name: string; readonly isAgain: boolean },
    items: number,
  ) => {
    const of = { walletId, environmentId, searchId: what.id, searchName: what.name }
    const attempt = await book.begin({ ...of, keyId: `key ${environmentId}` })
    const { chargeNano } = await book.settle(attempt, items, {
      newItems: what.isAgain ? Math.floor(items / 20) : Math.floor(items * 0.6),
    })
    balances.set(walletId, (balances.get(walletId) ?? 0n) - (chargeNano ?? 0n))
  }
  const [production, staging] = environmentIds
  const again = { id: wasteful.id, name: 'Clementine timeline', isAgain: true }
  const mentions = { id: careful.id, name: 'Brand mentions', isAgain: false }
  await read(main.id)
  await read(client.id)
  for (let day = 0; day < DAYS; day++) {
    const isWeekend = day % 7 > 4
    clock.advance(9 * HOUR_MS)
    await buy(main.id, production, again, isWeekend ? 1400 : 3000 + 400 * (day % 5))
    clock.advance(HOUR_MS)
    await buy(main.id, staging, mentions, isWeekend ? 300 : 900 + 150 * (day % 4))
    if (day % 2 === 0) await buy(client.id, production, mentions, 260)
    if (day === DAYS - 20) balances.set(main.id, (balances.get(main.id) ?? 0n) + 45_000n * CREDIT)
    clock.advance(2 * HOUR_MS)
    await read(main.id)
    await read(client.id)
    clock.advance(12 * HOUR_MS)
  }
  balances.set(main.id, (balances.get(main.id) ?? 0n) - BigInt(stolen) * CREDIT)
  // An hour ago, but today: charts show it on their last day.
  const today = dayContaining(new Date(now), ctx.team.timeZone).startsAt.getTime()
  clock.advance(Math.max(now - HOUR_MS, Math.min(now, today + 1000)) - clock.now().getTime())
  await read(main.id)
  await createBudget(
    { ...past, clock: makeTestClock(new Date(now - 20 * DAY_MS)) },
    createBudgetInput.parse({
      name: 'Team a month',
      scope: 'team',
      unit: 'credits',
      period: 'month',
      amount: '12000',
      stops: false,
      tellsAt: [80, 100],
    }),
  )
  return { main: main.id, client: client.id, wasteful: wasteful.id }
}
