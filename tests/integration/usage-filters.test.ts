import { expect, test } from 'vitest'
import { newId } from '@/lib/kernel'
import { type EntryView, listEntries, OUTCOMES } from '@/lib/money/ledger'
import {
  addSums,
  isZeroSums,
  listUsage,
  type MeasureSums,
  type SpendFilter,
  ZERO_SUMS,
} from '@/lib/money/usage'
import { BUCKET_STEPS, resolveRange } from '@/lib/platform/calendar'
import { bookOf } from '@/tests/factories/ledger'
import { makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

const DAY = 24 * 3_600_000
const ids = () => [newId(), newId()] as const
const [SEARCHES, KEYS, WALLETS, MEMBERS] = [ids(), ids(), ids(), ids()]
const SERVICE = newId()

/** One member of each dimension, and a combination that day sums do not contain. */
const FILTERS: readonly SpendFilter[] = [
  {},
  { searchId: SEARCHES[0] },
  { keyId: KEYS[1] },
  { walletId: WALLETS[1] },
  { memberId: MEMBERS[0] },
  { operation: 'timeline' },
  { principal: { kind: 'service', id: SERVICE } },
  { principal: { kind: 'member' } },
  { searchId: SEARCHES[1], memberId: MEMBERS[1], walletId: WALLETS[0] },
]
const GROUPINGS = ['searchId', 'walletId', 'memberId', 'keyId', 'principal', 'operation'] as const
const USAGE_GROUPINGS = [...GROUPINGS, 'outcome'] as const

/** Returns one of the values in turn, or all of them in `npm run test:long -- engines`. */
const inTurn = <T>(all: readonly T[], place: number): readonly T[] =>
  process.env.TEST_ENGINES === 'both' ? all : all.slice(place % all.length).slice(0, 1)

describeOnEachEngine('the filters of usage', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const team = await makeTeam(opened.db, clock)
  const ours = bookOf(team.admin)
  const theirs = bookOf((await makeOtherTeam(team)).admin)
  for (let place = 0; place < 16; place++) {
    const [one, two, three] = [place % 2, (place >> 1) % 2, (place >> 2) % 2]
    const of = {
      ...{ searchId: SEARCHES[one] ?? null, searchName: 'A search' },
      keyId: KEYS[two] ?? '',
      walletId: WALLETS[three] ?? '',
      memberId: MEMBERS[(place >> 3) % 2] ?? '',
      operation: place % 3 === 0 ? ('search' as const) : ('timeline' as const),
    }
    const service = {
      ...{ searchId: null, searchName: null },
      memberId: '',
      principal: 'service',
      principalId: SERVICE,
    } as const
    const newItems = place % 5 === 0 ? 0 : place
    await ours.settle(await ours.begin(place % 5 === 0 ? { ...of, ...service } : of), 10 + place, {
      newItems,
    })
    if (place % 4 === 0) await ours.free(await ours.begin(of))
    if (place % 6 === 0) await ours.lose(await ours.begin(of))
    await theirs.settle(await theirs.begin(of), 100)
    if (place % 4 === 3) clock.advance(DAY)
  }

  const entriesOf = async (filter: SpendFilter, span: Partial<Record<'from' | 'to', Date>> = {}) => {
    const { entries, next } = await listEntries(team.admin, { ...filter, ...span }, undefined, 100)
    expect(next).toBeNull()
    const ids = entries.map(({ id }) => id)
    const rows = await opened.db.ledgerEntry.findMany({
      where: { id: { in: ids } },
      select: { id: true, newItems: true },
    })
    const news = new Map(rows.map(({ id, newItems }) => [id, newItems ?? 0]))
    return entries.map((entry) => ({ ...entry, newItems: news.get(entry.id) ?? 0 }))
  }
  const usage = (over: Partial<Parameters<typeof listUsage>[1]> = {}) =>
    listUsage(team.admin, {
      range: resolveRange({ preset: '7d' }, clock.now(), team.admin.team.timeZone),
      ...{ step: 'day', dimension: 'memberId', comparison: null, needsSearched: true },
      ...over,
    })

  test('every measure in every step equals its calls on the ledger, by every grouping', async () => {
    for (const [turn, filter] of FILTERS.entries()) {
      const told = sumOfEntries(await entriesOf(filter))
      for (const [place, dimension] of USAGE_GROUPINGS.entries())
        for (const step of inTurn(BUCKET_STEPS, turn + place)) {
          const report = await usage({ ...filter, step, dimension })
          const inBuckets = addSums(report.sumsIn('all'))
          const ofMembers = addSums(report.members.map(({ sums }) => sums))
          const name = JSON.stringify([dimension, step, filter])
          expect(inBuckets, name).toEqual(told)
          expect(ofMembers, name).toEqual(told)
        }
    }
  })

  test('a chart that draws some members shows the same as one that draws all, bar by bar', async () => {
    for (const filter of FILTERS)
      for (const dimension of USAGE_GROUPINGS.filter((each) => each !== 'outcome')) {
        const query = { ...filter, dimension, comparison: 'before' } as const
        const all = await usage(query)
        const [first, ...others] = all.members.map(({ member }) => member)
        const names = first === undefined ? [] : [first]
        const some = await usage({ ...query, drawn: () => names })
        const name = JSON.stringify([dimension, filter])
        expect(new Set(some.members), name).toEqual(new Set(all.members))
        expect(some.sumsIn(names), name).toEqual(all.sumsIn(names))
        expect(some.sumsIn('all'), name).toEqual(all.sumsIn('all'))
        expect(some.sumsBeside(names), name).toEqual(all.sumsIn(others))
        expect(some.before, name).toEqual(all.before)
      }
  })

  test('calls of one outcome equal those of the ledger, as a filter, as a row and in a comparison', async () => {
    for (const [turn, filter] of FILTERS.entries()) {
      const entries = await entriesOf(filter)
      const rows = new Map(
        (await usage({ ...filter, dimension: 'outcome' })).members.map(({ member, sums }) => [member, sums]),
      )
      for (const [place, outcome] of OUTCOMES.entries()) {
        const told = sumOfEntries(entries.filter((entry) => entry.outcome === outcome))
        const name = JSON.stringify([outcome, filter])
        expect(rows.get(outcome) ?? ZERO_SUMS, name).toEqual(told)
        for (const dimension of inTurn(USAGE_GROUPINGS, turn + place)) {
          const { sumsIn, members } = await usage({ ...filter, outcome, dimension })
          expect(addSums(sumsIn('all')), name).toEqual(told)
          expect(members.filter(({ sums }) => isZeroSums(sums))).toEqual([])
        }
      }
    }
    const range = resolveRange({ preset: '7d' }, clock.now(), team.admin.team.timeZone)
    clock.advance(7 * DAY)
    const later = { from: range.from.plus({ days: 7 }), to: range.to.plus({ days: 7 }) }
    const { members, before } = await usage({ range: later, comparison: 'before', outcome: 'FREE' })
    clock.advance(-7 * DAY)
    const frees = (await entriesOf({}, { from: range.from.toJSDate(), to: range.to.toJSDate() })).filter(
      ({ outcome }) => outcome === 'FREE',
    )
    expect(frees.length).toBeGreaterThan(0)
    expect(before && addSums(before)).toEqual(sumOfEntries(frees))
    expect(addSums(members.map((each) => each.before ?? ZERO_SUMS))).toEqual(sumOfEntries(frees))
  })

  test('purchases of searches are separated by days and by quarter hours alike', async () => {
    const [told] = (await usage({ needsSearched: false, dimension: 'operation' })).members
    expect(told?.sums.searched).not.toBeNull()
    const [untold] = (await usage({ needsSearched: false, keyId: KEYS[1] })).members
    expect(untold?.sums.searched).toBeNull()
  })

  test('a comparison equals the ledger of the days before, or of the same days a year ago, in each row and bar', async () => {
    const { timeZone } = team.admin.team
    const day = (back: number) => new Date(clock.now().getTime() - back * DAY).toISOString().slice(0, 10)
    const range = resolveRange({ from: day(2), to: day(1) }, clock.now(), timeZone)
    const spent = sumOfEntries(await entriesOf({}, { from: range.from.toJSDate(), to: range.to.toJSDate() }))
    const [from, to] = [range.from.minus({ days: 2 }).toJSDate(), range.from.toJSDate()]
    const earlier = sumOfEntries(await entriesOf({}, { from, to }))
    expect([spent.pages > 0, earlier.pages > 0]).toEqual([true, true])
    const compared = async (over: Partial<Parameters<typeof listUsage>[1]>) => {
      const { members, before, sumsIn } = await usage(over)
      const rows = addSums(members.map((each) => each.before ?? ZERO_SUMS))
      return [addSums(sumsIn('all')), rows, before && addSums(before)]
    }
    expect(await compared({ range, comparison: 'before' })).toEqual([spent, earlier, earlier])
    // A year of 365 days later.
    clock.advance(365 * DAY)
    const later = { from: range.from.plus({ years: 1 }), to: range.to.plus({ years: 1 }) }
    for (const step of BUCKET_STEPS)
      expect(await compared({ range: later, step, comparison: 'year' })).toEqual([ZERO_SUMS, spent, spent])
  })
})

/** Sums these calls by hand as rollups do. */
const sumOfEntries = (entries: readonly (EntryView & { readonly newItems: number })[]): MeasureSums =>
  addSums(
    entries.map((entry): MeasureSums => {
      const { chargeNano, outcome, latencyMs, waitedMs, httpStatus, newItems } = entry
      const settled = outcome === 'SETTLED'
      const items = settled ? entry.items : 0
      const nano = chargeNano ?? 0n
      const isSearched = settled && entry.searchName !== null
      return {
        ...{ nano, items, newItems, pages: settled ? 1 : 0, unpricedItems: 0 },
        frees: outcome === 'FREE' ? 1 : 0,
        refused: outcome !== 'SETTLED' && httpStatus === 429 ? 1 : 0,
        unknowns: outcome === 'UNKNOWN' ? 1 : 0,
        ...{ waitedMs: settled ? (waitedMs ?? 0) : 0, latencyMs: settled ? (latencyMs ?? 0) : 0 },
        searched: isSearched ? { nano, items, newItems } : { nano: 0n, items: 0, newItems: 0 },
      }
    }),
  )
