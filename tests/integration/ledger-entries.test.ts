import { beforeEach, expect, test } from 'vitest'
import { newId } from '@/lib/kernel'
import {
  endAbandonedAttempts,
  listEntries,
  sumRollups,
  sumSettledByWallet,
  sumUnknownByRun,
} from '@/lib/money/ledger'
import { quarterHourOf } from '@/lib/platform/calendar'
import { type Book, bookOf, LOST, MISS, PRICE } from '@/tests/factories/ledger'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

const HOUR = 3_600_000

describeOnEachEngine('what the ledger shows', async (open) => {
  let book: Book

  const opened = await open()
  const clock = makeTestClock()
  const ctx = (await makeTeam(opened.db, clock)).admin
  beforeEach(() => {
    book = bookOf(ctx)
    clock.advance(24 * HOUR)
  })

  const entryOf = async (runId: string) => (await listEntries(ctx, { runId })).entries[0]

  test('an entry says how its call ended, what was reserved, its times and its attribution', async () => {
    const runId = newId()
    const attemptId = await book.begin({ runId, searchId: 's', searchName: 'Ada’s posts' })
    clock.advance(5)
    await book.settle(attemptId, 37)
    expect(await entryOf(runId)).toEqual({
      id: expect.any(String),
      at: clock.now(),
      outcome: 'SETTLED',
      items: 37,
      chargeNano: 37n * PRICE,
      priceNano: PRICE,
      reservedItems: 100,
      reason: null,
      httpStatus: 200,
      latencyMs: 80,
      waitedMs: 5,
      keyPrefix: 'xd_live_abcd',
      environmentName: 'production',
      memberName: ctx.actor.name,
      principal: 'member',
      principalId: ctx.actor.memberId,
      searchName: 'Ada’s posts',
      operation: 'timeline',
      runId,
      pageNumber: 1,
    })
  })

  test.each(['FREE', 'UNKNOWN'] as const)(
    'a missed call (%s) keeps its reason and charges nothing',
    async (outcome) => {
      const runId = newId()
      const id = await book.begin({ runId })
      await (outcome === 'FREE' ? book.free(id) : book.lose(id))
      expect(await entryOf(runId)).toMatchObject({
        outcome,
        items: 0,
        chargeNano: null,
        priceNano: null,
        ...(outcome === 'FREE' ? MISS : LOST),
      })
      expect(await ctx.db.attempt.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: outcome })
    },
  )

  test.each([
    ['reported', { reported: 7n }, 7n],
    ['reported', { reported: 7n, priceNano: null }, 7n],
    ['price', {}, 10n * PRICE],
    ['none', { priceNano: null }, null],
  ] as const)('the charge comes from %s (%o)', async (chargeSource, over, chargeNano) => {
    const id = await book.begin()
    await book.settle(id, 10, over)
    expect(await ctx.db.ledgerEntry.findUniqueOrThrow({ where: { attemptId: id } })).toMatchObject({
      chargeSource,
      chargeNano,
    })
  })

  test('a missed call has no charge source, and never counts as unpriced', async () => {
    const walletId = newId()
    for (const end of [book.free, book.lose]) {
      const id = await book.begin({ walletId })
      await end(id)
      expect(await ctx.db.ledgerEntry.findUniqueOrThrow({ where: { attemptId: id } })).toMatchObject({
        chargeSource: 'none',
      })
    }
    expect(await ctx.db.rollup.findFirstOrThrow({ where: { walletId } })).toMatchObject({
      pages: 0,
      items: 0,
      unpricedItems: 0,
      frees: 1,
      unknowns: 1,
    })
  })

  test('ending a call twice is refused, saying that nothing was booked twice', async () => {
    const id = await book.begin()
    await book.free(id)
    await expect(book.settle(id, 3)).rejects.toThrow('it was not booked a second time')
  })

  test('a page has fifty entries, newest first, without gaps or duplicates', async () => {
    const keyId = newId()
    const ids: string[] = []
    for (let place = 0; place < 101; place++) {
      clock.advance(1000)
      const id = await book.begin({ keyId })
      await book.settle(id, place)
      ids.push(id)
    }
    const first = await listEntries(ctx, { keyId })
    const second = await listEntries(ctx, { keyId }, first.next ?? undefined)
    const third = await listEntries(ctx, { keyId }, second.next ?? undefined)
    expect([first, second, third].map(({ entries }) => entries.length)).toEqual([50, 50, 1])
    expect(third.next).toBeNull()
    const shown = [first, second, third].flatMap(({ entries }) => entries.map(({ items }) => items))
    expect(shown).toEqual(Array.from({ length: 101 }, (_, place) => 100 - place))
    const full = await listEntries(ctx, { keyId, from: new Date(clock.now().getTime() - 49_000) })
    expect(full.entries).toHaveLength(50)
    expect(full.next).toBeNull()
  })

  test('filters work alone and together', async () => {
    const began = clock.now()
    const [keyId, environmentId, runId] = [newId(), newId(), newId()]
    const settled = async (items: number, over: Parameters<Book['begin']>[0]) =>
      void (await book.settle(await book.begin(over), items))
    await settled(1, { keyId, environmentId, runId })
    await settled(2, { keyId, environmentId })
    await settled(3, { keyId, runId })
    await settled(4, { environmentId, runId })
    await book.lose(await book.begin({ keyId, environmentId, runId }))
    clock.advance(HOUR)
    await settled(5, { keyId, environmentId, runId })
    const later = clock.now()

    const found = async (filter: Parameters<typeof listEntries>[1]) =>
      (await listEntries(ctx, filter)).entries.map(({ items }) => items).sort()
    const here = { from: began }
    expect(await found({ ...here, keyId })).toEqual([0, 1, 2, 3, 5])
    expect(await found({ ...here, environmentId })).toEqual([0, 1, 2, 4, 5])
    expect(await found({ ...here, runId })).toEqual([0, 1, 3, 4, 5])
    expect(await found({ ...here, outcome: 'UNKNOWN' })).toEqual([0])
    expect(await found(here)).toEqual([0, 1, 2, 3, 4, 5])
    expect(await found({ from: later })).toEqual([5])
    expect(await found({ runId, to: later })).toEqual([0, 1, 3, 4])
    expect(await found({ from: began, to: later, outcome: 'SETTLED', runId, keyId, environmentId })).toEqual([
      1,
    ])
    expect(await found({ from: later, to: later })).toEqual([])
  })

  test('sums by wallet and environment; without buckets the sums are empty', async () => {
    const [walletId, other, environmentId] = [newId(), newId(), newId()]
    const from = quarterHourOf(clock.now())
    await book.settle(await book.begin({ walletId, environmentId }), 1)
    await book.settle(await book.begin({ walletId }), 2, { priceNano: null })
    await book.settle(await book.begin({ walletId: other, environmentId }), 4)
    const now = { from, to: from + 1 }
    const items = async (...args: [Parameters<typeof sumRollups>[2], Parameters<typeof sumRollups>[3]?]) =>
      (await sumRollups(ctx, [now], ...args)).map((row) => row.items).sort()
    expect(await items('walletId')).toEqual([3, 4])
    expect(await items('walletId', { walletId })).toEqual([3])
    expect(await items('walletId', { environmentId })).toEqual([1, 4])
    expect(await items('walletId', { walletId, environmentId })).toEqual([1])
    expect(await items('operation')).toEqual([7])
    expect(await sumRollups(ctx, [], 'keyId')).toEqual([])
    expect((await sumSettledByWallet(ctx, [walletId])).get(walletId)).toEqual({
      settledNano: PRICE,
      unpricedItems: 2,
    })
  })

  test('returns a run’s unknown calls: how many, and what is held for them', async () => {
    const [runId, sound] = [newId(), newId()]
    for (const end of [book.lose, book.lose, book.free]) await end(await book.begin({ runId }))
    await book.settle(await book.begin({ runId: sound }), 5)
    expect([...(await sumUnknownByRun(ctx.db, ctx.team.id, [runId, sound]))]).toEqual([
      [runId, { calls: 2, items: 200 }],
    ])
    expect(await sumUnknownByRun(ctx.db, newId(), [runId])).toEqual(new Map())
    expect(await sumUnknownByRun(ctx.db, ctx.team.id, [])).toEqual(new Map())
  })

  test('calls left by a dead process are ended as such, however many there are', async () => {
    const runId = newId()
    const many = Array.from({ length: 501 }, () => book.begin({ runId }, 'dead'))
    const [id] = await Promise.all(many)
    clock.advance(1000)
    const living = await book.begin({ runId }, 'living')
    expect(await endAbandonedAttempts(ctx.db, clock, ['dead'])).toBe(501)
    expect(await ctx.db.attempt.findMany({ where: { runId, state: 'OPEN' } })).toMatchObject([{ id: living }])
    expect(await ctx.db.ledgerEntry.findUniqueOrThrow({ where: { attemptId: id ?? '' } })).toMatchObject({
      outcome: 'UNKNOWN',
      reason: 'Purser stopped before the answer arrived',
      httpStatus: null,
      latencyMs: null,
      waitedMs: null,
      at: clock.now(),
    })
    expect(await endAbandonedAttempts(ctx.db, clock, ['dead'])).toBe(0)
    await book.free(living)
  })

  test('two processes that end the calls of a dead one end each call once', async () => {
    const runId = newId()
    for (let place = 0; place < 10; place++) await book.begin({ runId }, 'dead as well')
    const counts = await Promise.all(
      [1, 2, 3].map(() => endAbandonedAttempts(ctx.db, clock, ['dead as well'])),
    )
    expect(counts.reduce((sum, count) => sum + count)).toBe(10)
    expect(await ctx.db.ledgerEntry.count({ where: { attempt: { runId } } })).toBe(10)
  })

  test('an error while ending them is not swallowed', async () => {
    await book.begin({}, 'dead again')
    const broken = { ...clock, now: () => new Date(Number.NaN) }
    await expect(endAbandonedAttempts(ctx.db, broken, ['dead again'])).rejects.toThrow()
    expect(await endAbandonedAttempts(ctx.db, clock, ['dead again'])).toBe(1)
  })
})
