import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  acknowledgeAlert,
  createAlertWatch,
  findRecentUpstreamFailure,
  listAttentionItems,
  listIncidents,
  readTeamVersion,
} from '@/lib/alerts/alerts'
import { perItemTariff } from '@/lib/kernel'
import { listRunOuts } from '@/lib/money/forecast'
import { freeAttempt } from '@/lib/money/ledger'
import { setPrice } from '@/lib/money/prices'
import {
  type ComparedSpend,
  compareSpend,
  getWalletChart,
  listUsageChartEvents,
  readDailySpend,
} from '@/lib/money/usage'
import { appendBalanceReading, listWallets } from '@/lib/money/wallets'
import { dayAfter, dayContaining, resolveRange } from '@/lib/platform/calendar'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { NOT_REACHED_PREFIX } from '@/lib/upstream/client'
import { bookOf, MISS, PRICE } from '@/tests/factories/ledger'
import { type SpendingStory, tellSpendingStory } from '@/tests/factories/spending-story'
import { makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock, type TestClock } from '@/tests/factories/test-clock'
import { startTestUpstream, type TestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase, type TestDb } from '@/tests/support/databases'

const DAY = 86_400_000
const PER_CALL = { ...perItemTariff(0n), perCall: 1_000_000n }
const PRICES = { timeline: PER_CALL, search: null, followers: null }
const NOW = new Date('2026-11-24T15:00:00Z')

describeOnDatabase('what the overview reads', (open) => {
  let opened: TestDb
  let clock: TestClock
  let team: TestTeam
  let ctx: TeamCtx
  let story: SpendingStory
  let upstream: TestUpstream
  let environmentIds: readonly [string, string]
  beforeAll(async () => {
    opened = await open()
    clock = makeTestClock(NOW)
    team = await makeTeam(opened.db, clock)
    upstream = await startTestUpstream(clock)
    ctx = team.admin
    const [first, second] = team.environments
    environmentIds = [first?.id ?? '', second?.id ?? '']
    story = await tellSpendingStory(ctx, environmentIds)
  })
  afterAll(async () => {
    await upstream.close()
    await opened.close()
  })

  const range = (preset: '7d' | '30d' | '90d' = '7d') =>
    resolveRange({ preset }, clock.now(), ctx.team.timeZone)
  const sumOf = (rows: readonly ComparedSpend[], read: (row: ComparedSpend) => bigint) =>
    rows.reduce((sum, row) => sum + read(row), 0n)
  const ledger = async (from: Date, to: Date) => {
    const where = { teamId: ctx.team.id, at: { gte: from, lt: to } }
    const entries = await opened.db.ledgerEntry.findMany({ where })
    return entries.reduce((sum, { chargeNano }) => sum + (chargeNano ?? 0n), 0n)
  }

  test('spend adds up to the ledger by every dimension, as does the previous period', async () => {
    const { from } = range()
    const spent = await ledger(from.toJSDate(), NOW)
    const earlier = await ledger(from.minus({ days: 7 }).toJSDate(), new Date(NOW.getTime() - 7 * DAY))
    expect(spent).toBeGreaterThan(0n)
    for (const dimension of ['searchId', 'environmentId', 'memberId', 'keyId', 'walletId'] as const) {
      const rows = await compareSpend(ctx, { range: range(), dimension })
      expect(sumOf(rows, ({ nano }) => nano)).toBe(spent)
      expect(sumOf(rows, ({ beforeNano }) => beforeNano)).toBe(earlier)
      expect(rows.map(({ nano }) => nano)).toEqual(
        rows.map(({ nano }) => nano).toSorted((a, b) => (a < b ? 1 : -1)),
      )
    }
  })

  test('if a list charges an item once a day, only charged items cost as bought again', async () => {
    const other = await makeOtherTeam(team)
    const book = bookOf(other.admin)
    const [search, wallet] = ['daily', 'wallet']
    const of = { searchId: search, searchName: 'Daily', walletId: wallet }
    await book.settle(await book.begin(of), 20, { newItems: 20 })
    // The same items on the same day cost nothing; a run on another day is charged for five of them again.
    await book.settle(await book.begin(of), 20, { reported: 0n })
    await book.settle(await book.begin(of), 20, { reported: 5n * PRICE })
    await book.settle(await book.begin({ walletId: wallet, origin: 'gateway' }), 30)
    const dailyPrices = [{ operation: 'timeline', perItem: PRICE }] as const
    for (const dimension of ['searchId', 'walletId'] as const) {
      const rows = await compareSpend(other.admin, { range: range(), dimension, dailyPrices })
      const again = rows.find(({ member }) => member === (dimension === 'searchId' ? search : wallet))?.again
      expect(again).toEqual({ items: 40, nano: 5n * PRICE })
    }
  })

  test('what was bought again is the same by search and by member; spend without a search is not compared', async () => {
    const before = await compareSpend(ctx, { range: range(), dimension: 'searchId' })
    const again = before.reduce((sum, row) => sum + (row.again?.nano ?? 0n), 0n)
    expect(before[0]).toMatchObject({ member: story.wasteful })
    expect(before[0]?.again?.nano).toBe(BigInt(before[0]?.again?.items ?? 0) * PRICE)
    const book = bookOf(ctx)
    await book.settle(await book.begin({ walletId: story.client, origin: 'gateway' }), 500)
    const [searches, members, ofOne] = await Promise.all([
      compareSpend(ctx, { range: range(), dimension: 'searchId' }),
      compareSpend(ctx, { range: range(), dimension: 'memberId' }),
      compareSpend(ctx, { range: range(), dimension: 'searchId', environmentId: environmentIds[0] }),
    ])
    expect(searches.find(({ member }) => member === '')).toMatchObject({
      again: { nano: 0n },
      searched: { nano: 0n, items: 0 },
    })
    const searchedBy = (rows: readonly ComparedSpend[]) => sumOf(rows, ({ searched }) => searched?.nano ?? 0n)
    expect([searchedBy(searches), searchedBy(members)]).toEqual([searchedBy(before), searchedBy(before)])
    const sums = [searches, members].map((rows) =>
      rows.reduce((sum, row) => sum + (row.again?.nano ?? 0n), 0n),
    )
    expect(sums).toEqual([again, again])
    const inOne = ofOne.reduce((sum, row) => sum + (row.again?.nano ?? 0n), 0n)
    expect(inOne > 0n && inOne < again).toBe(true)
  })

  test('wallets are sorted by when they run out; one that hardly spends lasts for years', async () => {
    const found = await listRunOuts(ctx, await listWallets(ctx))
    expect(found.slice(0, 2).map(({ wallet: { name } }) => name)).toEqual(['Brands', 'Main'])
    const [brands] = found
    expect(brands?.by.kind).toBe('band')
    expect(brands?.daysLeft).toBeGreaterThan(3)
    expect(brands?.daysLeft).toBeLessThan(15)
    const runOutAt = brands?.by.kind === 'band' ? brands.by.band.p50 : null
    expect(dayAfter(NOW, ctx.team.timeZone, brands?.daysLeft ?? 0).date).toBe(
      dayContaining(runOutAt ?? NOW, ctx.team.timeZone).date,
    )
    const client = found.find(({ wallet: { id } }) => id === story.client)
    expect(client?.by.kind).toBe('daily_spend')
    expect(client?.daysLeft).toBeGreaterThan(1000)
    expect(found.find(({ wallet: { name } }) => name === 'Main')?.by).toEqual({ kind: 'unknown' })
  })

  test('on a wallet’s first day its daily spend is not known, instead of zero', async () => {
    const other = await makeOtherTeam(team)
    const { walletId } = other
    const reading = { walletId, keyId: 'key', balanceNano: 500_000_000_000n, source: 'schedule' } as const
    const more = { askedAt: clock.now(), settlingMs: null }
    await transaction(opened.db, (tx) => appendBalanceReading(tx, other.admin, { ...reading, ...more }))
    const first = async () => (await listRunOuts(other.admin, await listWallets(other.admin)))[0]
    expect((await first())?.by).toEqual({ kind: 'idle' })
    const book = bookOf(other.admin)
    await book.settle(await book.begin({ walletId }), 20)
    expect(await first()).toMatchObject({ by: { kind: 'first_day' }, perDayNano: 0n, daysLeft: null })
  })

  test('the month’s total is past spend plus usual spend for the rest; a budget that will be exceeded is named', async () => {
    const { perDayNano, monthNano, ofMonth, passed } = await readDailySpend(ctx)
    const month = await ledger(new Date('2026-10-31T23:00:00Z'), new Date(NOW.getTime() + 1))
    expect(monthNano - month).toBe(
      (perDayNano * BigInt(Date.parse('2026-11-30T23:00:00Z') - NOW.getTime())) / BigInt(DAY),
    )
    expect(ofMonth).toMatchObject({ name: 'Team a month', isStopped: false })
    expect(passed.map(({ name }) => name)).toEqual(['Team a month'])
  })

  test('a wallet’s chart has its spend, the previous period, its forecast until it is empty, and events', async () => {
    const wallet = (await listWallets(ctx)).find(({ id }) => id === story.main)
    if (!wallet) throw new Error('There is no wallet')
    const chart = await getWalletChart(ctx, wallet, range('30d'), (label) => ({ label, color: null }), PRICES)
    expect(chart.buckets).toHaveLength(30)
    expect(chart.beforeNano).toHaveLength(30)
    expect(chart.nowNano).toBe(wallet.expectedNano)
    expect(chart.balance.at(-1)).toBe(wallet.expectedNano)
    expect(chart.marks.map(({ kind, nano }) => [kind, nano])).toEqual([
      ['budget', null],
      ['top-up', 45_000_000_000_000n],
      ['outside', -79_300_000_000_000n],
    ])
    const last = chart.forecast.at(-1)
    expect(last?.p90).toBe(0n)
    expect(chart.forecast.length).toBeLessThan(30)
    expect(chart.forecast.at(-4)?.p90).toBeGreaterThan(0n)
    const week = await getWalletChart(
      ctx,
      wallet,
      resolveRange({ preset: 'today' }, clock.now(), 'UTC'),
      (label) => ({ label, color: null }),
      PRICES,
    )
    expect(week.buckets).toHaveLength(7)
  })

  test('a change of price names its operation and unit', async () => {
    const other = await makeOtherTeam(team)
    await setPrice(other.admin, { operation: 'timeline', price: '0.002', firstDay: '' })
    await setPrice(other.admin, { operation: 'search', price: '0.5', firstDay: '' })
    const marks = await listUsageChartEvents(other.admin, await listWallets(other.admin), NOW, PRICES)
    expect(marks.map(({ text }) => text)).toEqual([
      'Timeline: 0.002 credits per call',
      'Search: 0.50 credits per item',
    ])
  })

  test('a wallet’s chart has the first reading of its balance, if that is within the range', async () => {
    const wallet = (await listWallets(ctx)).find(({ id }) => id === story.main)
    if (!wallet) throw new Error('There is no wallet')
    const first = async (preset: '30d' | '90d') =>
      (await getWalletChart(ctx, wallet, range(preset), (label) => ({ label, color: null }), PRICES)).first
    const [reading] = await ctx.db.balanceReading.findMany({
      ...{ where: { walletId: story.main }, orderBy: { at: 'asc' }, take: 1 },
    })
    expect(await first('90d')).toEqual({ atMs: reading?.at.getTime(), nano: reading?.balanceNano })
    expect(await first('30d')).toBeNull()
  })

  test('outside spend is an incident, listed first under what needs attention, and gone once acknowledged', async () => {
    await createAlertWatch(clock).look(ctx, upstream.upstreams)
    const [incident, ...others] = await listIncidents(ctx)
    expect(others).toEqual([])
    expect(incident).toMatchObject({ walletId: story.main, nano: 79_300_000_000_000n, isPerhaps: false })
    const needs = await listAttentionItems(ctx)
    expect(needs[0]).toMatchObject({ kind: 'outside_spend' })
    expect(new Set(needs.map(({ key }) => key)).size).toBe(needs.length)
    const mark = await readTeamVersion(ctx)
    await acknowledgeAlert(ctx, { alertId: incident?.id ?? '', reason: 'The key was revoked.' })
    expect(await listIncidents(ctx)).toEqual([])
    expect((await listAttentionItems(ctx)).map(({ kind }) => kind)).not.toContain('outside_spend')
    await expect.poll(() => readTeamVersion(ctx)).not.toBe(mark)
  })

  test('an upstream that cannot be reached is reported since its first failure, until a page arrives', async () => {
    const book = bookOf(ctx)
    expect(await findRecentUpstreamFailure(ctx)).toBeNull()
    const first = new Date(clock.now().getTime() + 60_000)
    for (let call = 0; call < 3; call++) {
      clock.advance(60_000)
      const attemptId = await book.begin({ walletId: story.client })
      const miss = {
        ...MISS,
        httpStatus: null,
        reason: `${NOT_REACHED_PREFIX}: nothing answers at its address.`,
      }
      await transaction(ctx.db, (tx) => freeAttempt(tx, book.ending(attemptId), miss))
    }
    expect(await findRecentUpstreamFailure(ctx)).toMatchObject({ since: first, isOutOfReach: true })
    clock.advance(31 * 60_000)
    expect(await findRecentUpstreamFailure(ctx)).toBeNull()
    clock.advance(-31 * 60_000)
    await book.settle(await book.begin({ walletId: story.client }), 20)
    expect(await findRecentUpstreamFailure(ctx)).toBeNull()
  })
})
