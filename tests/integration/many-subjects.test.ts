import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'
import {
  type BackgroundRuns,
  cancelRun,
  createBackgroundRuns,
  createRunServices,
  endAbandonedRuns,
  endForgottenRuns,
  getRun,
  listBatchRuns,
  listRuns,
  listSearchItems,
  listSubjectRuns,
  type RunServices,
  type RunView,
  resumeBatches,
  searchItemsInput,
  startBackgroundRun,
  startRun,
} from '@/lib/collect/runs'
import { runDueSchedules, saveSchedule } from '@/lib/collect/schedules'
import { createSearch, getSearch, listSubjects, updateSearch } from '@/lib/collect/searches'
import { AppError, type Clock, systemClock } from '@/lib/kernel'
import { addKey } from '@/lib/keys/keys'
import { createBudget, createBudgetInput, getBudget } from '@/lib/money/budgets'
import { endAbandonedAttempts, listEntries } from '@/lib/money/ledger'
import { SANDBOX_PRICES } from '@/lib/sandbox'
import { systemCtx } from '@/lib/server/jobs'
import { makeDice } from '@/tests/factories/dice'
import { itemsOf } from '@/tests/factories/items'
import { type SubjectBooks, startSubjectBooks } from '@/tests/factories/subject-books'
import { makeMember, makeTeam } from '@/tests/factories/team'
import { startTestUpstream } from '@/tests/factories/upstream'
import { guardBudgets } from '@/tests/support/budget-guard'
import { describeOnEachEngine } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'
import { SEED } from '@/tests/support/seed'
import { waitUntil } from '@/tests/support/wait-until'

/** `npm run test:long -- subjects` asks for a hundred. */
const SUBJECTS = Number(process.env.SUBJECTS ?? 12)
const CAP = 700
/** Number of subjects that are bought at once, and of those in tests in which some must wait. */
const AT_ONCE = 20
const WITH_WAITING = AT_ONCE + 10
/** As many as even the slowest key buys at once. */
const FEWEST_AT_ONCE = 4
const TIMEOUT_MS = 60_000 + SUBJECTS * 2000

/** The pauses of retries are cut, because nothing here depends on their length. */
const clock: Clock = {
  ...systemClock,
  sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 20), signal),
}

const LOST_ANSWER = () => Object.assign(new Error('Lost'), { name: 'PrismaClientUnknownRequestError' })

describeOnEachEngine('a search of many subjects', async (open, engine) => {
  const opened = await open()
  let books: SubjectBooks | undefined
  const upstream = await startTestUpstream(
    systemClock,
    undefined,
    systemClock,
    undefined,
    async (baseUrl) => {
      books = await startSubjectBooks(baseUrl)
      return books.baseUrl
    },
  )
  const team = await makeTeam(opened.db, clock)
  await guardBudgets(opened.db, engine)
  const all: BackgroundRuns[] = []
  const makeBackground = (services: RunServices) => {
    const background = createBackgroundRuns({
      services,
      clock,
      isShared: true,
      onError: (error) => expect.unreachable(String(error)),
    })
    all.push(background)
    return background
  }
  const background = makeBackground(upstream)
  const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
  afterAll(async () => {
    await Promise.all(all.map((each) => each.stop()))
    await upstream.close()
    await books?.close()
  })
  afterEach(() => {
    proxy().fate = () => 'passes'
    proxy().gate = () => Promise.resolve()
  })
  const proxy = (): SubjectBooks => books ?? expect.unreachable('There is no proxy')

  const makeKey = async (pack?: 'Free') => {
    const { key, walletId } = upstream.issueKey(pack && { pack })
    return { walletId, keyId: (await addKey(team.admin, upstream, { key, name: '', ...where })).id }
  }
  /** Users of the service that no test has used yet. */
  const users: string[] = []
  /** Subjects of a test, each with books of its own, and a key with a wallet of its own at the service. */
  async function makeWorld(count = SUBJECTS, pack?: 'Free') {
    if (users.length === 0) users.push(...(await listUsers(4 * SUBJECTS + 4 * WITH_WAITING + 60)))
    const subjects = users.splice(0, count)
    const { keyId, walletId } = await makeKey(pack)
    const { id: searchId } = await createSearch(team.admin, {
      name: 'Many',
      operation: 'followers',
      subjects,
    })
    return { subjects, keyId, searchId, sold: () => upstream.sandbox.operator.books(walletId) }
  }
  async function listUsers(capItems: number): Promise<string[]> {
    const { keyId } = await makeKey()
    const search = { name: 'Users', operation: 'followers', subject: 'ada' } as const
    const { id: searchId } = await createSearch(team.admin, search)
    const runId = await runAll(searchId, { keyId, capItems })
    const items = await itemsOf(team.admin, runId)
    return [...new Set(items.flatMap(({ author }) => author?.handle ?? []))]
  }
  type Asked = Partial<Parameters<typeof startBackgroundRun>[2]>
  const begin = async (
    searchId: string,
    asked: Asked,
    services: RunServices & { readonly background: BackgroundRuns } = { ...upstream, background },
  ) => (await startBackgroundRun(team.admin, services, { runId: randomUUID(), searchId, ...asked })).runId
  const runAll = async (searchId: string, asked: Asked) => {
    const runId = await begin(searchId, asked)
    await background.ended(runId)
    return runId
  }
  const partsOf = async (batchId: string): Promise<RunView[]> =>
    (await listBatchRuns(team.admin, batchId)).flatMap(({ run }) => run ?? [])
  const sumOf = (runs: readonly RunView[], field: 'items' | 'pages' | 'newItems' | 'unknownCalls') =>
    runs.reduce((sum, run) => sum + run[field], 0)
  const price = SANDBOX_PRICES.followers

  /** Expects the ledger of each run to be what the service's books say of its subject. */
  async function expectBooks(runs: readonly RunView[]): Promise<void> {
    for (const run of runs) {
      const book = proxy().books.get(run.subject) ?? { pages: 0, items: 0, lostPages: 0, lostItems: 0 }
      const { entries } = await listEntries(team.admin, { runId: run.id }, undefined, 100)
      const settled = entries.filter(({ outcome }) => outcome === 'SETTLED')
      expect({
        pages: settled.length,
        items: settled.reduce((sum, { items }) => sum + items, 0),
        charge: settled.reduce((sum, { chargeNano }) => sum + (chargeNano ?? 0n), 0n),
        lost: entries.filter(({ outcome }) => outcome === 'UNKNOWN').length,
      }).toEqual({
        pages: book.pages,
        items: book.items,
        charge: BigInt(book.items) * price,
        lost: book.lostPages,
      })
      expect(run).toMatchObject({ pages: book.pages, items: book.items, unknownCalls: book.lostPages })
      expect(run.chargeNano).toBe(BigInt(book.items) * price)
      // What was lost counts with all that it may have brought.
      expect(run.items + run.unknownItems).toBeLessThanOrEqual(CAP)
    }
  }

  test(
    `${SUBJECTS} of them, with faults: caps, cost and frontier of each are exact, and one that fails stops no other`,
    async () => {
      const draw = makeDice(SEED)
      const { subjects, keyId, searchId, sold } = await makeWorld()
      const doomed = subjects[Math.floor(SUBJECTS / 2)] ?? ''
      proxy().fate = (subject, number) => {
        if (subject === doomed) return 'is not found'
        if (subject === subjects[1] && number === 1) return 'is throttled'
        const chance = draw(100)
        return chance < 6 ? 'is lost' : chance < 16 ? 'fails' : 'passes'
      }
      const batchId = await runAll(searchId, { keyId, capItems: CAP })
      const runs = await partsOf(batchId)
      expect(runs.map(({ subject }) => subject)).toEqual(subjects)
      await expectBooks(runs)
      const failed = runs.filter(({ endReason }) => endReason === 'problem')
      expect(failed.map(({ subject }) => subject)).toContain(doomed)
      for (const { endReason } of runs) expect(['cap_reached', 'last_page', 'problem']).toContain(endReason)
      const batch = await getRun(team.admin, batchId)
      expect(batch).toMatchObject({
        ...{ state: 'ENDED', endReason: 'subjects_ended', subjectCount: SUBJECTS },
        subjects: { waiting: 0, running: 0, failed: failed.length },
        ...{ pages: sumOf(runs, 'pages'), items: sumOf(runs, 'items'), newItems: sumOf(runs, 'newItems') },
        unknownCalls: sumOf(runs, 'unknownCalls'),
        endNote: expect.stringContaining(`${failed.length} of ${SUBJECTS} subjects failed.`),
      })
      const lost = subjects.reduce((sum, subject) => sum + (proxy().books.get(subject)?.lostItems ?? 0), 0)
      expect(sold().chargedNano).toBe(BigInt(batch.items + lost) * price)

      // The failed ones again, by themselves, and then all of them up to what is known.
      proxy().fate = () => 'passes'
      const again = await runAll(searchId, {
        keyId,
        capItems: CAP,
        subjects: failed.map(({ subject }) => subject),
      })
      const repeated = await partsOf(again)
      expect(repeated.map(({ subject }) => subject)).toEqual(failed.map(({ subject }) => subject))
      for (const { endReason } of repeated) expect(['cap_reached', 'last_page']).toContain(endReason)
      const fresh = await partsOf(await runAll(searchId, { keyId, capItems: CAP, untilKnown: true }))
      for (const run of fresh) {
        const before = [...runs, ...repeated].filter(({ subject }) => subject === run.subject)
        const known = new Set<string>()
        for (const { id } of before) for (const item of await itemsOf(team.admin, id)) known.add(item.id)
        const items = await itemsOf(team.admin, run.id)
        expect(run.isBaseline).toBe(false)
        expect(run.newItems).toBe(items.filter(({ id }) => !known.has(id)).length)
        expect(before.some(({ isBaseline }) => isBaseline)).toBe(true)
      }
      const newest = await listSubjectRuns(team.admin, await getSearch(team.admin, searchId))
      expect(newest.map(({ run }) => run?.id)).toEqual(fresh.map(({ id }) => id))
      expect(newest.filter(({ lastNewAt }) => lastNewAt === null)).toEqual([])
      expect(await brokenInvariants(opened.db)).toEqual([])
    },
    TIMEOUT_MS,
  )

  test('lists show a batch as one run; whoever may see it sees its subjects', async () => {
    const { keyId, searchId } = await makeWorld(3)
    const batchId = await runAll(searchId, { keyId, capItems: 20 })
    const other = await makeMember(team, 'viewer')
    expect((await listRuns(other, { searchId })).map(({ id }) => id)).toEqual([batchId])
    expect(await listBatchRuns(other, batchId)).toHaveLength(3)
    const newest = await listSubjectRuns(other, await getSearch(other, searchId))
    expect(newest.map(({ run }) => run?.batchId)).toEqual([batchId, batchId, batchId])
    const { items } = await listSearchItems(other, searchItemsInput.parse({ searchId, limit: 500 }))
    expect(items).toHaveLength(new Set(items.map(({ id }) => id)).size)
    const parts = new Map((await partsOf(batchId)).map((run) => [run.id, run.subject]))
    for (const { runId, subject } of items) expect(subject).toBe(parts.get(runId))
    expect(items.length).toBeGreaterThan(0)
    const asked = { runId: randomUUID(), searchId }
    const services = { ...upstream, background }
    await expect(startBackgroundRun(other, services, asked)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(startRun(team.admin, upstream, asked)).rejects.toThrow('in the background only')
    const wrong = { ...asked, subjects: ['nobody'] }
    await expect(startBackgroundRun(team.admin, services, wrong)).rejects.toMatchObject({ code: 'invalid' })
  })

  test('cancelling a batch ends what has not begun, and buys nothing more', async () => {
    const { keyId, searchId, sold } = await makeWorld(WITH_WAITING)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    proxy().gate = () => held
    const batchId = await begin(searchId, { keyId, capItems: 20 })
    await waitUntil(async () =>
      expect((await getRun(team.admin, batchId)).subjects).toEqual({
        waiting: WITH_WAITING - AT_ONCE,
        running: AT_ONCE,
        failed: 0,
      }),
    )
    await cancelRun(team.admin, { ...upstream, background }, batchId)
    expect(await getRun(team.admin, batchId)).toMatchObject({ endReason: 'cancelled', state: 'ENDED' })
    proxy().gate = () => Promise.resolve()
    release()
    await background.ended(batchId)
    const runs = await partsOf(batchId)
    expect(new Set(runs.map(({ endReason }) => endReason))).toEqual(new Set(['cancelled']))
    await waitUntil(async () =>
      expect((await getRun(team.admin, batchId)).items).toBe(sold().lists.followers.items),
    )
  })

  test('a slow key buys few subjects at once, so that they hold few pages of a budget while they wait', async () => {
    const { keyId, searchId } = await makeWorld(FEWEST_AT_ONCE + 2, 'Free')
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    proxy().gate = () => held
    const batchId = await begin(searchId, { keyId, capItems: 20 })
    const state = { waiting: 2, running: FEWEST_AT_ONCE, failed: 0 }
    await waitUntil(async () =>
      expect((await getRun(team.admin, batchId)).subjects?.running).toBeGreaterThanOrEqual(FEWEST_AT_ONCE),
    )
    // Another read of the database lets a claim that should not be made show itself.
    expect((await getRun(team.admin, batchId)).subjects).toEqual(state)
    await cancelRun(team.admin, { ...upstream, background }, batchId)
    release()
    await background.ended(batchId)
  })

  test(
    'a process that dies amid a batch leaves the rest to another, and nothing is bought twice',
    async () => {
      const { subjects, keyId, searchId, sold } = await makeWorld(WITH_WAITING)
      let isDead = false
      const living = () =>
        isDead ? Promise.reject(new AppError('unavailable', 'taken for dead')) : Promise.resolve()
      const mortal = createRunServices(upstream, randomUUID(), clock, living)
      const first = makeBackground(mortal)
      const batchId = await begin(searchId, { keyId, capItems: CAP }, { ...mortal, background: first })
      await waitUntil(async () => {
        const { subjects: state } = await getRun(team.admin, batchId)
        expect(state?.waiting).toBeLessThan(WITH_WAITING - AT_ONCE)
      })
      isDead = true
      await endAbandonedRuns(opened.db, clock, [mortal.instanceId])
      await endAbandonedAttempts(opened.db, clock, [mortal.instanceId])
      const system = systemCtx(opened.db, clock, team.admin.team)
      await resumeBatches(system, { services: upstream, background })
      await Promise.all([background.ended(batchId), first.ended(batchId)])
      const runs = await partsOf(batchId)
      expect(runs.map(({ subject }) => subject)).toEqual(subjects)
      const cut = runs.filter(({ endReason }) => endReason === 'restarted')
      expect(cut.length).toBeLessThanOrEqual(AT_ONCE)
      for (const run of runs) {
        const book = proxy().books.get(run.subject)
        expect(run.items).toBeLessThanOrEqual(book?.items ?? 0)
        expect(run.items + run.unknownItems).toBeGreaterThanOrEqual(book?.items ?? 0)
        if (!cut.includes(run)) expect(run).toMatchObject({ items: book?.items, unknownCalls: 0 })
      }
      const state = { waiting: 0, running: 0, failed: cut.length }
      expect(await getRun(team.admin, batchId)).toMatchObject({ state: 'ENDED', subjects: state })
      expect(sold().chargedNano).toBe(BigInt(sold().lists.followers.items) * price)
      expect(await brokenInvariants(opened.db)).toEqual([])
    },
    TIMEOUT_MS,
  )

  test('a batch that its process stops goes on with the next one', async () => {
    const { keyId, searchId } = await makeWorld(WITH_WAITING)
    const services = createRunServices(upstream, randomUUID(), clock)
    const stopping = makeBackground(services)
    const batchId = await begin(searchId, { keyId, capItems: 20 }, { ...services, background: stopping })
    await waitUntil(async () => expect((await getRun(team.admin, batchId)).items).toBeGreaterThan(0))
    await stopping.stop()
    const system = systemCtx(opened.db, clock, team.admin.team)
    await resumeBatches(system, { services: upstream, background })
    await background.ended(batchId)
    const runs = await partsOf(batchId)
    expect(runs.filter(({ endReason }) => endReason === null)).toEqual([])
    expect(runs.filter(({ endReason }) => endReason === 'restarted').length).toBeLessThanOrEqual(AT_ONCE)
    expect((await getRun(team.admin, batchId)).state).toBe('ENDED')
  })

  /** Begins a batch in a process of its own, whose transactions are done by `around`. */
  async function beginWatched(around: (work: () => Promise<unknown>) => Promise<unknown>) {
    const { keyId, searchId } = await makeWorld(3)
    const services = createRunServices(upstream, randomUUID(), clock)
    const stopping = makeBackground(services)
    const { db } = opened
    const real = db.$transaction.bind(db)
    const restore = () => Object.defineProperty(db, '$transaction', { value: real, configurable: true })
    const watched = (...asked: Parameters<typeof real>) => around(() => real(...asked))
    const beginBatch: BackgroundRuns['beginBatch'] = (...batch) => {
      Object.defineProperty(db, '$transaction', { value: watched, configurable: true })
      stopping.beginBatch(...batch)
    }
    const batchId = await begin(
      searchId,
      { keyId, capItems: 20 },
      { ...services, background: { ...stopping, beginBatch } },
    )
    return { batchId, stopping, restore }
  }

  test('a batch that is stopped while the database fails goes on with the next process', async () => {
    const { batchId, stopping, restore } = await beginWatched(() => Promise.reject(LOST_ANSWER()))
    const stopped = stopping.stop()
    restore()
    await stopped
    expect(await getRun(team.admin, batchId)).toMatchObject({ state: 'OPEN' })
    await resumeBatches(systemCtx(opened.db, clock, team.admin.team), { services: upstream, background })
    await background.ended(batchId)
    expect(await getRun(team.admin, batchId)).toMatchObject({
      state: 'ENDED',
      subjects: { waiting: 0, running: 0, failed: 0 },
    })
  })

  test('a claim is found again if the answer to its COMMIT is lost, and the batch ends as any other', async () => {
    let isFirst = true
    const { batchId, stopping, restore } = await beginWatched(async (work) => {
      const done = await work()
      if (!isFirst) return done
      isFirst = false
      throw LOST_ANSWER()
    })
    await stopping.ended(batchId)
    restore()
    expect(isFirst).toBe(false)
    const runs = await partsOf(batchId)
    for (const { endReason } of runs) expect(['cap_reached', 'last_page']).toContain(endReason)
    await expectBooks(runs)
    expect(await getRun(team.admin, batchId)).toMatchObject({
      state: 'ENDED',
      subjects: { waiting: 0, running: 0, failed: 0 },
    })
  })

  test('cancelling stops a batch and its runs before it waits for anything, so that none begins meanwhile', async () => {
    const { keyId, searchId } = await makeWorld(3)
    const idle: BackgroundRuns = { ...background, beginBatch: () => undefined }
    const batchId = await begin(searchId, { keyId, capItems: 20 }, { ...upstream, background: idle })
    const [stopped, stoppedFirst]: [string[], number[]] = [[], []]
    const watched = {
      cancel: (id: string) => stopped.push(id),
      carries: () => {
        stoppedFirst.push(stopped.length)
        return false
      },
    }
    await cancelRun(team.admin, { instanceId: upstream.instanceId, background: watched }, batchId)
    expect(stopped).toContain(batchId)
    expect(stoppedFirst[0]).toBe(4)
    expect(await getRun(team.admin, batchId)).toMatchObject({ state: 'ENDED', endReason: 'cancelled' })
  })

  test('a batch that its process was not told to have taken over goes on, and is not ended as forgotten', async () => {
    const { keyId, searchId } = await makeWorld(3)
    const idle: BackgroundRuns = { ...background, beginBatch: () => undefined }
    const batchId = await begin(searchId, { keyId, capItems: 20 }, { ...upstream, background: idle })
    const later: Clock = { ...clock, now: () => new Date(Date.now() + 5 * 60_000) }
    await endForgottenRuns(opened.db, later, { ...upstream, background })
    expect(await getRun(team.admin, batchId)).toMatchObject({ state: 'OPEN' })
    const resume = () =>
      resumeBatches(systemCtx(opened.db, clock, team.admin.team), { services: upstream, background })
    await resume()
    // It is driven once, however often the job looks.
    await resume()
    await background.ended(batchId)
    const runs = await partsOf(batchId)
    await expectBooks(runs)
    expect(await getRun(team.admin, batchId)).toMatchObject({ state: 'ENDED', items: sumOf(runs, 'items') })
  })

  test('a subject that is claimed while its process stops and its batch is cancelled ends', async () => {
    let isFirst = true
    const claimed = Promise.withResolvers<void>()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { batchId, stopping, restore } = await beginWatched(async (work) => {
      const done = await work()
      if (!isFirst) return done
      isFirst = false
      claimed.resolve()
      await held
      return done
    })
    await claimed.promise
    restore()
    const stopped = stopping.stop()
    await cancelRun(team.admin, { ...upstream, background }, batchId)
    release()
    await stopped
    const reasons = (await partsOf(batchId)).map(({ endReason }) => endReason)
    expect(reasons).not.toContain(null)
  })

  test(
    'a budget for which another caller races is passed by neither',
    async () => {
      const { keyId, searchId, sold } = await makeWorld()
      const amount = SUBJECTS * 12 + 7
      const limit = { scope: 'key', scopeId: keyId, unit: 'items', period: 'day', amount: String(amount) }
      const input = createBudgetInput.parse({ name: 'Raced', stops: true, tellsAt: [], ...limit })
      const { id: budgetId } = await createBudget(team.admin, input)
      const { id: otherId } = await createSearch(team.admin, {
        name: 'The other caller',
        operation: 'followers',
        subject: 'ada',
      })
      const batchId = await begin(searchId, { keyId, capItems: 60 })
      const others: string[] = []
      do {
        const runId = randomUUID()
        const answer = await startRun(team.admin, upstream, { runId, searchId: otherId, keyId, capItems: 20 })
        others.push(answer.runId)
      } while ((await getRun(team.admin, batchId)).state === 'OPEN')
      await background.ended(batchId)
      const batch = await getRun(team.admin, batchId)
      const runs = await partsOf(batchId)
      expect(runs.some(({ endReason }) => endReason === 'budget_refused')).toBe(true)
      const bought = await Promise.all(others.map((id) => getRun(team.admin, id)))
      const total = batch.items + sumOf(bought, 'items')
      expect(total).toBe(sold().lists.followers.items)
      expect(total).toBeLessThanOrEqual(amount)
      expect(await getBudget(team.admin, budgetId)).toMatchObject({ settled: BigInt(total), reserved: 0n })
      await expectBooks(runs)
    },
    TIMEOUT_MS,
  )

  test('a budget that has enough for all refuses none, although each call holds a whole page', async () => {
    const { keyId, searchId } = await makeWorld(AT_ONCE)
    const limit = { scope: 'key', scopeId: keyId, unit: 'items', period: 'day', amount: '1000' }
    const input = createBudgetInput.parse({ name: 'Enough', stops: true, tellsAt: [], ...limit })
    const { id: budgetId } = await createBudget(team.admin, input)
    const batchId = await runAll(searchId, { keyId, capItems: 20 })
    const runs = await partsOf(batchId)
    for (const { endReason } of runs) expect(['cap_reached', 'last_page']).toContain(endReason)
    expect(await getBudget(team.admin, budgetId)).toMatchObject({
      settled: BigInt(sumOf(runs, 'items')),
      reserved: 0n,
      stoppedAt: null,
    })
    await expectBooks(runs)
  })

  test('a schedule runs all subjects, which share what its day has left', async () => {
    const { subjects, keyId, searchId } = await makeWorld(3)
    await updateSearch(team.admin, {
      ...{ searchId, name: 'Scheduled', operation: 'followers', keyChoice: 'key', keyId },
      subjects,
    })
    const fields = { searchId, cron: '* * * * *', capItems: 40, untilKnown: true }
    await expect(saveSchedule(team.admin, { ...fields, capItemsDay: 100 })).rejects.toMatchObject({
      fields: { capItemsDay: expect.stringContaining('3 subjects') },
    })
    await saveSchedule(team.admin, { ...fields, capItemsDay: 120 })
    await opened.db.schedule.updateMany({ where: { searchId }, data: { nextAt: clock.now() } })
    const tick = () =>
      runDueSchedules(systemCtx(opened.db, clock, team.admin.team), { services: upstream, background }, () =>
        Promise.resolve(true),
      )
    await tick()
    const [batch] = await listRuns(team.admin, { searchId })
    if (!batch) return expect.unreachable('Nothing was run')
    await background.ended(batch.id)
    const runs = await partsOf(batch.id)
    expect(runs.map(({ subject, capItems, isScheduled }) => ({ subject, capItems, isScheduled }))).toEqual(
      subjects.map((subject) => ({ subject, capItems: 40, isScheduled: true })),
    )
    expect(sumOf(runs, 'items')).toBeLessThanOrEqual(120)
  })

  test('a changed list keeps the frontiers of the subjects that stay', async () => {
    const { subjects, keyId, searchId } = await makeWorld(3)
    await runAll(searchId, { keyId, capItems: 20 })
    const [kept = '', other = ''] = subjects
    const changed = { searchId, name: 'Changed', operation: 'followers' } as const
    // Older lists hold what was typed.
    await opened.db.searchSubject.updateMany({
      where: { searchId, subject: kept },
      data: { subject: `@${kept}` },
    })
    await updateSearch(team.admin, { ...changed, subjects: ['zadie_walsh', other, kept] })
    const runs = await partsOf(await runAll(searchId, { keyId, capItems: 20, untilKnown: true }))
    expect(runs.map(({ subject, isBaseline }) => [subject, isBaseline])).toEqual([
      ['zadie_walsh', true],
      [other, false],
      [kept, false],
    ])
    await updateSearch(team.admin, { ...changed, subject: kept })
    const single = await runAll(searchId, { keyId, capItems: 20 })
    expect(await getRun(team.admin, single)).toMatchObject({ subjectCount: 1, isBaseline: false })
  })

  test('a list with a repeated or faulty line is refused, with its line', async () => {
    const search = { name: 'Faulty', operation: 'followers' } as const
    const refusal = (subjects: string[]) =>
      createSearch(team.admin, { ...search, subjects }).catch(({ fields }: AppError) => fields)
    expect(await refusal(['ada', 'bob', '@Ada'])).toEqual({ subjects: 'Line 3 repeats line 1.' })
    expect(await refusal(['ada', 'bob smith'])).toEqual({
      subjects: 'Line 2, “bob smith”, is not the name of a user.',
    })
  })

  test('a user may be named by the address of a profile, and a program’s list has no heading', async () => {
    const search = { name: 'Profiles', operation: 'followers' } as const
    const saved = async (asked: { subject?: string; subjects?: string[] }) =>
      getSearch(team.admin, (await createSearch(team.admin, { ...search, ...asked })).id)
    expect(await saved({ subject: 'https://x.com/ada/' })).toMatchObject({ subject: 'ada' })
    const listed = await saved({ subjects: ['user', 'https://twitter.com/ada?s=20', '@bob'] })
    const subjects = await listSubjects(team.admin, listed)
    expect(subjects.map(({ subject }) => subject)).toEqual(['user', 'ada', 'bob'])
  })
})
