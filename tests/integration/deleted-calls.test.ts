import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { nanoToText, newId, type Operation } from '@/lib/kernel'
import { countInAdvance } from '@/lib/money/budgets/recount'
import { toAttemptFilter } from '@/lib/money/budgets/reserve'
import {
  checkFigures,
  deleteOldCalls,
  deleteOldCallsStep,
  findDeletedCalls,
  listEntries,
  measureOldCalls,
  sumClosedDays,
  sumOpenedAttempts,
  sumRollups,
} from '@/lib/money/ledger'
import { getWalletReport, listUnknowns, resolveUnknown } from '@/lib/money/statements'
import { appendBalanceReading, createWallet } from '@/lib/money/wallets'
import { monthBefore, quarterHourOf, startOfQuarterHour } from '@/lib/platform/calendar'
import { engineOf, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { registerEngine } from '@/lib/platform/db/client'
import { createJobs } from '@/lib/server/jobs'
import { runJobSteps } from '@/lib/server/jobs/jobs'
import { setCallRetention } from '@/lib/teams/teams'
import { bookOf, PRICE } from '@/tests/factories/ledger'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock, type TestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'

const HISTORIES = Number(process.env.DETAIL_HISTORIES ?? 2)
const deletionDetail = z.strictObject({
  from: z.string(),
  to: z.string(),
  calls: z.int(),
  pages: z.int(),
  items: z.int(),
  credits: z.string(),
})
const DAY = 24 * 60 * 60_000
const isMine = () => Promise.resolve(true)

describeOnEachEngine('deletion of old calls', async (open) => {
  let clock: TestClock
  let walletId: string
  let ctx: TeamCtx
  const opened = await open()
  const first = await makeTeam(opened.db, makeTestClock())
  beforeEach(freshTeam)

  async function freshTeam() {
    clock = makeTestClock()
    const row = { name: 'Fresh', slug: newId(), timeZone: 'Europe/Berlin' }
    const team = await opened.db.team.create({ data: { id: newId(), ...row, createdAt: clock.now() } })
    ctx = { ...first.admin, clock, team }
    walletId = (await createWallet(ctx, { name: 'Main' })).id
  }

  const deleteAll = async (most = 500) => {
    while (await deleteOldCallsStep(ctx, { limit: most, isMine }));
  }
  const differences = async () => {
    const told: string[] = []
    const onDifference = (sentence: string) => void told.push(sentence)
    await checkFigures({ db: ctx.db, clock, teamId: ctx.team.id, onDifference })
    return told
  }
  const faults = async () => {
    const told = await differences()
    const broken = await brokenInvariants(ctx.db)
    return [...told, ...broken.filter((rule) => /rollups|totals|copies|attempt that|holds/.test(rule))]
  }
  /** Returns what the audit log says about deleted calls, oldest first. */
  const logged = async () => {
    const where = { teamId: ctx.team.id, action: 'calls.delete' }
    const rows = await ctx.db.auditEntry.findMany({ where, orderBy: { id: 'asc' } })
    return rows.map(({ detail }) => deletionDetail.parse(JSON.parse(detail ?? '')))
  }
  const everything = { from: 0, to: quarterHourOf(new Date('2100-01-01')) }
  const read = () => appendReading(ctx, walletId, 1_000_000n * PRICE)
  /** Returns what must not change: rollups, totals, statements, unknown calls, and the counts of budgets. */
  async function figures(from: Date) {
    const { db } = ctx
    const at = clock.now()
    const scopes = [
      { scope: 'team', scopeId: ctx.team.id },
      { scope: 'wallet', scopeId: walletId },
      { scope: 'key', scopeId: 'key' },
      { scope: 'search', scopeId: 's' },
    ] as const
    const counted: unknown[] = []
    for (const of of scopes)
      for (const period of ['total', 'month', 'day']) {
        const counts = await countInAdvance(
          db,
          [{ ...of, period, teamId: ctx.team.id }],
          at,
          ctx.team.timeZone,
        )
        // Two counts run at once, and either may finish first.
        for (const [span, count] of [...counts].sort(([one], [other]) => one.localeCompare(other)))
          await transaction(db, async (tx) => {
            const { pending, ...sums } = await sumOpenedAttempts(
              tx,
              ctx.team.id,
              toAttemptFilter(of),
              count,
              null,
            )
            counted.push({ span, ...sums, pending: pending.map(({ attemptId }) => attemptId).sort() })
          })
      }
    return {
      rollups: await sumRollups(ctx, [everything], 'walletId'),
      bySearch: await sumRollups(ctx, [everything], 'searchId'),
      lines: await sumRollups(ctx, [everything], 'line', { walletId }),
      totals: await db.walletTotal.findMany({
        where: { teamId: ctx.team.id },
        orderBy: { operation: 'asc' },
      }),
      report: await getWalletReport(ctx, walletId, { from, to: at }),
      unknowns: await listUnknowns(ctx),
      counted,
    }
  }

  /** Returns the ids of all entries that match a filter, newest first, read in small steps. */
  async function listed(filter: NonNullable<Parameters<typeof listEntries>[1]>): Promise<string[]> {
    const ids: string[] = []
    let after: string | undefined
    for (let pages = 0; pages < 500; pages++) {
      const { entries, next } = await listEntries(ctx, filter, after, 3, 4)
      ids.push(...entries.map(({ id }) => id))
      if (next === null) return ids
      after = next
    }
    throw new Error('The ledger has no end')
  }
  const FILTERS = [
    {},
    ...(['SETTLED', 'FREE', 'UNKNOWN'] as const).map((outcome) => ({ outcome })),
    ...[{ searchId: 's' }, { searchId: 's', outcome: 'UNKNOWN' as const }, { runId: 'r' }],
    ...[
      { operation: 'search', searchId: 's' },
      { keyId: 'key', outcome: 'SETTLED' as const },
    ],
  ]
  const listings = () => Promise.all(FILTERS.map(listed))
  /** Sums some days as the job does; the others stay open. */
  async function sumDays(most: number) {
    let steps = 0
    for await (const _ of sumClosedDays({ db: ctx.db, clock, teamId: ctx.team.id, isMine }))
      if (++steps >= most) return
  }

  const step = fc.record({
    end: fc.constantFrom('settle', 'settle', 'settle', 'free', 'lose', 'charged', 'uncharged', 'leave'),
    items: fc.integer({ min: 1, max: 100 }),
    priced: fc.boolean(),
    searched: fc.boolean(),
    operation: fc.constantFrom<Operation[]>('timeline', 'search'),
    daysLater: fc.constantFrom<number[]>(0, 0, 1, 9, 40),
    reads: fc.boolean(),
  })
  type Step = typeof step extends fc.Arbitrary<infer Drawn> ? Drawn : never

  async function write({ end, items, priced, searched, operation, daysLater, reads }: Step): Promise<string> {
    clock.advance(daysLater * DAY)
    const book = bookOf(ctx)
    const searchId = searched ? 's' : null
    const id = await book.begin({ walletId, operation, searchId, runId: 'r' })
    clock.advance(20 * 60_000)
    if (end === 'settle') await book.settle(id, items, priced ? {} : { priceNano: null })
    if (end === 'free') await book.free(id)
    if (end === 'lose' || end === 'charged' || end === 'uncharged') await book.lose(id)
    if (end === 'charged' || end === 'uncharged')
      await resolveUnknown(
        ctx,
        {
          attemptId: id,
          finding: end,
          items: end === 'charged' ? items : 0,
          note: 'n',
        },
        {},
      )
    clock.advance(20 * 60_000)
    if (reads) await read()
    return id
  }

  test('rollups, totals, statements and counts are the same before, during and after', async () => {
    const history = fc.record({
      steps: fc.array(step, { minLength: 4, maxLength: 16 }),
      recent: fc.array(step, { maxLength: 4 }),
      summed: fc.integer({ min: 0, max: 60 }),
      most: fc.integer({ min: 1, max: 6 }),
      cuts: fc.array(fc.boolean(), { maxLength: 20 }),
    })
    let some = false
    await fc.assert(
      fc.asyncProperty(history, async ({ steps, recent, summed, most, cuts }) => {
        await freshTeam()
        const from = clock.now()
        await read()
        for (const each of steps) await write(each)
        clock.advance(130 * DAY)
        for (const each of recent) await write(each)
        await sumDays(summed)
        const listedBefore = await listings()
        const before = await figures(from)
        await setCallRetention(ctx, { months: 3 })
        const isOver = async (place: number) => {
          if (!cuts[place]) return !(await deleteOldCallsStep(ctx, { limit: most, isMine }))
          // A kill after everything was written and before it was committed.
          await expect(deleteOldCallsStep(killedAtCommit(ctx), { limit: most, isMine })).rejects.toThrow(
            'killed',
          )
          return false
        }
        const expectListed = async () => {
          const there = await ctx.db.ledgerEntry.findMany({ where: { teamId: ctx.team.id } })
          const ids = new Set(there.map(({ id }) => id))
          expect(await listings()).toEqual(listedBefore.map((all) => all.filter((id) => ids.has(id))))
        }
        for (let place = 0; !(await isOver(place)); place++) {
          expect(await differences()).toEqual([])
          if (place % 8 === 7) await expectListed()
        }
        await expectListed()
        expect(await figures(from)).toEqual(before)
        await sumDays(60)
        expect(await figures(from)).toEqual(before)
        expect(await faults()).toEqual([])
        const cut = monthBefore(clock.now(), ctx.team.timeZone, 3)
        const rest = await ctx.db.ledgerEntry.findMany({ where: { teamId: ctx.team.id, at: { lt: cut } } })
        expect(rest.every(({ outcome }) => outcome === 'UNKNOWN')).toBe(true)
        const deleted = await findDeletedCalls(ctx)
        expect(deleted === null || (deleted.before <= cut && deleted.at >= cut)).toBe(true)
        some ||= deleted !== null
        expect(await ctx.db.attempt.count({ where: { teamId: ctx.team.id, state: 'OPEN' } })).toBe(
          [...steps, ...recent].filter(({ end }) => end === 'leave').length,
        )
      }),
      { numRuns: HISTORIES },
    )
    expect(some).toBe(true)
  })

  test('nothing is deleted by default; open and lost calls stay, and can still be resolved or settled', async () => {
    await read()
    const openId = await write(plain('leave'))
    const lostId = await write(plain('lose'))
    await write(plain('settle'))
    await write(plain('free'))
    clock.advance(400 * DAY)
    expect(await deleteOldCallsStep(ctx, { limit: 9, isMine })).toBe(false)
    expect(await measureOldCalls(ctx, 12)).toBe(2)
    expect(await measureOldCalls(ctx, 24)).toBe(0)
    await setCallRetention(ctx, { months: 12 })
    await deleteAll()
    expect(await measureOldCalls(ctx, 12)).toBe(0)
    const attempts = await ctx.db.attempt.findMany({ where: { teamId: ctx.team.id } })
    expect(attempts.map(({ id }) => id).sort()).toEqual([openId, lostId].sort())
    await resolveUnknown(ctx, { attemptId: lostId, finding: 'charged', items: 3, note: 'They say so.' }, {})
    await bookOf(ctx).settle(openId, 7)
    expect(await faults()).toEqual([])
    expect((await listEntries(ctx)).entries).toHaveLength(2)
  })

  test('the audit log says what was deleted, and a row that disappears in another way is found', async () => {
    await write(plain('settle'))
    await write(plain('lose'))
    await write(plain('free'))
    await write(plain('settle'))
    clock.advance(200 * DAY)
    await setCallRetention(ctx, { months: 3 })
    await deleteAll(1)
    expect(await ctx.db.ledgerEntry.count({ where: { teamId: ctx.team.id } })).toBe(1)
    const month = await ctx.db.deletedCalls.findFirstOrThrow({ where: { teamId: ctx.team.id } })
    const [from, to] = [month.fromQuarter, month.toQuarter].map((quarter) =>
      startOfQuarterHour(quarter).toISOString(),
    )
    const credits = nanoToText(20n * PRICE)
    expect(await logged()).toEqual([{ from, to, calls: 3, pages: 2, items: 20, credits }])
    expect(await faults()).toEqual([])
    const { count } = await ctx.db.ledgerEntry.deleteMany({ where: { teamId: ctx.team.id } })
    expect(count).toBe(1)
    expect((await differences()).join()).toMatch(/deleted ones included, .*unknowns by -1/)
    await ctx.db.attempt.deleteMany({ where: { teamId: ctx.team.id } })
    await ctx.db.rollup.updateMany({ where: { teamId: ctx.team.id, unknowns: 1 }, data: { unknowns: 0 } })
    await ctx.db.deletedCalls.updateMany({ where: { teamId: ctx.team.id }, data: { items: 19n } })
    expect((await differences()).join()).toMatch(/deleted ones included, .*items by -1/)
    await ctx.db.deletedCalls.updateMany({ where: { teamId: ctx.team.id }, data: { items: 20n } })
  })

  test('a deleted call can be neither settled again nor resolved', async () => {
    const id = await write(plain('settle'))
    clock.advance(200 * DAY)
    await setCallRetention(ctx, { months: 3 })
    const before = await sumRollups(ctx, [everything], 'team')
    await deleteAll()
    expect(await ctx.db.attempt.count({ where: { teamId: ctx.team.id } })).toBe(0)
    await expect(bookOf(ctx).settle(id, 7)).rejects.toThrow()
    const resolution = { attemptId: id, finding: 'charged', items: 3, note: 'n' } as const
    await expect(resolveUnknown(ctx, resolution, {})).rejects.toThrow()
    expect(await sumRollups(ctx, [everything], 'team')).toEqual(before)
    expect(await faults()).toEqual([])
  })

  test('the check of figures raises no false alarm if the deletion of a month begins meanwhile', async () => {
    for (let page = 0; page < 6; page++) await write({ ...plain('settle'), daysLater: 9 })
    clock.advance(200 * DAY)
    await setCallRetention(ctx, { months: 3 })
    let isFirst = true
    const findMany = async (args: Parameters<typeof ctx.db.deletedCalls.findMany>[0]) => {
      const rows = await ctx.db.deletedCalls.findMany(args)
      if (isFirst) {
        isFirst = false
        await deleteAll(2)
      }
      return rows
    }
    const deletedCalls = new Proxy(ctx.db.deletedCalls, {
      get: (target, name) => (name === 'findMany' ? findMany : Reflect.get(target, name, target)),
    })
    const db = new Proxy(ctx.db, {
      get: (target, name) => (name === 'deletedCalls' ? deletedCalls : Reflect.get(target, name, target)),
    })
    const told: string[] = []
    const onDifference = (sentence: string) => void told.push(sentence)
    await checkFigures({ db: registerEngine(db, engineOf(ctx.db)), clock, teamId: ctx.team.id, onDifference })
    expect(await ctx.db.ledgerEntry.count({ where: { teamId: ctx.team.id } })).toBe(0)
    expect(told).toEqual([])
  })

  test('two simultaneous processes delete each call once; one that lost its lease writes nothing', async () => {
    for (let page = 0; page < 12; page++) await write(plain('settle'))
    clock.advance(200 * DAY)
    await setCallRetention(ctx, { months: 3 })
    expect(await deleteOldCallsStep(ctx, { limit: 9, isMine: () => Promise.resolve(false) })).toBe(false)
    expect(await ctx.db.deletedCalls.count({ where: { teamId: ctx.team.id } })).toBe(0)
    const errors: unknown[] = []
    const jobsOf = (holderId: string) => {
      return createJobs({
        db: ctx.db,
        clock,
        holderId,
        onError: (error) => void errors.push(error),
        jobs: [
          {
            name: 'details',
            everyMs: 1,
            run: (goesOn, mine) =>
              runJobSteps(clock, deleteOldCalls(ctx, mine), { aLease: 20, mayContinue: goesOn }),
          },
        ],
      })
    }
    const both = [jobsOf('a'), jobsOf('b')]
    await Promise.all(both.map((jobs) => jobs.tick()))
    // Also without any lease.
    await Promise.all([deleteAll(2), deleteAll(3)])
    for (const jobs of both) await jobs.stop()
    expect(errors).toEqual([])
    expect(await ctx.db.attempt.count({ where: { teamId: ctx.team.id } })).toBe(0)
    const left = await ctx.db.deletedCalls.findMany({ where: { teamId: ctx.team.id } })
    expect(left.reduce((sum, { pages, frees }) => sum + pages + frees, 0n)).toBe(12n)
    expect(await faults()).toEqual([])
  })

  test('after switching back to keeping calls forever, nothing more is deleted, and the log says what was', async () => {
    for (let page = 0; page < 4; page++) await write(plain('settle'))
    const entries = () => ctx.db.ledgerEntry.count({ where: { teamId: ctx.team.id } })
    clock.advance(200 * DAY)
    await setCallRetention(ctx, { months: 3 })
    await setCallRetention(ctx, { months: null })
    await deleteAll()
    expect(await entries()).toBe(4)
    expect(await ctx.db.deletedCalls.count({ where: { teamId: ctx.team.id } })).toBe(0)
    await setCallRetention(ctx, { months: 3 })
    expect(await deleteOldCallsStep(ctx, { limit: 1, isMine })).toBe(true)
    expect(await logged()).toEqual([])
    await setCallRetention(ctx, { months: null })
    await deleteAll()
    await deleteAll()
    expect(await entries()).toBe(3)
    expect(await logged()).toEqual([expect.objectContaining({ calls: 1, items: 10 })])
    expect(await faults()).toEqual([])
    await setCallRetention(ctx, { months: 3 })
    expect(await deleteOldCallsStep(ctx, { limit: 1, isMine })).toBe(true)
    await setCallRetention(ctx, { months: 40 })
    await deleteAll()
    expect(await entries()).toBe(2)
    expect(await faults()).toEqual([])
    await setCallRetention(ctx, { months: 3 })
    await deleteAll()
    expect(await entries()).toBe(0)
    // Each entry starts at the beginning of the month and includes the entries before it.
    const lines = await logged()
    expect(new Set(lines.map(({ from }) => from)).size).toBe(1)
    expect(lines.map(({ calls }) => calls)).toEqual([1, 2, 4])
    expect(await faults()).toEqual([])
  })

  test('if the clock jumps by years, one month is deleted per night', async () => {
    for (let month = 0; month < 4; month++) await write({ ...plain('settle'), daysLater: 31 })
    await setCallRetention(ctx, { months: 3 })
    await deleteAll()
    clock.advance(4000 * DAY)
    await deleteAll()
    const left = () => ctx.db.deletedCalls.count({ where: { teamId: ctx.team.id } })
    expect(await left()).toBe(1)
    clock.advance(3_600_000)
    await deleteAll()
    expect(await left()).toBe(1)
    clock.advance(DAY)
    await deleteAll()
    expect(await left()).toBe(2)
  })

  test('only admins choose how long calls are kept', async () => {
    const member = { ...ctx, actor: { ...ctx.actor, role: 'member' } } as const
    await expect(setCallRetention(member, { months: 3 })).rejects.toThrow('Only an admin')
    await expect(measureOldCalls(member, 3)).rejects.toThrow('Only an admin')
  })
})

/** Returns a context whose transactions do all their work, and then fail. */
const killedAtCommit = (ctx: TeamCtx): TeamCtx => {
  const db = new Proxy(ctx.db, {
    get: (target, name) =>
      name === '$transaction'
        ? (work: (tx: Tx) => Promise<unknown>, options: object) =>
            target.$transaction(async (tx) => {
              await work(tx)
              throw new Error('killed')
            }, options)
        : Reflect.get(target, name, target),
  })
  return { ...ctx, db: registerEngine(db, engineOf(ctx.db)) }
}

const plain = (end: 'settle' | 'free' | 'lose' | 'leave') =>
  ({
    end,
    items: 10,
    priced: true,
    searched: false,
    operation: 'timeline',
    daysLater: 0,
    reads: false,
  }) as const

const appendReading = (ctx: TeamCtx, walletId: string, balanceNano: bigint) =>
  transaction(ctx.db, (tx) =>
    appendBalanceReading(tx, ctx, {
      walletId,
      keyId: 'k',
      balanceNano,
      source: 'schedule',
      askedAt: ctx.clock.now(),
      settlingMs: null,
    }),
  )
