import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'
import {
  continueRun,
  createBackgroundRuns,
  createRunServices,
  fetchNextPage,
  getRun,
  startBackgroundRun,
  startRun,
} from '@/lib/collect/runs'
import { newId } from '@/lib/kernel'
import { createBudget, createBudgetInput, deleteBudget } from '@/lib/money/budgets'
import { startScriptedTeam } from '@/tests/factories/scripted-team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'
import { waitUntil } from '@/tests/support/wait-until'

const PAGE = 100

describeOnEachEngine('no page of a run is bought twice by continuing it', async (open) => {
  const clock = makeTestClock(new Date('2026-11-27T12:00:00Z'))
  const opened = await open()
  const world = await startScriptedTeam(opened.db, { clock })
  const { services, upstream, team } = world
  const { admin } = team
  afterEach(async () => {
    upstream.gate = () => Promise.resolve()
    expect(await brokenInvariants(opened.db)).toEqual([])
  })
  afterAll(() => world.close())

  const answerPages = (pages: number) => {
    upstream.answer = (url) => {
      const at = Number(url.searchParams.get('cursor') ?? 0)
      const tweets = Array.from({ length: PAGE }, (_, item) => ({
        ...{ id: `${url.pathname} ${at} ${item}`, text: 'a' },
      }))
      const next = at + 1 < pages ? { next_cursor: String(at + 1) } : {}
      return { status: 200, body: JSON.stringify({ tweets, ...next }) }
    }
  }

  /** Another worker on the same database, or this one after a restart. */
  const otherWorker = () => {
    const { upstreams, pacers, vault } = services
    const runServices = createRunServices({ upstreams, pacers, vault }, newId(), clock)
    const background = createBackgroundRuns({
      services: runServices,
      clock,
      isShared: true,
      onError: (error) => {
        throw error
      },
    })
    return { ...runServices, background }
  }

  /** What is asked of the upstream meanwhile, in the order of arrival. */
  const askedBy = async (work: () => Promise<unknown>) => {
    const before = upstream.asked.length
    await work()
    return upstream.asked.slice(before)
  }
  const goOn = async (worker: typeof services, runId: string) => {
    await continueRun(admin, worker, { runId, capItems: null, capCredits: null }).catch(() => undefined)
    await worker.background.ended(runId)
  }

  test('a page whose answer was lost, requested again after a restart', async () => {
    answerPages(4)
    const [runId, searchId] = [randomUUID(), await world.search()]
    const restarted = otherWorker()
    const asked = await askedBy(async () => {
      const start = { runId, searchId, keyId: world.keyId, capCredits: '0.25' }
      const first = await startRun(admin, services, start)
      const input = { continuation: first.continuation ?? '' }
      await fetchNextPage(admin, services, input)
      await expect(fetchNextPage(admin, restarted, input)).rejects.toThrow('requested already')
      await goOn(restarted, runId)
    })
    expect(asked).toEqual([...new Set(asked)])
    expect(await getRun(admin, runId)).toMatchObject({ state: 'OPEN', pages: 2 })
  })

  test('a first page in flight, requested again at another worker, whose try a budget refuses', async () => {
    answerPages(4)
    const [runId, searchId] = [randomUUID(), await world.search()]
    const budget = createBudgetInput.parse({
      ...{ name: 'One page', scope: 'search', scopeId: searchId, period: 'month', unit: 'credits' },
      ...{ amount: '0.15', stops: true, tellsAt: [] },
    })
    const { id: budgetId } = await createBudget(admin, budget)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    upstream.gate = () => held
    const other = otherWorker()
    const asked = await askedBy(async () => {
      const start = { runId, searchId, keyId: world.keyId }
      const before = upstream.asked.length
      const first = startRun(admin, services, start)
      await waitUntil(() => upstream.asked.length > before)
      await startRun(admin, other, start).catch(() => undefined)
      release()
      await first
      await deleteBudget(admin, { budgetId })
      await goOn(other, runId)
    })
    expect(asked).toEqual([...new Set(asked)])
  })

  test('a page whose answer could not be read is bought again by “Continue”, which says so by the lost call', async () => {
    answerPages(3)
    const { answer } = upstream
    let isGarbled = true
    upstream.answer = (url) =>
      isGarbled && url.searchParams.get('cursor') === '1' ? { status: 200, body: '{' } : answer(url)
    const run = await world.run()
    expect(run).toMatchObject({ endReason: 'problem', pages: 1, unknownCalls: 1, may: { goOn: true } })
    isGarbled = false
    const asked = await askedBy(async () => {
      await continueRun(admin, services, { runId: run.id, capItems: null, capCredits: null })
      await services.background.ended(run.id)
    })
    expect(asked.map((path) => path.slice(-8))).toEqual(['cursor=1', 'cursor=2'])
    expect(await getRun(admin, run.id)).toMatchObject({ endReason: 'last_page', pages: 3, unknownCalls: 1 })
  })

  test('new items are announced once, however often their run or batch continues', async () => {
    let version = 1
    upstream.answer = (url) => {
      const at = Number(url.searchParams.get('cursor') ?? 0)
      // Later, only the first page has other items.
      const of = at === 0 ? version : 1
      const tweets = Array.from({ length: PAGE }, (_, item) => ({
        ...{ id: `${url.pathname} ${of} ${at} ${item}`, text: 'a' },
      }))
      return { status: 200, body: JSON.stringify({ tweets, ...(at < 2 && { next_cursor: String(at + 1) }) }) }
    }
    const announced = async (runId: string) => {
      const rows = await opened.db.event.findMany({ where: { kind: 'items.new' } })
      return rows.flatMap(({ data }) => {
        const told: unknown = JSON.parse(data)
        return told !== null && typeof told === 'object' && 'runId' in told && told.runId === runId
          ? [told]
          : []
      })
    }
    const start = async (searchId: string, capItems: number | null) => {
      const runId = randomUUID()
      await startBackgroundRun(admin, services, { runId, searchId, keyId: world.keyId, capItems })
      await services.background.ended(runId)
      return runId
    }
    const subjects = [randomUUID(), randomUUID()]
    for (const question of [{}, { subject: '', subjects }]) {
      const searchId = await world.search(question)
      version = 1
      await start(searchId, null)
      version = 2
      const runId = await start(searchId, PAGE)
      expect(await announced(runId)).toHaveLength(1)
      await goOn({ ...services }, runId)
      expect(await getRun(admin, runId)).toMatchObject({ endReason: 'last_page' })
      expect(await announced(runId)).toHaveLength(1)
    }
  })
})
