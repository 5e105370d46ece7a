import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countOpenedAttempts } from '@/lib/money/ledger'
import { resolveUnknown } from '@/lib/money/statements'
import { QUARTER_HOUR_MS, quarterHourOf } from '@/lib/platform/calendar'
import { bookOf } from '@/tests/factories/ledger'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

const MINUTE = 60_000

const call = fc.record({
  over: fc.record({
    walletId: fc.constantFrom('w1', 'w2'),
    keyId: fc.constantFrom('k1', 'k2'),
    environmentId: fc.constantFrom('e1', 'e2'),
    memberId: fc.constantFrom('m1', 'm2'),
    searchId: fc.constantFrom('s1', null),
  }),
  items: fc.integer({ min: 0, max: 100 }),
  /** Minutes since the previous call was opened. */
  after: fc.integer({ min: 0, max: 40 }),
  /** Number of later calls opened before it ends: some end much later, some never. */
  endsAfter: fc.constantFrom(0, 0, 0, 1, 3, 20, 1000),
  ends: fc.constantFrom('priced', 'priced', 'unpriced', 'free', 'lost', 'charged', 'uncharged'),
})

const filters = fc.record(
  {
    walletId: fc.constantFrom('w1', 'w2'),
    keyId: fc.constantFrom('k1', 'nobody'),
    environmentId: fc.constant('e1'),
    memberId: fc.constant('m1'),
    searchId: fc.constant('s1'),
  },
  { requiredKeys: [] },
)

/** Rollups are grouped by a call's end, budgets by its beginning. */
describeOnEachEngine('a budget counted from rollups', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const ctx = (await makeTeam(opened.db, clock)).admin
  const beganAt = clock.now()
  const [calls = []] = fc.sample(fc.array(call, { minLength: 100, maxLength: 100 }), 1)
  await buy(calls)

  async function buy(calls: readonly (typeof call extends fc.Arbitrary<infer Call> ? Call : never)[]) {
    const book = bookOf(ctx)
    const waiting: { at: number; end(): Promise<unknown> }[] = []
    for (const [place, { over, items, after, endsAfter, ends }] of calls.entries()) {
      clock.advance(after * MINUTE)
      const id = await book.begin({ ...over, searchName: over.searchId })
      const end = async () => {
        if (ends === 'priced') return book.settle(id, items)
        if (ends === 'unpriced') return book.settle(id, items, { priceNano: null })
        if (ends === 'free') return book.free(id)
        await book.lose(id)
        const found = { attemptId: id, items: Math.max(1, items), note: 'seen' }
        if (ends === 'charged') await resolveUnknown(ctx, { ...found, finding: 'charged' }, {})
        if (ends === 'uncharged') await resolveUnknown(ctx, { ...found, finding: 'uncharged' }, {})
      }
      waiting.push({ at: place + endsAfter, end })
      for (const each of waiting.filter(({ at }) => at === place)) await each.end()
    }
  }

  /** Returns the same count from the attempts themselves. */
  async function counted(filter: object, from: Date, to: Date) {
    const rows = await ctx.db.attempt.findMany({
      where: { teamId: ctx.team.id, ...filter, openedAt: { gte: from, lt: to } },
      include: { entry: true, resolution: true },
    })
    let [items, chargeNano] = [0, 0n]
    const pendingIds: string[] = []
    for (const { id, state, entry, resolution } of rows) {
      if (state === 'OPEN' || (state === 'UNKNOWN' && !resolution)) pendingIds.push(id)
      const charged = state === 'SETTLED' ? entry : resolution?.finding === 'charged' ? resolution : null
      items += charged?.items ?? 0
      chargeNano += charged?.chargeNano ?? 0n
    }
    return { items, chargeNano, pendingIds: pendingIds.sort() }
  }

  const check = () =>
    fc.assert(
      fc.asyncProperty(
        filters,
        fc.option(fc.integer({ min: 0, max: 60 })),
        fc.integer({ min: 0, max: 4000 }),
        async (filter, quarterHour, minutes) => {
          const begun = quarterHourOf(beganAt)
          const startsAt = new Date(quarterHour === null ? 0 : (begun + quarterHour) * QUARTER_HOUR_MS)
          const until = new Date(Math.max(startsAt.getTime(), beganAt.getTime() + minutes * MINUTE))
          const { pending, items, chargeNano } = await countOpenedAttempts(ctx.db, ctx.team.id, filter, {
            startsAt,
            until,
          })
          const found = { items, chargeNano, pendingIds: pending.map(({ attemptId }) => attemptId).sort() }
          expect(found).toEqual(await counted(filter, startsAt, until))
        },
      ),
      { numRuns: 50 },
    )

  test('equals the sum of its calls', check)
})
