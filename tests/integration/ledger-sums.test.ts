import { beforeEach, expect, test } from 'vitest'
import { newId } from '@/lib/kernel'
import {
  type Attribution,
  countOpenedAttempts,
  findLastCalls,
  listLostCalls,
  listSettledLines,
  readWalletAccount,
  readWalletActivity,
  sumByQuarterHour,
  sumOpenedAttempts,
  sumResolvedByRun,
  sumRollups,
  sumUnknownByRun,
} from '@/lib/money/ledger'
import { resolveUnknown } from '@/lib/money/statements'
import { QUARTER_HOUR_MS, quarterHourOf, startOfQuarterHour } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { bookOf, PRICE } from '@/tests/factories/ledger'
import { makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

const HELD = 100n * PRICE

/** What the ledger sums and lists for readings, statements and budgets, among rows that must not count. */
describeOnEachEngine('sums of the ledger', async (open) => {
  let walletId: string
  let runId: string
  const opened = await open()
  const clock = makeTestClock()
  const team = await makeTeam(opened.db, clock)
  const ctx = team.admin
  const foreign = (await makeOtherTeam(team)).admin
  beforeEach(() => {
    clock.advance(60 * 60_000)
    walletId = newId()
    runId = newId()
  })

  const begin = (over: Partial<Attribution> = {}) => bookOf(ctx).begin({ walletId, runId, ...over })
  const settled = async (items: number, over: Partial<Attribution> = {}) => {
    const id = await begin(over)
    await bookOf(ctx).settle(id, items)
    return id
  }
  const lost = async (over: Partial<Attribution> = {}) => {
    const id = await begin(over)
    clock.advance(1000)
    await bookOf(ctx).lose(id)
    return id
  }
  const minuteLater = () => clock.advance(60_000)

  /**
   * Makes calls of every outcome on another wallet of the team, and on another team's wallet with the same
   * ids.
   */
  async function callsOfOthers(): Promise<void> {
    const others: [TeamCtx, Partial<Attribution>][] = [
      [ctx, { environmentId: 'elsewhere', searchId: 'elsewhere' }],
      [foreign, { walletId, runId, searchId: 'search' }],
    ]
    for (const [team, over] of others) {
      const book = bookOf(team)
      await book.begin(over)
      await book.settle(await book.begin(over), 11)
      await book.free(await book.begin(over))
      await book.lose(await book.begin(over))
    }
  }

  test('a wallet’s account: its settlements, and calls in flight since a balance was requested', async () => {
    await settled(30)
    await settled(5, { operation: 'search' })
    await lost()
    await callsOfOthers()
    minuteLater()
    const askedAt = clock.now()
    minuteLater()
    await callsOfOthers()
    await settled(7)
    await lost()
    await bookOf(ctx).free(await begin())
    const open = await begin()
    const account = () => readWalletAccount(ctx.db, ctx.team.id, walletId, askedAt)
    expect(await account()).toEqual({
      byOperation: {
        timeline: { pages: 2, items: 37, chargeNano: 37n * PRICE, unpricedItems: 0, units: 37n },
        search: { pages: 1, items: 5, chargeNano: 5n * PRICE, unpricedItems: 0, units: 5n },
      },
      underWay: 3,
      underWayNano: 3n * HELD,
      quietMs: 60_000,
    })
    await ctx.db.attempt.update({ where: { id: open }, data: { reservedNano: null } })
    expect(await account()).toMatchObject({ underWay: 3, underWayNano: null })
  })

  test('when a wallet was last used, and how many of its calls are in flight', async () => {
    await callsOfOthers()
    const use = () => readWalletActivity(ctx, walletId)
    expect(await use()).toEqual({ usedAt: null, open: 0 })
    await begin()
    expect(await use()).toEqual({ usedAt: null, open: 1 })
    await settled(3)
    minuteLater()
    await lost()
    const usedAt = clock.now()
    minuteLater()
    await callsOfOthers()
    expect(await use()).toEqual({ usedAt, open: 1 })
  })

  test('when each member’s last call ended, without calls in flight or of other teams', async () => {
    const [often, once, never] = [newId(), newId(), newId()]
    await settled(3, { memberId: often })
    minuteLater()
    await lost({ memberId: once })
    const onceAt = clock.now()
    clock.advance(2 * QUARTER_HOUR_MS)
    await bookOf(ctx).free(await begin({ memberId: often }))
    const oftenAt = clock.now()
    clock.advance(QUARTER_HOUR_MS)
    await begin({ memberId: once })
    await bookOf(foreign).settle(await bookOf(foreign).begin({ memberId: never }), 1)
    expect(await findLastCalls(ctx, [never, once, often])).toEqual(
      new Map([
        [once, onceAt],
        [often, oftenAt],
      ]),
    )
    expect(await findLastCalls(ctx, [])).toEqual(new Map())
    await ctx.db.ledgerEntry.deleteMany({ where: { memberId: often } })
    const quarterHour = startOfQuarterHour(quarterHourOf(oftenAt))
    expect(await findLastCalls(ctx, [often])).toEqual(new Map([[often, quarterHour]]))
  })

  test('the lost calls of a wallet, oldest first, with their details', async () => {
    await lost()
    minuteLater()
    const since = clock.now()
    await callsOfOthers()
    const first = await lost({ operation: 'search' })
    const firstEndedAt = clock.now()
    await settled(9)
    const second = await lost({ environmentId: 'staging' })
    await resolveUnknown(ctx, { attemptId: second, finding: 'charged', items: 40, note: 'On the bill' }, {})
    const common = { maxItems: 100, maxUnits: 100, maxNano: HELD, priceNano: PRICE }
    expect(await listLostCalls(ctx, walletId, since)).toEqual([
      {
        attemptId: first,
        operation: 'search',
        environmentId: 'environment',
        openedAt: since,
        endedAt: firstEndedAt,
        resolution: null,
        ...common,
      },
      {
        attemptId: second,
        operation: 'timeline',
        environmentId: 'staging',
        openedAt: firstEndedAt,
        endedAt: clock.now(),
        resolution: { isCharged: true, chargeNano: 40n * PRICE, at: clock.now() },
        ...common,
      },
    ])
  })

  test('settlements within quarter hours, of a wallet or an environment', async () => {
    const environmentId = newId()
    await settled(100)
    clock.advance(QUARTER_HOUR_MS)
    const from = quarterHourOf(clock.now())
    await callsOfOthers()
    await settled(1)
    await settled(2)
    await settled(4, { operation: 'search', environmentId })
    clock.advance(QUARTER_HOUR_MS)
    const range = { from, to: quarterHourOf(clock.now()) }
    await settled(200)
    const line = (items: number, pages: number, over: object) => ({
      ...{ walletId, environmentId: 'environment', operation: 'timeline', unpricedItems: 0 },
      ...{ pages, items, chargeNano: BigInt(items) * PRICE },
      ...over,
    })
    const search = line(4, 1, { operation: 'search', environmentId })
    const ofWallet = await listSettledLines(ctx, walletId, range)
    expect(ofWallet).toHaveLength(2)
    expect(ofWallet).toEqual(expect.arrayContaining([line(3, 2, {}), search]))
  })

  test('with no member apart, all are one', async () => {
    await settled(20, { environmentId: 'one' })
    await settled(30, { environmentId: 'two' })
    const hours = [{ from: 0, to: quarterHourOf(clock.now()) + 1 }]
    const sum = async (apart?: string[]) =>
      (await sumRollups(ctx, hours, 'environmentId', { walletId }, apart)).map(({ member, items }) => ({
        ...{ member, items },
      }))
    expect(await sum([])).toEqual([{ member: '*', items: 50 }])
    expect(await sum(['one'])).toEqual([
      { member: '*', items: 30 },
      { member: 'one', items: 20 },
    ])
  })

  test('a wallet’s spend by quarter hour, in order, without those that cost nothing', async () => {
    await settled(100)
    clock.advance(QUARTER_HOUR_MS)
    const from = quarterHourOf(clock.now())
    await callsOfOthers()
    await settled(3)
    await settled(4)
    clock.advance(QUARTER_HOUR_MS)
    await lost()
    clock.advance(QUARTER_HOUR_MS)
    await settled(5)
    expect(await sumByQuarterHour(ctx, walletId, from)).toEqual([
      { quarterHour: from, chargeNano: 7n * PRICE },
      { quarterHour: from + 2, chargeNano: 5n * PRICE },
    ])
  })

  test('what was opened in a period: settled, resolved, and what may still be charged', async () => {
    await settled(100, { searchId: 'search' })
    minuteLater()
    const startsAt = clock.now()
    await callsOfOthers()
    const mine = { searchId: 'search', walletId }
    await settled(7, mine)
    const resolved = await lost(mine)
    await resolveUnknown(ctx, { attemptId: resolved, finding: 'charged', items: 40, note: 'On the bill' }, {})
    const pending = [await lost(mine), await begin(mine)]
    await bookOf(ctx).free(await begin(mine))
    minuteLater()
    const endsAt = clock.now()
    await settled(200, mine)
    const counted = await countOpenedAttempts(ctx.db, ctx.team.id, mine, { startsAt, until: startsAt })
    const sum = (end: Date | null) => sumOpenedAttempts(ctx.db, ctx.team.id, mine, counted, end)
    const held = { reservedItems: 100, reservedNano: HELD }
    const inSpan = await sum(endsAt)
    expect(inSpan).toMatchObject({ items: 47, chargeNano: 47n * PRICE })
    expect(inSpan.pending).toHaveLength(2)
    expect(inSpan.pending).toEqual(
      expect.arrayContaining(pending.map((attemptId) => ({ attemptId, ...held }))),
    )
    expect(await sum(null)).toMatchObject({ items: 247, chargeNano: 247n * PRICE })
  })

  test('of a run: its unknown calls, and the charges of resolved ones', async () => {
    await callsOfOthers()
    const another = newId()
    for (const run of [runId, another]) {
      const attemptId = await lost({ runId: run })
      await resolveUnknown(ctx, { attemptId, finding: 'charged', items: 40, note: 'On the bill' }, {})
      await lost({ runId: run })
    }
    expect(await sumResolvedByRun(ctx, [runId])).toEqual({ items: 40, chargeNano: 40n * PRICE })
    expect(await sumUnknownByRun(ctx.db, ctx.team.id, [runId])).toEqual(
      new Map([[runId, { calls: 1, items: 100 }]]),
    )
  })
})
