import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchNextPage, startRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import type { Operation } from '@/lib/kernel'
import { addKey } from '@/lib/keys/keys'
import {
  type CallPrincipal,
  fillSome,
  findBackfill,
  type OldCalls,
  settledBefore,
  settledOnEach,
  sumRollups,
} from '@/lib/money/ledger'
import { quarterHourOf } from '@/lib/platform/calendar'
import type { Db, TeamCtx } from '@/lib/platform/db'
import { createJobs } from '@/lib/server/jobs'
import { createBackfill } from '@/lib/server/jobs/backfill-job'
import { bookOf, PRICE } from '@/tests/factories/ledger'
import { makeLedgerOld } from '@/tests/factories/older-ledger'
import { makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock, type TestClock } from '@/tests/factories/test-clock'
import { startTestUpstream, type TestUpstream } from '@/tests/factories/upstream'
import { describeOnEachEngine, type TestDb } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'

const HISTORIES = Number(process.env.BACKFILL_HISTORIES ?? 5)

describeOnEachEngine('the backfill of the ledger', (open) => {
  let opened: TestDb
  let clock: TestClock
  let team: TestTeam
  let ctx: TeamCtx
  let upstream: TestUpstream
  beforeAll(async () => {
    opened = await open()
    clock = makeTestClock()
    upstream = await startTestUpstream(clock, {}, clock)
    team = await makeTeam(opened.db, clock)
    ctx = team.admin
  })
  afterAll(async () => {
    await upstream.close()
    await opened.close()
  })

  const isMine = () => Promise.resolve(true)
  const ledgerFaults = async () =>
    (await brokenInvariants(ctx.db)).filter((fault) => /rollups|totals|copies|attempt that/.test(fault))
  const begin = () => ctx.db.backfill.deleteMany()
  const everything = { from: 0, to: quarterHourOf(new Date('2100-01-01')) }

  const step = fc.record({
    end: fc.constantFrom('settle', 'settle', 'free', 'lose', 'leave'),
    items: fc.integer({ min: 0, max: 210 }),
    priced: fc.boolean(),
    run: fc.constantFrom('hers', 'its', 'gone'),
    wallet: fc.constantFrom('w1', 'w2'),
    operation: fc.constantFrom<Operation[]>('timeline', 'search', 'followers'),
    minutesLater: fc.constantFrom(0, 1, 14, 40),
  })
  const history = fc.record({
    old: fc.array(step, { minLength: 1, maxLength: 12 }),
    since: fc.array(step, { maxLength: 6 }),
    most: fc.integer({ min: 1, max: 5 }),
    /** Which steps of the backfill are cut, as by a kill in their middle. */
    cuts: fc.array(fc.boolean(), { maxLength: 30 }),
  })
  const PRINCIPALS: ReadonlyMap<string, CallPrincipal> = new Map([
    ['its', { principal: 'schedule', principalId: 'search', origin: 'search' }],
    ['hers', { principal: 'member', principalId: 'ada', origin: 'test' }],
  ])

  type Step = typeof step extends fc.Arbitrary<infer Drawn> ? Drawn : never

  async function write({ end, items, priced, run, wallet, operation, minutesLater }: Step) {
    clock.advance(minutesLater * 60_000)
    const whom = PRINCIPALS.get(run)
    const book = bookOf(ctx)
    const over = {
      walletId: wallet,
      keyId: 'k',
      runId: run,
      operation,
      searchId: run === 'its' ? 'search' : null,
    }
    const id = await book.begin({ ...over, ...whom })
    if (end === 'settle') await book.settle(id, items, priced ? {} : { priceNano: null })
    if (end === 'free') await book.free(id)
    if (end === 'lose') await book.lose(id)
  }

  test('totals = rollups = entries after each step, however often it is cut, while pages are booked', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ old, since, most, cuts }) => {
        await begin()
        for (const each of old) await write(each)
        const before = await rowsOf(ctx.db)
        await makeLedgerOld(ctx.db)
        expect(await ledgerFaults()).toEqual([])
        const sums = await sumRollups(ctx, [everything], 'walletId')
        const waiting = [...since]
        let [isDone, cut] = [false, 0]
        while (!isDone) {
          const isCut = cuts[cut++] ?? false
          const calls: OldCalls = {
            principalsOf: () => Promise.resolve(PRINCIPALS),
            newItemsOf: () => (isCut ? Promise.reject(new Error('killed')) : Promise.resolve(new Map())),
          }
          const filling = fillSome({ db: ctx.db, clock, teamId: ctx.team.id, calls, most, isMine })
          isDone = await filling.catch((error: unknown) => {
            if (!(error instanceof Error) || error.message !== 'killed') throw error
            return false
          })
          expect(await ledgerFaults()).toEqual([])
          const next = waiting.shift()
          if (next) await write(next)
        }
        expect(await ctx.db.legacyRollup.count()).toBe(0)
        expect(await ctx.db.ledgerEntry.count({ where: { principal: '' } })).toBe(0)
        // What was old is as if it had never been so.
        if (since.length === 0) expect(await rowsOf(ctx.db)).toEqual(before)
        const after = await sumRollups(ctx, [everything], 'walletId')
        for (const { member, pages } of sums)
          expect(after.find((row) => row.member === member)?.pages).toBeGreaterThanOrEqual(pages)
        expect(await findBackfill(ctx)).toBeNull()
      }),
      { numRuns: HISTORIES },
    )
  })

  test('a wallet’s total, and what came before a moment, are the same before, during and after', async () => {
    await begin()
    const walletId = randomUUID()
    const starts: number[] = []
    for (let page = 1; page <= 5; page++) {
      clock.advance(20 * 60_000)
      starts.push(quarterHourOf(clock.now()))
      const book = bookOf(ctx)
      await book.settle(await book.begin({ walletId }), page, page === 3 ? { priceNano: null } : {})
    }
    await makeLedgerOld(ctx.db)
    const calls: OldCalls = {
      principalsOf: () => Promise.resolve(new Map()),
      newItemsOf: () => Promise.resolve(new Map()),
    }
    for (let isDone = false; !isDone; ) {
      expect((await settledOnEach(ctx, [walletId])).get(walletId)).toEqual({
        settledNano: 12n * PRICE,
        unpricedItems: 3,
      })
      const before = await Promise.all(starts.map((start) => settledBefore(ctx, walletId, start)))
      expect(before.map(({ settledNano }) => settledNano / PRICE)).toEqual([0n, 1n, 3n, 3n, 7n])
      expect(before.map(({ unpricedItems }) => unpricedItems)).toEqual([0, 0, 0, 3, 3])
      isDone = await fillSome({ db: ctx.db, clock, teamId: ctx.team.id, calls, most: 2, isMine })
    }
  })

  test('a rollup without entries is moved as it is', async () => {
    await begin()
    const row = {
      teamId: ctx.team.id,
      quarter: 7,
      walletId: 'old',
      keyId: 'k',
      environmentId: 'e',
      memberId: 'm',
    }
    const sums = { pages: 2, items: 30, chargeNano: 5n, unpricedItems: 1, frees: 3, unknowns: 4 }
    await ctx.db.legacyRollup.create({ data: { ...row, operation: 'search', ...sums } })
    const calls = {
      principalsOf: () => Promise.resolve(new Map()),
      newItemsOf: () => Promise.resolve(new Map()),
    }
    while (!(await fillSome({ db: ctx.db, clock, teamId: ctx.team.id, calls, most: 500, isMine })));
    expect(await ctx.db.legacyRollup.count()).toBe(0)
    expect(await ctx.db.rollup.findMany({ where: { walletId: 'old' } })).toMatchObject([
      { ...row, ...sums, operation: 'search', principal: '', newItems: 0 },
    ])
    await ctx.db.rollup.deleteMany({ where: { walletId: 'old' } })
  })

  test('the job finds out what runs and pages know: all is as if it had been written so', async () => {
    await begin()
    const key = { key: upstream.issueKey().key, name: '', environmentId: team.environments[0]?.id ?? '' }
    const keyId = (await addKey(ctx, upstream, { ...key, walletId: team.walletId })).id
    const asked = { operation: 'timeline', subject: 'ada', product: 'Latest' } as const
    const search = await createSearch(ctx, { name: 'A', shared: true, environmentId: '', ...asked })
    for (let run = 0; run < 2; run++) {
      const first = await startRun(ctx, upstream, { runId: randomUUID(), searchId: search.id, keyId })
      await fetchNextPage(ctx, upstream, { continuation: first.continuation ?? '' })
    }
    const before = await rowsOf(ctx.db)
    expect(before.entries.some(({ newItems }) => newItems > 0)).toBe(true)
    await makeLedgerOld(ctx.db)
    const told: unknown[] = []
    const backfill = createBackfill((standing) => void told.push(standing))
    const jobs = createJobs({
      db: ctx.db,
      clock,
      holderId: 'a',
      onError: (error) => {
        throw error
      },
      jobs: [
        { name: 'backfill', everyMs: 1000, run: (goesOn, isOurs) => backfill.visit(ctx, goesOn, isOurs) },
      ],
    })
    await jobs.tick()
    expect(await rowsOf(ctx.db)).toEqual(before)
    expect(await ledgerFaults()).toEqual([])
    expect(await ctx.db.backfill.findMany()).toMatchObject([{ doneAt: clock.now() }])
    await jobs.stop()
  })

  test('a process whose lease another has taken writes nothing', async () => {
    await begin()
    await makeLedgerOld(ctx.db)
    const calls = {
      principalsOf: () => Promise.resolve(new Map()),
      newItemsOf: () => Promise.resolve(new Map()),
    }
    const lost = () => Promise.resolve(false)
    expect(await fillSome({ db: ctx.db, clock, teamId: ctx.team.id, calls, most: 9, isMine: lost })).toBe(
      false,
    )
    expect(await ctx.db.backfill.count()).toBe(0)
    expect(await ctx.db.ledgerEntry.count({ where: { NOT: { principal: '' } } })).toBe(0)
  })
})

/** All that the backfill writes, in one order. */
async function rowsOf(db: Db) {
  const [rollups, entries, attempts] = await Promise.all([
    db.rollup.findMany(),
    db.ledgerEntry.findMany({ orderBy: { id: 'asc' } }),
    db.attempt.findMany({ orderBy: { id: 'asc' } }),
  ])
  const name = (row: object) => Object.values(row).map(String).join()
  return { rollups: rollups.sort((a, b) => (name(a) < name(b) ? -1 : 1)), entries, attempts }
}
