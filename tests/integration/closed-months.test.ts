import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { formatMonth, type Nano, newId } from '@/lib/kernel'
import { changeTeam } from '@/lib/money/budgets'
import {
  closeMonth,
  findMonth,
  getWalletReport,
  linesSinceClosing,
  readStatement,
  recordMonths,
  reopenMonth,
  resolveUnknown,
  spanOfMonth,
  statementLines,
  writeStatementFile,
} from '@/lib/money/statements'
import { createWallet } from '@/lib/money/wallets'
import { DAY_MS, dayBefore, monthAfter, monthNameBefore } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { bookOf, PRICE } from '@/tests/factories/ledger'
import { type PaperWallet, paperWallet } from '@/tests/factories/paper-wallet'
import { makeMember, makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock, type TestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

const HISTORIES = Number(process.env.CLOSED_HISTORIES ?? 2)
/** The small form draws the same histories each time, so that a failure comes from a change. */
const DRAWS = process.env.CLOSED_HISTORIES ? {} : { seed: 41 }
const START = new Date('2026-01-20T12:00:00Z')
const FIRST_MONTH = '2026-01'
/** No number of items costs it. */
const TAKEN = 7_777_777n
const NAMES = { environment: (id: string) => id, operation: (name: string) => name }
const MARCH = { from: '2026-03-01', to: '2026-03-31', environmentId: null }

const items = fc.integer({ min: 1, max: 90 })
const environmentId = fc.constantFrom('production', 'staging')
/** Chooses among the months that are over, the last one first. */
const monthsAgo = fc.constantFrom(0, 0, 0, 1, 1, 2, 3)
const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('page' as const), items, environmentId }) },
  {
    // A page that was received days ago and is booked now.
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('late' as const),
      items,
      environmentId,
      daysAgo: fc.integer({ min: 1, max: 60 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('lose' as const), items, environmentId }) },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('resolve' as const), items, isCharged: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('read' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('top up' as const), items }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('thief' as const), items }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('wait' as const), days: fc.integer({ min: 6, max: 35 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('zone' as const),
      zone: fc.constantFrom('UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Apia'),
    }),
  },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('close' as const), monthsAgo }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('reopen' as const), monthsAgo }) },
)
type Act = typeof act extends fc.Arbitrary<infer Drawn> ? Drawn : never

describeOnEachEngine('a closed month', async (open) => {
  const { db } = await open()
  const root = await makeTeam(db, makeTestClock(START))
  let clock: TestClock
  let team: TestTeam
  let ctx: TeamCtx
  let wallet: PaperWallet
  beforeEach(() => begin())

  async function begin() {
    clock = makeTestClock(START)
    const made = await makeOtherTeam(root)
    ctx = { ...made.admin, clock }
    team = { ...made, admin: ctx }
    wallet = paperWallet(ctx, clock, team.walletId)
    await recordMonths(ctx)
    await wallet.read()
  }

  const close = (name: string, by = ctx) => closeMonth(by, { walletId: team.walletId, month: name })
  const reopen = (name: string, by = ctx) => reopenMonth(by, { walletId: team.walletId, month: name })
  const moveTo = async (timeZone: string) => {
    await changeTeam(ctx, { name: ctx.team.name, timeZone })
    ctx = { ...ctx, team: { ...ctx.team, timeZone } }
  }
  const waitUntil = (moment: string) => clock.advance(Date.parse(moment) - clock.now().getTime())
  const bookAt = async (at: Date, count: number, environmentId = 'production') => {
    const book = bookOf({ ...ctx, clock: makeTestClock(at) })
    await book.settle(await book.begin({ walletId: team.walletId, environmentId }), count)
  }
  const recorded = async (name: string) =>
    (await findMonth(ctx, name)) ?? expect.unreachable(`${name} is not recorded`)
  const reportOf = async (name: string) =>
    getWalletReport(ctx, team.walletId, spanOfMonth(await recorded(name)))
  const statementOf = (input: Partial<Parameters<typeof readStatement>[1]> = {}) =>
    readStatement(ctx, { walletId: team.walletId, ...MARCH, ...input })
  const storedOf = async (name: string) => [
    await db.closedMonth.findMany({ where: { walletId: team.walletId, month: name } }),
    await db.closedMonthLine.findMany({
      where: { walletId: team.walletId, month: name },
      orderBy: [{ environmentId: 'asc' }, { operation: 'asc' }],
    }),
  ]
  const since = (lines: readonly { readonly kind: string; readonly nano: Nano }[]) =>
    lines.reduce((sum, { kind, nano }) => (kind === 'since' ? sum + nano : sum), 0n)

  /** Adds the parts of a statement to its opening balance. */
  const sumOf = ([opening, ...lines]: readonly { readonly kind: string; readonly nano: Nano }[]): Nano =>
    lines.reduce(
      (sum, { kind, nano }) => (kind === 'part' || kind === 'outside' ? sum + nano : sum),
      opening?.nano ?? 0n,
    )

  test('keeps its figures; a late charge is listed since, and carried by the next month', async () => {
    await wallet.page(40)
    waitUntil('2026-04-01T06:00:00Z')
    await wallet.read()
    await close('2026-03')
    const before = await statementOf()
    expect(before.closed).toMatchObject({ by: 'Olga Other', since: [] })
    await bookAt(new Date('2026-03-30T10:00:00Z'), 10)
    const after = await statementOf()
    expect(after.lines).toEqual(before.lines)
    expect(after.closed?.since).toMatchObject([
      { kind: 'since', label: 'Since closing: production, Timeline', items: 10, nano: -10n * PRICE },
      { kind: 'balance', label: 'Closing balance now' },
    ])
    const april = await statementOf({ from: '2026-04-01', to: '2026-04-01' })
    expect(april.lines.slice(0, 2)).toMatchObject([
      { label: 'Opening balance', nano: before.lines.at(-1)?.nano },
      { label: 'Carried over: changes to the month before since it was closed', nano: -10n * PRICE },
    ])
    const file = await writeStatementFile(ctx, { walletId: team.walletId, ...MARCH, unit: 'credits' })
    expect(file.text).toContain('"Since closing: production, Timeline",10,-1.5')
    await reopen('2026-03')
    const again = await statementOf()
    expect(again.closed).toBeNull()
    expect(again.lines.at(-1)?.nano).toBe((before.lines.at(-1)?.nano ?? 0n) - 10n * PRICE)
    const logged = await db.auditEntry.findMany({ where: { teamId: ctx.team.id, subjectId: team.walletId } })
    expect(logged.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['statement.close', 'statement.reopen']),
    )
  })

  test('a quarter that ends with a closed month joins the next statement, and counts a late charge once', async () => {
    await wallet.page(40)
    waitUntil('2026-04-01T06:00:00Z')
    await wallet.read()
    await close('2026-03')
    const march = await statementOf()
    await bookAt(new Date('2026-03-30T10:00:00Z'), 10)
    for (const from of ['2026-02-01', '2026-03-10']) {
      const quarter = await statementOf({ from })
      expect(quarter.closed).toBeNull()
      expect(quarter.lines.slice(-2)).toMatchObject([
        { label: 'Carried on: changes to the last month since it was closed', nano: 10n * PRICE },
        { label: 'Closing balance', nano: march.lines.at(-1)?.nano },
      ])
      expect(sumOf(quarter.lines)).toBe(quarter.lines.at(-1)?.nano)
      const april = await statementOf({ from: '2026-04-01', to: '2026-04-01' })
      expect(april.lines[0]?.nano).toBe(quarter.lines.at(-1)?.nano)
      expect(sumOf(april.lines)).toBe(april.lines.at(-1)?.nano)
    }
    await reopen('2026-03')
    const open = await statementOf({ from: '2026-02-01' })
    expect(open.lines.at(-1)?.nano).toBe((march.lines.at(-1)?.nano ?? 0n) - 10n * PRICE)
    expect(sumOf(open.lines)).toBe(open.lines.at(-1)?.nano)
  })

  test('is read and exported as closed when its readings are gone', async () => {
    await wallet.page(40)
    waitUntil('2026-04-01T06:00:00Z')
    await close('2026-03')
    const { lines } = await statementOf()
    // The state of a wallet whose readings were deleted since.
    const { id: walletId } = await createWallet(ctx, { name: 'Without readings' })
    const [months, monthLines] = [
      await db.closedMonth.findMany({ where: { walletId: team.walletId } }),
      await db.closedMonthLine.findMany({ where: { walletId: team.walletId } }),
    ]
    await db.closedMonth.createMany({ data: months.map((row) => ({ ...row, walletId })) })
    await db.closedMonthLine.createMany({ data: monthLines.map((row) => ({ ...row, walletId })) })
    expect(
      (await getWalletReport(ctx, walletId, spanOfMonth(await recorded('2026-03')))).statement,
    ).toBeNull()
    expect(await statementOf({ walletId })).toMatchObject({ lines, closed: { by: 'Olga Other', since: [] } })
    const file = await writeStatementFile(ctx, { walletId, ...MARCH, unit: 'credits' })
    expect(file.text).toContain('Closing balance')
    const january = { from: '2026-01-01', to: '2026-01-31' }
    await expect(statementOf({ walletId, ...january })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('counts what was not resolved, and lists how each call was resolved, also by environment', async () => {
    await wallet.page(40)
    const attemptId = await wallet.lose(20)
    await wallet.read()
    waitUntil('2026-02-01T06:00:00Z')
    await close('2026-01')
    const january = { from: '2026-01-01', to: '2026-01-31' }
    expect((await reportOf('2026-01')).closed).toMatchObject({ unresolvedCalls: 1 })
    await resolveUnknown(ctx, { attemptId, finding: 'charged', items: 20, note: 'On the bill' }, {})
    const { closed } = await statementOf(january)
    expect(closed?.since.map(({ label, nano }) => [label, nano])).toEqual([
      ['Since closing: Unknown calls that were charged', -20n * PRICE],
      ['Since closing: Unknown calls that may have been charged', 20n * PRICE],
      ['Closing balance now', expect.anything()],
    ])
    expect(since(closed?.since ?? [])).toBe(0n)
    await db.environment.create({
      data: { id: newId(), teamId: ctx.team.id, name: 'x', color: 'red', position: 9, createdAt: START },
    })
    const [own] = await db.environment.findMany({ where: { teamId: ctx.team.id, name: 'x' } })
    await bookAt(new Date('2026-01-25T10:00:00Z'), 10, own?.id)
    const part = await statementOf({ ...january, environmentId: own?.id ?? '' })
    expect(part.lines).toMatchObject([{ label: 'Spent in x', nano: 0n }])
    expect(part.closed?.since).toMatchObject([
      { label: 'Since closing: x, Timeline', nano: -10n * PRICE },
      { label: 'Spent in x now', nano: -10n * PRICE },
    ])
  })

  test('can be closed two hours after its end in the team’s zone, and does not move with the zone', async () => {
    await wallet.page(40)
    waitUntil('2026-01-31T23:59:59Z')
    await wallet.read(0)
    await expect(close('2026-01')).rejects.toMatchObject({ code: 'conflict' })
    await expect(close('2026-02')).rejects.toMatchObject({ code: 'conflict' })
    await expect(close('2024-01')).rejects.toMatchObject({ code: 'conflict' })
    // Two hours after midnight in Berlin.
    waitUntil('2026-02-01T01:00:00Z')
    await close('2026-01')
    const stored = await storedOf('2026-01')
    const closed = await recorded('2026-01')
    await moveTo('Pacific/Apia')
    expect(await recorded('2026-01')).toEqual(closed)
    expect(await storedOf('2026-01')).toEqual(stored)
    expect((await statementOf({ from: '2026-01-01', to: '2026-01-31' })).timeZone).toBe('Europe/Berlin')
  })

  test('without a balance there is nothing to close', async () => {
    await expect(close('2025-12')).rejects.toThrow('No balance was read')
  })

  test('months of a wallet that is not read for long are closed in order, and join the reading that comes at last', async () => {
    await wallet.page(40)
    await wallet.read()
    await wallet.page(30)
    // A charge may show later than ten seconds after its call.
    await wallet.read(10_000)
    const names = ['01', '02', '03', '04', '05', '06', '07', '08'].map((month) => `2026-${month}`)
    for (const name of names) {
      await bookAt(new Date(`${name}-25T10:00:00Z`), 10)
      wallet.balanceNano -= 10n * PRICE
      if (name === names.at(-1)) {
        waitUntil(`${name}-26T06:00:00Z`)
        wallet.balanceNano -= TAKEN
        await wallet.read()
      }
      waitUntil(`${monthAfter(name, 'UTC').name}-02T06:00:00Z`)
      await close(name)
    }
    await checkChain(names, new Map(names.map((name) => [name, null])))
    // Finds what was taken while nothing was read only by the reading that shows it.
    const taken = await Promise.all(names.map(async (name) => (await reportOf(name)).closed?.statement))
    expect(taken.map((statement) => statement?.carriedNano)).toEqual(names.map(() => 0n))
    expect(
      taken.map((statement) => (statement?.outsideNano ?? 0n) + (statement?.unexplainedNano ?? 0n)),
    ).toEqual([...names.slice(1).map(() => 0n), TAKEN])
    expect(taken.at(-1)?.closingNano).toBe(wallet.balanceNano)
    // The balance at a moment does not depend on how far a statement looks back.
    for (const name of names.slice(1)) {
      const { startsAt, endsAt: to } = await recorded(name)
      const { statement: month } = await reportOf(name)
      for (const daysBefore of [1, 40, 200]) {
        const from = new Date(startsAt.getTime() - daysBefore * DAY_MS)
        const { statement } = await getWalletReport(ctx, team.walletId, { from, to })
        expect([name, statement?.closingNano]).toEqual([name, month?.closingNano])
      }
    }
  })

  test('is closed once, whoever closes it at the same moment, and reopened once', async () => {
    waitUntil('2026-02-03T00:00:00Z')
    const other = { ...(await makeMember(team, 'admin')), clock }
    const both = [() => close('2026-01'), () => close('2026-01', other)]
    const closed = await Promise.allSettled(both.map((one) => one()))
    expect(closed.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(closed.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } })
    expect(await db.closedMonth.count({ where: { teamId: ctx.team.id } })).toBe(1)
    const reopened = await Promise.allSettled([reopen('2026-01'), reopen('2026-01', other)])
    expect(reopened.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await storedOf('2026-01')).toEqual([[], []])
  })

  test('a difference is carried once: January is not reopened while February is closed with it', async () => {
    await wallet.page(40)
    waitUntil('2026-02-01T06:00:00Z')
    await wallet.read()
    await close('2026-01')
    await bookAt(new Date('2026-01-30T10:00:00Z'), 10)
    waitUntil('2026-03-01T06:00:00Z')
    await close('2026-02')
    await expect(reopen('2026-01')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Reopen February 2026 first.'),
    })
    await expect(close('2025-12')).rejects.toThrow('Reopen February 2026 first.')
    const closed = new Map([
      ['2026-01', null],
      ['2026-02', null],
    ])
    await checkChain(['2026-01', '2026-02'], closed)
    await reopen('2026-02')
    await reopen('2026-01')
    expect((await reportOf('2026-02')).statement).toMatchObject({ carriedNano: 0n })
    // Closed again, January has the difference itself, and February carries nothing.
    await close('2026-01')
    await close('2026-02')
    expect((await reportOf('2026-02')).closed?.statement).toMatchObject({ carriedNano: 0n })
    await checkChain(['2026-01', '2026-02'], closed)
  })

  test('months are closed in order after the first one, with no open month in between', async () => {
    waitUntil('2026-05-01T06:00:00Z')
    await close('2026-02')
    await expect(close('2026-04')).rejects.toThrow('Close March 2026 first.')
    await close('2026-03')
    await close('2026-04')
    await expect(reopen('2026-02')).rejects.toThrow('Reopen April 2026 first.')
  })

  test('a month reopened while the next one is closed is never also carried by it', async () => {
    const other = { ...(await makeMember(team, 'admin')), clock }
    waitUntil('2026-03-03T00:00:00Z')
    for (let time = 0; time < 12; time++) {
      await close('2026-01')
      // January grows, so that February carries something while January stays closed.
      await bookAt(new Date('2026-01-25T10:00:00Z'), 1)
      const both = [() => close('2026-02', other), () => reopen('2026-01')]
      const raced = await Promise.allSettled((time % 2 === 0 ? both : both.toReversed()).map((one) => one()))
      for (const one of raced)
        if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'conflict' })
      const closed = await db.closedMonth.findMany({
        where: { walletId: team.walletId },
        orderBy: { month: 'desc' },
      })
      const carried = closed.map(
        ({ month, carriedNano }) => `${month} ${carriedNano === 0n ? '' : 'carries'}`,
      )
      // Reopened before February was closed, after it was refused, or not at all.
      expect([['2026-02 '], [], ['2026-02 carries', '2026-01 ']]).toContainEqual(carried)
      for (const { month } of closed) await reopen(month)
    }
  })

  test('is closed and reopened by admins of its own team alone', async () => {
    waitUntil('2026-02-03T00:00:00Z')
    for (const role of ['member', 'viewer'] as const) {
      const by = { ...(await makeMember(team, role)), clock }
      await expect(close('2026-01', by)).rejects.toMatchObject({ code: 'forbidden' })
      await expect(reopen('2026-01', by)).rejects.toMatchObject({ code: 'forbidden' })
    }
    await close('2026-01')
    const stranger = { ...(await makeOtherTeam(root)).admin, clock }
    await expect(close('2026-01', stranger)).rejects.toMatchObject({ code: 'not_found' })
    await expect(reopen('2026-01', stranger)).rejects.toMatchObject({ code: 'not_found' })
    expect(await db.closedMonth.count({ where: { teamId: ctx.team.id } })).toBe(1)
  })

  test('whatever comes later, closed figures stay, and with what came since they are the ledger’s', async () => {
    let changes = 0
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 40, maxLength: 60 }), async (acts) => {
        await begin()
        const lost: string[] = []
        const closed = new Map<string, unknown>()
        for (const each of acts) await perform(each, lost, closed)
        // Each history ends with a month that is closed, and a page that is booked late.
        await wait(45)
        await closeLast(closed)
        const months = await pastMonths()
        await bookAt((await recorded(months[0] ?? '')).startsAt, 7)
        for (const name of months) changes += await checkMonth(name, closed)
        await checkChain(months, closed)
      }),
      { ...DRAWS, numRuns: HISTORIES, endOnFailure: true },
    )
    // Otherwise the histories prove nothing.
    expect(changes).toBeGreaterThan(0)
  })

  /** Closes the months from the last closed one to the last that is over. */
  async function closeLast(closed: Map<string, unknown>): Promise<void> {
    await recordMonths(ctx)
    const months = await pastMonths()
    const last = [...closed.keys()].toSorted().at(-1) ?? months[1] ?? ''
    for (const name of months.filter((one) => one > last).toSorted())
      await closeOrReopen('close', name, closed)
  }

  /** The months that are over, the last one first. */
  async function pastMonths(): Promise<string[]> {
    const rows = await db.statementMonth.findMany({
      where: { teamId: ctx.team.id, month: { gte: FIRST_MONTH } },
      orderBy: { month: 'desc' },
    })
    return rows.map((row) => row.month)
  }

  /** Waits, and reads the wallet daily. Purser reads one hourly for 30 days after its last use. */
  async function wait(days: number) {
    for (let day = 0; day < days; day++) {
      if (day > 0) await wallet.read()
      clock.advance(DAY_MS)
    }
  }

  async function perform(each: Act, lost: string[], closed: Map<string, unknown>): Promise<void> {
    switch (each.does) {
      case 'page':
        clock.advance(60_000)
        await bookAt(clock.now(), each.items, each.environmentId)
        wallet.balanceNano -= BigInt(each.items) * PRICE
        return
      case 'late':
        return bookAt(dayBefore(clock.now(), 'UTC', each.daysAgo).startsAt, each.items, each.environmentId)
      case 'lose':
        lost.push(await wallet.lose(each.items))
        return
      case 'resolve': {
        const attemptId = lost.shift()
        if (attemptId === undefined) return
        const finding = each.isCharged ? 'charged' : 'uncharged'
        return resolveUnknown(ctx, { attemptId, finding, items: each.items, note: 'On the bill' }, {})
      }
      case 'read':
        return wallet.read()
      case 'top up':
        wallet.balanceNano += BigInt(each.items) * 1_000_000_000_000n
        return
      case 'thief':
        wallet.balanceNano -= BigInt(each.items) * TAKEN
        return
      case 'wait':
        return wait(each.days)
      case 'zone':
        return moveTo(each.zone)
      case 'close':
      case 'reopen': {
        await recordMonths(ctx)
        const name = (await pastMonths())[each.monthsAgo]
        if (name === undefined) return
        return closeOrReopen(each.does, name, closed)
      }
    }
  }

  async function closeOrReopen(does: 'close' | 'reopen', name: string, closed: Map<string, unknown>) {
    const isClosing = does === 'close'
    const done = await (isClosing ? close(name) : reopen(name)).catch(
      (error: { message: string }) => error.message,
    )
    const refusal = isClosing ? whyNotClosed(name, closed) : whyNotReopened(name, closed)
    expect(done).toEqual(refusal && expect.stringContaining(refusal))
    if (refusal) return
    if (isClosing) closed.set(name, await storedOf(name))
    else closed.delete(name)
  }

  /** The start of the sentence that refuses to close a month; undefined if it can be closed. */
  function whyNotClosed(name: string, closed: ReadonlyMap<string, unknown>): string | undefined {
    if (closed.has(name)) return 'This month is closed already'
    const last = [...closed.keys()].toSorted().at(-1)
    if (last === undefined) return undefined
    const next = monthAfter(last, 'UTC').name
    if (name === next) return undefined
    return name < last ? `Reopen ${formatMonth(last)} first` : `Close ${formatMonth(next)} first`
  }

  function whyNotReopened(name: string, closed: ReadonlyMap<string, unknown>): string | undefined {
    const last = [...closed.keys()].toSorted().at(-1)
    if (last !== undefined && last > name) return `Reopen ${formatMonth(last)} first`
    return closed.has(name) ? undefined : 'This month is not closed'
  }

  /**
   * Adds up the statements as they are shown, from the first closed month on: each begins with the closing balance of
   * the one before, and what changed closed months is counted once.
   */
  async function checkChain(names: readonly string[], closed: ReadonlyMap<string, unknown>) {
    const first = [...closed.keys()].toSorted()[0]
    const chain = names.filter((name) => first !== undefined && name >= first).toSorted()
    let sum: Nano | null = null
    for (const [index, name] of chain.entries()) {
      const { statement, closed: then } = await reportOf(name)
      const shown = then?.statement ?? statement ?? expect.unreachable(`${name} has no statement`)
      const lines = statementLines(shown, NAMES)
      const opening = lines[0]?.nano ?? 0n
      expect([name, opening]).toEqual([name, sum ?? opening])
      sum = lines
        .filter(({ kind }) => kind === 'part' || kind === 'outside')
        .reduce((sum, { nano }) => sum + nano, opening)
      expect(sum).toBe(lines.at(-1)?.nano)
      if (index < chain.length - 1 || !statement) continue
      const changed = then ? since(linesSinceClosing(then.statement, statement, NAMES)) : 0n
      expect(sum + changed).toBe(statement.closingNano)
    }
  }

  /**
   * Compares a month with what was stored when it was closed, with the ledger's entries, and with the month before.
   * Returns how many of its lines changed since.
   */
  async function checkMonth(name: string, closedThen: ReadonlyMap<string, unknown>): Promise<number> {
    expect(await storedOf(name)).toEqual(closedThen.get(name) ?? [[], []])
    const past = await recorded(name)
    const { statement, closed } = await reportOf(name)
    expect(closed !== null).toBe(closedThen.has(name))
    if (!statement) return 0
    const shown = closed?.statement ?? statement
    const lines = statementLines(shown, NAMES)
    const changed = closed ? linesSinceClosing(closed.statement, statement, NAMES) : []
    const sums = new Map<string, Nano>()
    const add = (key: string, nano: Nano) => sums.set(key, (sums.get(key) ?? 0n) + nano)
    for (const { kind, key, nano } of [...lines, ...changed])
      if (kind === 'part' || kind === 'outside') add(key, nano)
      else if (kind === 'since') add(key.slice('since '.length), nano)
    for (const { kind, key, nano } of statementLines(statement, NAMES))
      if ((kind === 'part' || kind === 'outside') && key !== 'carriedNano')
        expect([key, sums.get(key) ?? 0n]).toEqual([key, nano])
    const opening = (lines[0]?.nano ?? 0n) + [...sums.values()].reduce((sum, nano) => sum + nano, 0n)
    expect(opening).toBe(statement.closingNano)
    expect((lines.at(-1)?.nano ?? 0n) + since(changed)).toBe(statement.closingNano)
    const entries = await db.ledgerEntry.findMany({
      where: {
        ...{ walletId: team.walletId, outcome: 'SETTLED' },
        at: { gte: past.startsAt, lt: past.endsAt },
      },
    })
    for (const id of ['production', 'staging'])
      expect(sums.get(`${id} timeline`) ?? 0n).toBe(
        -entries.reduce(
          (sum, { environmentId, chargeNano }) => (environmentId === id ? sum + (chargeNano ?? 0n) : sum),
          0n,
        ),
      )
    const before = monthNameBefore(name)
    const earlier = await reportOf(before)
    if (!earlier.statement) return changed.length
    expect(statement.openingNano).toBe((earlier.closed?.statement ?? earlier.statement).closingNano)
    expect(statement.openingNano + statement.carriedNano).toBe(earlier.statement.closingNano)
    return changed.length
  }
})
