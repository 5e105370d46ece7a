import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '@/lib/kernel'
import {
  checkFigures,
  freeAttempt,
  type RollupDimension,
  type RollupFilter,
  sumClosedDays,
  sumRollups,
  sumSpend,
} from '@/lib/money/ledger'
import { dayContaining, quarterHourOf } from '@/lib/platform/calendar'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { bookOf, MISS, PRICE } from '@/tests/factories/ledger'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock, type TestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'
import { countChangedDays, sumDays } from '@/tests/support/sum-days'
import { waitUntil } from '@/tests/support/wait-until'

const HISTORIES = Number(process.env.DAY_HISTORIES ?? 2)
const HOUR = 3_600_000
const DAY = 24 * HOUR

const ZONES = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Asia/Kathmandu'],
  ...['Australia/Lord_Howe', 'America/Havana', 'Atlantic/Azores', 'Pacific/Apia'],
]
/** Moments around the days on which clocks change. */
const STARTS = [
  '2026-03-06T10:00:00Z',
  '2026-03-27T22:10:00Z',
  '2026-10-22T12:00:00Z',
  '2026-07-01T00:00:00Z',
]
const MEASURES = [
  ...(['pages', 'items', 'newItems', 'chargeNano', 'unpricedItems'] as const),
  ...(['frees', 'refused', 'unknowns', 'waitedMs', 'latencyMs'] as const),
]
/** The measures of charts. */
const SPEND = ['pages', 'items', 'chargeNano', 'unpricedItems', 'unknowns'] as const
type Measure = (typeof MEASURES)[number]

const call = fc.record({
  end: fc.constantFrom('settle', 'settle', 'settle', 'unpriced', 'free', 'lose'),
  items: fc.integer({ min: 0, max: 100 }),
  /** Minutes from the beginning to its end. */
  minute: fc.integer({ min: 0, max: 7 * 24 * 60 }),
  walletId: fc.constantFrom('w1', 'w2'),
  keyId: fc.constantFrom('k1', 'k2', 'k3'),
  environmentId: fc.constantFrom('e1', 'e2'),
  memberId: fc.constantFrom('m1', 'm2', ''),
  principal: fc.constantFrom('member' as const, 'schedule' as const, 'service' as const),
  searchId: fc.constantFrom('s1', 's2', null),
  operation: fc.constantFrom('timeline' as const, 'search' as const),
})
const question = fc.record({
  dimension: fc.constantFrom<RollupDimension[]>(
    ...(['team', 'walletId', 'keyId', 'environmentId', 'memberId'] as const),
    ...(['principal', 'searchId', 'operation', 'line'] as const),
  ),
  filter: fc.constantFrom<RollupFilter[]>(
    ...[{}, {}, { walletId: 'w1' }, { keyId: 'k2' }, { environmentId: 'e1' }, { memberId: 'm1' }],
    ...[{ principal: 'schedule', principalId: 'm1' }, { searchId: 's1' }, { searchId: '' }],
    ...[{ operation: 'search' }, { origin: 'search' }, { walletId: 'w1', memberId: 'm2' }],
  ),
  /** Boundaries of buckets: a day in the zone, counted from the beginning, and an offset in quarter hours. */
  ends: fc.array(
    fc.record({ day: fc.integer({ min: -1, max: 9 }), beside: fc.constantFrom(0, 0, 0, 0, -3, 2, 50) }),
    { minLength: 2, maxLength: 6 },
  ),
})
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('steps' as const), many: fc.integer({ min: 1, max: 60 }) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('book' as const), call }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('race' as const), call }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('kill' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('zone' as const), zone: fc.constantFrom(...ZONES) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('later' as const), hours: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('finish' as const) }) },
)
const history = fc.record({
  zone: fc.constantFrom(...ZONES),
  start: fc.constantFrom(...STARTS),
  calls: fc.array(call, { minLength: 1, maxLength: 12 }),
  acts: fc.array(act, { minLength: 1, maxLength: 14 }),
  questions: fc.array(question, { minLength: 3, maxLength: 3 }),
})

type Call = typeof call extends fc.Arbitrary<infer Drawn> ? Drawn : never
type Question = typeof question extends fc.Arbitrary<infer Drawn> ? Drawn : never

/** A row of any table of the ledger. */
type Row = Readonly<Record<string, unknown>> & { readonly quarter: number }

const always = () => Promise.resolve(true)
const NOTHING = { open: 0, overlapping: 0, orphans: 0 }

describeOnEachEngine('days of a team’s zone', async (open, engine) => {
  const opened = await open()
  const made = (await makeTeam(opened.db, makeTestClock())).admin

  /** Creates a team with its own ledger. */
  async function begin(start: Date, timeZone: string) {
    const clock = makeTestClock(new Date(start.getTime() + 8 * DAY))
    const id = newId()
    const team = { id, slug: id, name: id, timeZone }
    await opened.db.team.create({ data: { ...team, createdAt: start } })
    return new World({ ...made, team, clock }, clock, start)
  }

  class World {
    steps: AsyncGenerator<void, void>
    timeZone: string
    constructor(
      readonly ctx: TeamCtx,
      readonly clock: TestClock,
      readonly start: Date,
    ) {
      this.timeZone = ctx.team.timeZone
      this.steps = this.keep()
    }

    get parts() {
      return { db: this.ctx.db, clock: this.clock, teamId: this.ctx.team.id, isMine: always }
    }

    keep = () => sumClosedDays(this.parts)

    async book({ end, items, minute, ...over }: Call) {
      const at = makeTestClock(new Date(this.start.getTime() + minute * 60_000))
      const book = bookOf({ ...this.ctx, clock: at })
      const id = await book.begin({ ...over, principalId: over.memberId || 'service' })
      if (end === 'free') await book.free(id)
      else if (end === 'lose') await book.lose(id)
      else await book.settle(id, items, { priceNano: end === 'settle' ? PRICE : null })
    }

    async step(): Promise<boolean> {
      if (!(await this.steps.next()).done) return true
      this.steps = this.keep()
      return false
    }

    async finish() {
      await sumDays(this.parts)
      this.steps = this.keep()
    }

    async moveTo(timeZone: string) {
      this.timeZone = timeZone
      await this.ctx.db.team.update({ where: { id: this.ctx.team.id }, data: { timeZone } })
    }

    bucketsOf({ ends }: Question) {
      const zone = this.timeZone
      const places = ends.map(({ day, beside }) => {
        const { startsAt } = dayContaining(new Date(this.start.getTime() + day * DAY), zone)
        return quarterHourOf(startsAt) + beside
      })
      const sorted = [...new Set(places)].sort((a, b) => a - b)
      return sorted.slice(1).map((to, place) => ({ from: sorted[place] ?? to, to }))
    }

    async rows(): Promise<{ entries: Row[]; rollups: Row[] }> {
      const where = { teamId: this.ctx.team.id }
      const [entries, rollups] = await Promise.all([
        this.ctx.db.ledgerEntry.findMany({ where }),
        this.ctx.db.rollup.findMany({ where }),
      ])
      return { entries: entries.map((entry) => ({ ...entry, ...addedBy(entry) })), rollups }
    }

    async check(): Promise<string[]> {
      const told: string[] = []
      const { db, team } = this.ctx
      const onDifference = (sentence: string) => void told.push(sentence)
      await checkFigures({ db, clock: this.clock, teamId: team.id, onDifference })
      return told
    }

    /** Counts changed days, overlapping days, and sums without a day. */
    async leftOver() {
      const { db, team } = this.ctx
      const where = { teamId: team.id }
      const days = await db.summedDay.findMany({ where, orderBy: { fromQuarter: 'asc' } })
      const sums = await db.daySum.findMany({ where, distinct: ['fromQuarter'] })
      const overlap = days.filter((day, at) => day.toQuarter > (days[at + 1]?.fromQuarter ?? day.toQuarter))
      return {
        open: await countChangedDays(db, team.id),
        overlapping: overlap.length,
        orphans: sums.filter((sum) => !days.some(({ fromQuarter }) => fromQuarter === sum.fromQuarter))
          .length,
      }
    }

    /** Returns the zones of the summed days. */
    async zones(): Promise<string[]> {
      const days = await this.ctx.db.summedDay.findMany({
        where: { teamId: this.ctx.team.id },
        distinct: ['timeZone'],
      })
      return days.map(({ timeZone }) => timeZone).sort()
    }

    ask = async (each: Question): Promise<string[]> =>
      (await sumRollups(this.ctx, this.bucketsOf(each), each.dimension, each.filter))
        .map((sum) => tell(sum.bucket, sum.member, sum, MEASURES))
        .sort()

    /** Asks the same for charts, with fewer measures. */
    askSpend = async (each: Question): Promise<string[]> =>
      (await sumSpend(this.ctx, this.bucketsOf(each), each.dimension, each.filter))
        .map((sum) => tell(sum.bucket, sum.member, sum, SPEND))
        .sort()

    expected = (rows: readonly Row[], each: Question) => addUp(rows, this.bucketsOf(each), each, MEASURES)
    expectedSpend = (rows: readonly Row[], each: Question) => addUp(rows, this.bucketsOf(each), each, SPEND)

    /** Compares the answers with the sums of the rollups and of the entries. */
    async judge(questions: readonly Question[]) {
      const { entries, rollups } = await this.rows()
      for (const each of questions) {
        const answered = await this.ask(each)
        expect(answered).toEqual(this.expected(rollups, each))
        expect(answered).toEqual(this.expected(entries, each))
        expect(await this.askSpend(each)).toEqual(this.expectedSpend(rollups, each))
      }
    }

    /**
     * Books a call, sums days and asks questions at once. Each answer must contain the call completely or not
     * at all.
     */
    async race(call: Call, questions: readonly Question[]) {
      const before = await this.rows()
      // The call may end between the two questions, so each answer is compared on its own.
      const asked = questions.map(async (each) => ({
        each,
        answered: await this.ask(each),
        spent: await this.askSpend(each),
      }))
      const steps = [this.step(), this.book(call)]
      const answers = await Promise.all(asked)
      await Promise.all(steps)
      const after = await this.rows()
      const both = [before.entries, after.entries]
      for (const { each, answered, spent } of answers) {
        expect(both.map((rows) => this.expected(rows, each))).toContainEqual(answered)
        expect(both.map((rows) => this.expectedSpend(rows, each))).toContainEqual(spent)
      }
    }
  }

  test('equal the quarter hours and the entries at each step: in races, after late calls, kills and changes of the zone', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ zone, start, calls, acts, questions }) => {
        const world = await begin(new Date(start), zone)
        for (const each of calls) await world.book(each)
        for (const each of acts) {
          if (each.does === 'book') await world.book(each.call)
          else if (each.does === 'race') await world.race(each.call, questions)
          else if (each.does === 'kill') world.steps = world.keep()
          else if (each.does === 'zone') await world.moveTo(each.zone)
          else if (each.does === 'later') world.clock.advance(each.hours * HOUR)
          else if (each.does === 'finish') await world.finish()
          else for (let step = 0; step < each.many; step++) await world.step()
          await world.judge(questions)
        }
        await world.finish()
        await world.judge(questions)
        expect(await world.zones()).toEqual([world.timeZone])
        expect(await world.leftOver()).toEqual(NOTHING)
        expect(await world.check()).toEqual([])
      }),
      { numRuns: HISTORIES },
    )
  }, 600_000)

  const CALL: Call = {
    ...{ end: 'settle', items: 7, minute: 60, walletId: 'w1', keyId: 'k1', environmentId: 'e1' },
    ...{ memberId: 'm1', principal: 'member', searchId: 's1', operation: 'search' },
  }
  const rangeOf = ({ start }: World) => {
    const from = quarterHourOf(start) - 96
    return { from, to: from + 5 * 96 }
  }
  const itemsOf = async (world: World) =>
    (await sumRollups(world.ctx, [rangeOf(world)], 'searchId', { walletId: 'w1' })).map((sum) => sum.items)
  test('of the old zone stay exact while those of the new one replace them, there and back again', async () => {
    const world = await begin(new Date('2026-03-27T10:00:00Z'), 'Europe/Berlin')
    await world.book(CALL)
    await world.finish()
    const questions: Question[] = [
      { dimension: 'team', filter: {}, ends: [-1, 0, 1, 2, 9].map((day) => ({ day, beside: 0 })) },
      { dimension: 'walletId', filter: { keyId: 'k1' }, ends: [-1, 9].map((day) => ({ day, beside: 0 })) },
    ]
    await world.moveTo('Asia/Kathmandu')
    let isMixed = false
    do {
      await world.judge(questions)
      isMixed ||= (await world.zones()).length === 2
      expect((await world.leftOver()).overlapping).toBe(0)
    } while (await world.step())
    expect([isMixed, await world.zones()]).toEqual([true, ['Asia/Kathmandu']])
    // Change back, and away again before that is finished.
    await world.moveTo('Europe/Berlin')
    for (let step = 0; step < 40; step++) await world.step()
    expect(await world.zones()).toEqual(['Asia/Kathmandu', 'Europe/Berlin'])
    await world.moveTo('Asia/Kathmandu')
    await world.judge(questions)
    await world.finish()
    expect(await world.zones()).toEqual(['Asia/Kathmandu'])
    expect(await world.leftOver()).toEqual(NOTHING)
  })

  test('include a late call at once, and are summed again', async () => {
    const world = await begin(new Date('2026-03-27T10:00:00Z'), 'Europe/Berlin')
    await world.book(CALL)
    await world.finish()
    const items = () => itemsOf(world)
    expect([await items(), (await world.leftOver()).open]).toEqual([[7], 0])
    await world.book(CALL)
    expect([await items(), (await world.leftOver()).open]).toEqual([[14], 1])
    await world.finish()
    expect([await items(), (await world.leftOver()).open]).toEqual([[14], 0])
  })

  test('are read from their sums until one of their quarter hours changes', async () => {
    const world = await begin(new Date('2026-03-27T10:00:00Z'), 'Europe/Berlin')
    await world.book(CALL)
    await world.finish()
    const where = { teamId: world.ctx.team.id, grouping: 'ws' }
    await opened.db.daySum.updateMany({ where, data: { items: 1000 } })
    expect(await itemsOf(world)).toEqual([1000])
    await world.book(CALL)
    expect(await itemsOf(world)).toEqual([14])
    await world.finish()
    expect(await itemsOf(world)).toEqual([14])
  })

  test('include a call whose booking was in progress while they were summed', async () => {
    const world = await begin(new Date('2026-03-27T10:00:00Z'), 'Europe/Berlin')
    await world.book(CALL)
    const { db, team } = world.ctx
    const at = makeTestClock(new Date(world.start.getTime() + 3_600_000))
    const book = bookOf({ ...world.ctx, clock: at })
    const id = await book.begin({ walletId: 'w1', searchId: 's1' })
    const booked = Promise.withResolvers<void>()
    const commits = Promise.withResolvers<void>()
    const booking = transaction(db, async (tx) => {
      await freeAttempt(tx, book.ending(id), MISS)
      booked.resolve()
      await commits.promise
    })
    await booked.promise
    const summing = world.finish()
    // PostgreSQL sums the day beside the open transaction; SQLite waits for it.
    if (engine === 'postgres')
      await waitUntil(async () => (await db.summedDay.count({ where: { teamId: team.id } })) === 8)
    commits.resolve()
    await Promise.all([booking, summing])
    const frees = async () => (await sumRollups(world.ctx, [rangeOf(world)], 'team')).map((sum) => sum.frees)
    expect(await frees()).toEqual([1])
    await world.finish()
    expect([await frees(), await world.check()]).toEqual([[1], []])
  })

  test('are not written without a lease', async () => {
    const world = await begin(new Date('2026-03-27T10:00:00Z'), 'Europe/Berlin')
    await world.book(CALL)
    const { db, team } = world.ctx
    let written = 0
    for (const lasts of [0, 1, 2]) {
      let asked = 0
      const isMine = () => Promise.resolve(asked++ < lasts)
      const steps = sumClosedDays({ db, clock: world.clock, teamId: team.id, isMine })
      while (!(await steps.next()).done);
      expect(asked).toBe(lasts + 1)
      written += lasts
      expect(await db.summedDay.count({ where: { teamId: team.id } })).toBe(written)
    }
  })

  test('do not overwrite newer sums', async () => {
    const world = await begin(new Date('2026-03-27T10:00:00Z'), 'Europe/Berlin')
    await world.book(CALL)
    await world.finish()
    await world.book(CALL)
    // One process has read the day's rollups, and stops before writing its sums.
    const slow = sumClosedDays(world.parts)
    for (let step = 0; step < 14; step++) await slow.next()
    await world.book(CALL)
    await world.finish()
    while (!(await slow.next()).done);
    expect([await itemsOf(world), await world.check()]).toEqual([[21], []])
  })

  test('whose sums were tampered with are named by the check of figures', async () => {
    const world = await begin(new Date('2026-03-27T10:00:00Z'), 'Europe/Berlin')
    await world.book(CALL)
    await world.finish()
    const where = { teamId: world.ctx.team.id, grouping: 'wm' }
    await opened.db.daySum.updateMany({ where, data: { items: 8 } })
    expect(await world.check()).toEqual([
      'The sums of 2026-03-27 (Europe/Berlin) are not those of its rollups: walletId and memberId "w1" and "m1".',
    ])
  })
})

/** Returns what an entry adds to each measure. */
function addedBy(entry: {
  readonly outcome: string
  readonly items: number
  readonly chargeNano: bigint | null
  readonly httpStatus: number | null
  readonly waitedMs: number | null
  readonly latencyMs: number | null
}) {
  const isPage = entry.outcome === 'SETTLED'
  return {
    pages: isPage ? 1 : 0,
    chargeNano: entry.chargeNano ?? 0n,
    unpricedItems: isPage && entry.chargeNano === null ? entry.items : 0,
    frees: entry.outcome === 'FREE' ? 1 : 0,
    refused: entry.httpStatus === 429 ? 1 : 0,
    unknowns: entry.outcome === 'UNKNOWN' ? 1 : 0,
    waitedMs: isPage ? (entry.waitedMs ?? 0) : 0,
    latencyMs: isPage ? (entry.latencyMs ?? 0) : 0,
  }
}

function memberOf(row: Row, dimension: RollupDimension): string {
  if (dimension === 'team') return ''
  if (dimension === 'principal') return `${row.principal}:${row.principalId}`
  if (dimension === 'line') return `${row.environmentId}:${row.operation}`
  return String(row[dimension])
}

const tell = <Measure extends string>(
  bucket: number,
  member: string,
  sums: Readonly<Record<Measure, unknown>>,
  measures: readonly Measure[],
): string => `${bucket} ${member}: ${measures.map((name) => sums[name]).join()}`

/** Sums rows one by one. */
function addUp(
  rows: readonly Row[],
  buckets: readonly { readonly from: number; readonly to: number }[],
  { dimension, filter }: Question,
  measures: readonly Measure[],
): string[] {
  const sums = new Map<string, bigint[]>()
  for (const row of rows) {
    const bucket = buckets.findIndex(({ from, to }) => row.quarter >= from && row.quarter < to)
    if (bucket < 0 || Object.entries(filter).some(([name, is]) => row[name] !== is)) continue
    const name = `${bucket} ${memberOf(row, dimension)}`
    const known = sums.get(name) ?? measures.map(() => 0n)
    sums.set(
      name,
      known.map((sum, place) => sum + BigInt(Number(row[measures[place] ?? '']))),
    )
  }
  return [...sums].map(([name, all]) => `${name}: ${all.join()}`).sort()
}
