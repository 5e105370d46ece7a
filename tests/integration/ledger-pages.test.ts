import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listEntries } from '@/lib/money/ledger'
import { bookOf } from '@/tests/factories/ledger'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine, describeOnSqlite } from '@/tests/support/databases'
import { notedStatements } from '@/tests/support/noted-statements'

type Filter = NonNullable<Parameters<typeof listEntries>[1]>

const PAGE_AFTER_PAGE = 200

/** The attribution of a call, from few values, so that filters match. */
const someone = fc.record({
  walletId: fc.constantFrom('w1', 'w2'),
  keyId: fc.constantFrom('k1', 'k2', 'k3'),
  environmentId: fc.constantFrom('e1', 'e2'),
  memberId: fc.constantFrom('m1', 'm2', ''),
  searchId: fc.constantFrom('s1', 's2', null),
  runId: fc.constantFrom('r1', 'r2', 'r3'),
  operation: fc.constantFrom('timeline' as const, 'search' as const),
  principal: fc.constantFrom('member' as const, 'service' as const),
  principalId: fc.constantFrom('p1', 'p2'),
  origin: fc.constantFrom('search' as const, 'gateway' as const),
})
const call = fc.record({
  over: someone,
  ends: fc.constantFrom('settle' as const, 'settle' as const, 'free' as const, 'lose' as const),
  /** Minutes since the previous call. */
  after: fc.constantFrom(0, 0, 1, 10, 90),
})

const filters = fc.record(
  {
    walletId: fc.constantFrom('w1', 'w2'),
    keyId: fc.constantFrom('k1', 'k2', 'nobody'),
    environmentId: fc.constantFrom('e1', 'e2'),
    memberId: fc.constantFrom('m1', ''),
    searchId: fc.constantFrom('s1', 's2'),
    runId: fc.constantFrom('r1', 'r2'),
    principal: fc.constantFrom({ kind: 'service' as const }, { kind: 'service' as const, id: 'p1' }),
    operation: fc.constantFrom('timeline', 'search'),
    outcome: fc.constantFrom('SETTLED' as const, 'FREE' as const, 'UNKNOWN' as const),
    fromMinute: fc.integer({ min: 0, max: 1500 }),
    minutes: fc.integer({ min: 0, max: 1500 }),
  },
  { requiredKeys: [] },
)

describeOnEachEngine('the ledger, page by page', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const ctx = (await makeTeam(opened.db, clock)).admin
  const beganAt = clock.now()
  const [history = []] = fc.sample(fc.array(call, { minLength: 120, maxLength: 120 }), 1)
  await buy(history)

  async function buy(calls: readonly (typeof call extends fc.Arbitrary<infer Call> ? Call : never)[]) {
    const book = bookOf(ctx)
    for (const { over, ends, after } of calls) {
      clock.advance(after * 60_000)
      const { searchId, ...rest } = over
      const id = await book.begin({ ...rest, searchId, searchName: searchId })
      if (ends === 'settle') await book.settle(id, 20)
      else await book[ends](id)
    }
  }

  /** Returns the ids of all matching entries, newest first, read from the attempts. */
  async function fitting({ from, to, outcome, principal, ...of }: Filter): Promise<string[]> {
    const rows = await ctx.db.ledgerEntry.findMany({
      where: {
        teamId: ctx.team.id,
        ...(outcome && { outcome }),
        at: { gte: from ?? new Date(0), lt: to ?? new Date('9999-01-01') },
        attempt: {
          ...of,
          ...(principal && { principal: principal.kind }),
          ...(principal?.id && { principalId: principal.id }),
        },
      },
      orderBy: [{ at: 'desc' }, { id: 'desc' }],
      select: { id: true },
    })
    return rows.map(({ id }) => id)
  }

  async function paged(filter: Filter, most: number, maxLooked?: number) {
    const ids: string[] = []
    let after: string | undefined
    for (let page = 0; page < PAGE_AFTER_PAGE; page++) {
      const { entries, next } = await listEntries(ctx, filter, after, most, maxLooked)
      expect(entries.length).toBeLessThanOrEqual(most)
      ids.push(...entries.map(({ id }) => id))
      if (next === null) return ids
      expect(next).not.toBe(after)
      after = next
    }
    throw new Error('The ledger has no end')
  }

  const check = () =>
    fc.assert(
      fc.asyncProperty(
        filters,
        fc.integer({ min: 1, max: 30 }),
        fc.option(fc.integer({ min: 1, max: 9 })),
        async ({ fromMinute, minutes, ...of }, most, maxLooked) => {
          const from =
            fromMinute === undefined ? undefined : new Date(beganAt.getTime() + fromMinute * 60_000)
          const to = minutes === undefined ? undefined : new Date(clock.now().getTime() - minutes * 60_000)
          const filter = { ...of, ...(from && { from }), ...(to && { to }) }
          expect(await paged(filter, most, maxLooked ?? undefined)).toEqual(await fitting(filter))
        },
      ),
      { numRuns: 40 },
    )

  test('every filter returns the matching entries, once and in order', check)

  test('an invalid position leads to the newest entries', async () => {
    expect(await listEntries(ctx, {}, 'no place')).toEqual(await listEntries(ctx))
  })
})

describeOnSqlite('one step through the ledger', async (open) => {
  const opened = await open()
  const ctx = (await makeTeam(opened.db, makeTestClock())).admin
  const book = bookOf(ctx)
  for (let call = 0; call < 12; call++)
    await book.settle(await book.begin({ walletId: call < 2 ? 'w1' : 'w2' }), 20)

  test.each<[string, Filter]>([
    ['teamId_at', {}],
    ['teamId_at', { walletId: 'w1', outcome: 'SETTLED', operation: 'search' }],
    ['teamId_searchId_at', { searchId: 's1', keyId: 'k1', outcome: 'UNKNOWN' }],
    ['missed', { outcome: 'UNKNOWN', keyId: 'k1', memberId: 'm1' }],
    ['teamId_keyId_at', { keyId: 'k1', memberId: 'm1', walletId: 'w1' }],
    ['teamId_memberId_at', { memberId: 'm1', principal: { kind: 'service', id: 'p1' } }],
  ])('uses a single index: %s', async (index, filter) => {
    const texts = await notedStatements(async () => {
      await listEntries(ctx, filter)
    })
    const walks = texts.filter((text) => text.includes('WITH walked'))
    expect(walks.length).toBeGreaterThan(0)
    for (const text of walks) {
      const values = Array.from({ length: text.split('?').length - 1 }, () => null)
      const plan = await opened.db.$queryRawUnsafe<{ detail: string }[]>(
        `EXPLAIN QUERY PLAN ${text}`,
        ...values,
      )
      const ways = plan.flatMap(
        ({ detail }) => /^SEARCH e USING INDEX LedgerEntry_(\w+)_idx/.exec(detail)?.[1] ?? [],
      )
      expect(ways).toEqual([index])
    }
  })

  test('reads a limited number of entries, says how far back it looked, and can be continued', async () => {
    const first = await listEntries(ctx, { walletId: 'w1' }, undefined, 5, 8)
    expect(first.entries).toEqual([])
    expect(first.lookedBackTo).toEqual(ctx.clock.now())
    const second = await listEntries(ctx, { walletId: 'w1' }, first.next ?? undefined, 5, 8)
    expect([second.entries.length, second.next, second.lookedBackTo]).toEqual([2, null, null])
  })
})
