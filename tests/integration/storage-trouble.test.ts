import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'
import {
  cancelRun,
  createBackgroundRuns,
  createRunServices,
  endForgottenRuns,
  getRun,
  startBackgroundRun,
  startRun,
} from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { AppError, newId, systemClock } from '@/lib/kernel'
import { addKey } from '@/lib/keys/keys'
import { createBudget, createBudgetInput, getBudget } from '@/lib/money/budgets'
import { type Db, engineOf, type Tx } from '@/lib/platform/db'
import { bookOf } from '@/tests/factories/ledger'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream } from '@/tests/factories/upstream'
import { breakTable, describeOnEachEngine } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'
import { waitUntil } from '@/tests/support/wait-until'

const RUNS = 5
const CAP = 300

describeOnEachEngine('while the database cannot be written', async (open) => {
  const troubles: unknown[] = []
  const opened = await open()
  const upstream = await startTestUpstream(systemClock)
  const team = await makeTeam(opened.db, systemClock)
  const ctx = team.admin
  const background = createBackgroundRuns({
    services: upstream,
    clock: systemClock,
    isShared: false,
    onError: (error) => void troubles.push(error),
  })
  const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
  const { key } = upstream.issueKey({ pack: 'Scale' })
  const keyId = (await addKey(ctx, upstream, { key, name: '', ...where })).id
  const search = { name: 'Ada', operation: 'timeline', subject: 'ada' } as const
  const searchId = (await createSearch(ctx, search)).id
  afterAll(async () => {
    await background.stop()
    await upstream.close()
  })
  afterEach(async () => {
    upstream.sandbox.chooseLatency({ ms: 0, spreadMs: 0 })
    expect(troubles.splice(0)).toEqual([])
    expect(await opened.db.attempt.count({ where: { state: 'OPEN' } })).toBe(0)
    expect([...upstream.book.underWay]).toEqual([])
    expect(await brokenInvariants(opened.db)).toEqual([])
    expect(await settledItems()).toBe(delivered())
  })
  const delivered = () =>
    upstream.sandbox.operator
      .state()
      .flatMap(({ keys }) => keys)
      .reduce((sum, { items }) => sum + items, 0)
  const settledItems = async () =>
    (await opened.db.ledgerEntry.aggregate({ _sum: { items: true } }))._sum.items ?? 0
  const begin = async () => {
    const runId = randomUUID()
    await startBackgroundRun(ctx, { ...upstream, background }, { runId, searchId, keyId, capItems: CAP })
    return runId
  }
  const underWay = (calls: number) =>
    waitUntil(async () => (await opened.db.attempt.count({ where: { state: 'OPEN' } })) === calls)
  const rest = (ms: number) => new Promise((done) => setTimeout(done, ms))

  test('an arrived page is kept and booked later; the runs continue, and nothing stays held', async () => {
    const budget = { name: 'B', scope: 'team', unit: 'items', period: 'total', amount: '100000' }
    const stopping = createBudgetInput.parse({ ...budget, stops: true, tellsAt: [] })
    const { id: budgetId } = await createBudget(ctx, stopping)
    const before = (await getBudget(ctx, budgetId)).settled
    upstream.sandbox.chooseLatency({ ms: 300, spreadMs: 0 })
    const runIds = await Promise.all(Array.from({ length: RUNS }, begin))
    await underWay(RUNS)
    const mend = await breakTable(opened, 'LedgerEntry')
    await rest(1200)
    // Calls in flight have arrived, and nothing more is bought.
    const arrived = delivered()
    await rest(600)
    expect.soft(delivered()).toBe(arrived)
    expect.soft(arrived - (await settledItems())).toBeGreaterThan(0)
    await mend()
    await Promise.all(runIds.map((id) => background.ended(id)))
    for (const id of runIds)
      expect(await getRun(ctx, id)).toMatchObject({ endReason: 'cap_reached', items: CAP, unknownCalls: 0 })
    const after = await getBudget(ctx, budgetId)
    expect(after).toMatchObject({ settled: before + BigInt(RUNS * CAP), reserved: 0n })
  })

  test('a person who waits for a page gets it late, and once', async () => {
    upstream.sandbox.chooseLatency({ ms: 800, spreadMs: 0 })
    const answer = startRun(ctx, upstream, { runId: randomUUID(), searchId, keyId })
    await underWay(1)
    const mend = await breakTable(opened, 'ResultPage')
    await rest(1500)
    await mend()
    expect(await answer).toMatchObject({ problem: null, page: { pageNumber: 1 }, totals: { pages: 1 } })
  })

  test('the end of a call without a page is written later, too', async () => {
    upstream.sandbox.setFault({ name: 'reset-before-charge', seed: 1, share: 1, only: 'pages' })
    upstream.sandbox.chooseLatency({ ms: 800, spreadMs: 0 })
    const runId = randomUUID()
    const answer = startRun(ctx, upstream, { runId, searchId, keyId })
    await underWay(1)
    const mend = await breakTable(opened, 'LedgerEntry')
    await rest(1500)
    upstream.sandbox.setFault(null)
    await mend()
    expect((await answer).problem).not.toBeNull()
    expect(await opened.db.ledgerEntry.count({ where: { attempt: { runId } } })).toBe(1)
  })

  test('a refused call has ended even if the next try cannot begin', async () => {
    let begun = 0
    // As if nothing could be written for longer than a person waits.
    const refuse = () =>
      ++begun === 2 ? Promise.reject(new AppError('unavailable', 'Later')) : Promise.resolve()
    const services = createRunServices(upstream, newId(), systemClock, refuse)
    upstream.sandbox.setFault({ name: '429-storm', seed: 1, share: 1, only: 'pages' })
    const runId = randomUUID()
    await expect(startRun(ctx, services, { runId, searchId, keyId })).rejects.toThrow('Later')
    upstream.sandbox.setFault(null)
    await waitUntil(() => services.book.underWay.size === 0)
    const attempts = await opened.db.attempt.findMany({ where: { runId } })
    expect(attempts.map(({ state }) => state)).toEqual(['FREE'])
  })

  test.each([
    ['an opening', 'Attempt'],
    ['a settlement', 'LedgerEntry'],
  ] as const)(
    'the lost answer to a commit of %s duplicates nothing and leaves nothing open',
    async (_, table) => {
      const lost = await loseCommitsOf(opened.db, table)
      const runId = await begin()
      await background.ended(runId)
      expect(lost.restore()).toBeGreaterThan(0)
      const run = await getRun(ctx, runId)
      expect(run).toMatchObject({ endReason: 'cap_reached', items: CAP, pages: CAP / 100, unknownCalls: 0 })
      // If it was uncertain whether a call could be sent, it was not sent, and another one was.
      const states = (await opened.db.attempt.findMany({ where: { runId } })).map(({ state }) => state)
      expect(states.filter((state) => state === 'SETTLED')).toHaveLength(CAP / 100)
      expect(states.filter((state) => state !== 'SETTLED' && state !== 'FREE')).toEqual([])
    },
  )

  test('an opening whose commit arrives after its connection broke is free, because nothing was sent', async () => {
    const budget = { name: 'Late', scope: 'team', unit: 'items', period: 'total', amount: '100000' }
    const { id: budgetId } = await createBudget(
      ctx,
      createBudgetInput.parse({ ...budget, stops: true, tellsAt: [] }),
    )
    const reserved = async () => (await getBudget(ctx, budgetId)).reserved
    const before = [await reserved(), delivered()]
    const late = delayOpeningOf(opened.db)
    const runId = randomUUID()
    await expect(startRun(ctx, upstream, { runId, searchId, keyId })).rejects.toThrow(
      'The connection was lost',
    )
    late.restore()
    await waitUntil(() => upstream.book.underWay.size === 0)
    expect(await opened.db.attempt.count({ where: { runId } })).toBe(0)
    await late.commit()
    expect(await reserved()).not.toBe(before[0])
    const later = makeTestClock(new Date(Date.now() + 120_000))
    expect(await endForgottenRuns(opened.db, later, { ...upstream, background })).toBeGreaterThan(0)
    expect(await opened.db.attempt.findMany({ where: { runId }, select: { state: true } })).toEqual([
      { state: 'FREE' },
    ])
    expect([await reserved(), delivered()]).toEqual(before)
  })

  test('a run that no process carries ends when it is cancelled, or when it is found', async () => {
    const row = async (startedAt: Date) => {
      const done = await begin()
      await background.ended(done)
      const copy = await opened.db.run.findUniqueOrThrow({ where: { id: done } })
      const id = newId()
      const open = { state: 'OPEN', endReason: null, endedAt: null, pages: 0, items: 0, chargeNano: 0n }
      await opened.db.run.create({ data: { ...copy, ...open, id, startedAt, newItems: 0 } })
      return id
    }
    const cancelled = await row(new Date())
    await cancelRun(ctx, { ...upstream, background }, cancelled)
    expect(await getRun(ctx, cancelled)).toMatchObject({ state: 'ENDED', endReason: 'cancelled' })

    const found = await row(new Date(Date.now() - 120_000))
    const young = await row(new Date())
    const clock = makeTestClock(new Date(Date.now() - 120_000))
    const book = bookOf({ ...ctx, clock })
    const attempt = await book.begin({ walletId: team.walletId }, upstream.instanceId)
    const kept = await book.begin({ walletId: team.walletId }, upstream.instanceId)
    const carried = { ...upstream.book, underWay: new Set([kept]) }
    expect(await endForgottenRuns(opened.db, systemClock, { ...upstream, background, book: carried })).toBe(2)
    expect(await getRun(ctx, found)).toMatchObject({ state: 'ENDED', endReason: 'problem' })
    expect(await getRun(ctx, young)).toMatchObject({ state: 'OPEN' })
    const outcomes = await opened.db.attempt.findMany({ where: { id: { in: [attempt, kept] } } })
    expect(outcomes.map(({ id, state }) => [id === kept, state]).sort()).toEqual([
      [false, 'UNKNOWN'],
      [true, 'OPEN'],
    ])
    await book.free(kept)
    await cancelRun(ctx, { ...upstream, background }, young)
  })
})

/**
 * Lets every second transaction that inserts into a table commit, and then fail as if its answer were lost.
 */
async function loseCommitsOf(db: Db, table: 'Attempt' | 'LedgerEntry'): Promise<{ restore(): number }> {
  const real = db.$transaction.bind(db)
  let [seen, lost] = [0, 0]
  const insertedBy = async (tx: Tx): Promise<number> => {
    const where = `${table === 'Attempt' ? `"state" = 'OPEN'` : 'TRUE'} AND ${IS_OWN[engineOf(db)]}`
    const [row] = await tx.$queryRawUnsafe<{ n: bigint }[]>(
      `SELECT COUNT(*) AS "n" FROM "${table}" WHERE ${where}`,
    )
    return Number(row?.n)
  }
  const losing = async (work: (tx: Tx) => Promise<unknown>, options: object) => {
    let writes = false
    const watched = async (tx: Tx) => {
      const before = engineOf(db) === 'sqlite' ? await insertedBy(tx) : 0
      const result = await work(tx)
      writes = (await insertedBy(tx)) > before
      return result
    }
    const done = await Reflect.apply(real, db, [watched, options])
    if (writes && seen++ % 2 === 0) {
      lost++
      throw Object.assign(new Error('The connection was lost'), { name: 'PrismaClientUnknownRequestError' })
    }
    return done
  }
  Object.defineProperty(db, '$transaction', { value: losing, configurable: true, writable: true })
  return {
    restore() {
      Object.defineProperty(db, '$transaction', { value: real, configurable: true, writable: true })
      return lost
    },
  }
}

/**
 * Lets the next transaction that opens an attempt fail as if its connection was lost. `commit` does its work
 * afterwards, as a server that was slow to commit it.
 */
function delayOpeningOf(db: Db): { restore(): void; commit(): Promise<void> } {
  const real = db.$transaction.bind(db)
  let delayed: (() => Promise<unknown>) | null = null
  const delaying = (work: (tx: Tx) => Promise<unknown>, options: object) =>
    Reflect.apply(real, db, [
      async (tx: Tx) => {
        const open = () => tx.attempt.count({ where: { state: 'OPEN' } })
        const before = await open()
        const result = await work(tx)
        if (delayed || (await open()) === before) return result
        delayed = () => Reflect.apply(real, db, [work, options])
        throw Object.assign(new Error('The connection was lost'), { name: 'PrismaClientUnknownRequestError' })
      },
      options,
    ])
  Object.defineProperty(db, '$transaction', { value: delaying, configurable: true, writable: true })
  return {
    restore: () =>
      Object.defineProperty(db, '$transaction', { value: real, configurable: true, writable: true }),
    commit: async () => {
      if (!delayed) throw new Error('No attempt was opened')
      await delayed()
    },
  }
}

/** Condition for rows that the transaction wrote itself. On SQLite nobody else writes meanwhile. */
const IS_OWN = { sqlite: 'TRUE', postgres: 'xmin = pg_current_xact_id()::xid' }
