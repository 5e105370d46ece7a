import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createBackgroundRuns, getRun, startBackgroundRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { systemClock } from '@/lib/kernel'
import { changeBudget, createBudget, createBudgetInput, deleteBudget, getBudget } from '@/lib/money/budgets'
import { makeService, openGateway, type TestService } from '@/tests/factories/gateway'
import { makeTeam } from '@/tests/factories/team'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnEachEngine } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'

const CALLERS = 10
const TARGET = '/v1/users/ada/tweets?count=100'
const PATIENT = { headers: { prefer: 'wait=60' } }
/** Maximum time until a change is known, also to waiting calls. */
const KNOWN_MS = 5000

describeOnEachEngine('a budget lowered while calls wait for their key', async (open) => {
  const opened = await open()
  const upstream = await startTestUpstream(systemClock)
  upstream.sandbox.chooseCounts('exact')
  const team = await makeTeam(opened.db, systemClock)
  const gateway = openGateway(upstream, team, systemClock)
  afterAll(() => upstream.close())

  /** Makes a service whose key sends one call per second. */
  const slowService = () =>
    makeService(gateway, upstream, team, { key: upstream.issueKey({ pack: 'Free' }).key })
  const forKey = ({ keyId }: TestService, name: string, amount: string) =>
    createBudget(
      team.admin,
      createBudgetInput.parse({
        ...{ name, scope: 'key', scopeId: keyId, unit: 'items', period: 'total' },
        ...{ amount, stops: true, tellsAt: [] },
      }),
    )
  const lower = (budgetId: string, name: string, amount: string) =>
    changeBudget(team.admin, { budgetId, name, amount, stops: true, tellsAt: [] })

  test('lets as many calls through as still fit, and refuses the others within five seconds', async () => {
    const service = await slowService()
    const { id: archived } = await forKey(service, 'Archived', '100000')
    const { id: kept } = await forKey(service, 'Kept', '100000')
    const since = systemClock.monotonic()
    const ended: { status: number; text: string; afterMs: number }[] = []
    const calls = Array.from({ length: CALLERS }, async () => {
      const { status, text } = await service.ask(TARGET, PATIENT)
      ended.push({ status, text, afterMs: systemClock.monotonic() - since })
    })
    await Promise.race(calls)
    await lower(archived, 'Archived', '550')
    await deleteBudget(team.admin, { budgetId: archived })
    await lower(kept, 'Kept', '500')
    const loweredMs = systemClock.monotonic() - since
    await Promise.all(calls)
    const stopped = ended.filter(({ status }) => status === 402)
    // A page has a hundred items.
    expect(stopped).toHaveLength(CALLERS - 5)
    expect(ended.filter(({ status }) => status === 200)).toHaveLength(5)
    for (const { text, afterMs } of stopped) {
      expect(text).toContain('“Kept” stops here')
      expect(afterMs - loweredMs).toBeLessThan(KNOWN_MS)
    }
    expect(await getBudget(team.admin, kept)).toMatchObject({
      ...{ settled: 500n, reserved: 0n },
      stoppedAt: expect.any(Date),
    })
    expect(await brokenInvariants(opened.db)).toEqual([])
  })

  test('ends a waiting run as refused by the budget', async () => {
    const service = await slowService()
    const waiting = Array.from({ length: 6 }, () => service.ask(TARGET, PATIENT))
    await Promise.race(waiting)
    const search = { name: 'Ada', operation: 'followers', subject: 'ada' } as const
    const { id: searchId } = await createSearch(team.admin, search)
    const background = createBackgroundRuns({
      ...{ services: upstream, clock: systemClock, isShared: false },
      onError: (error) => {
        throw error
      },
    })
    const runId = randomUUID()
    await startBackgroundRun(
      team.admin,
      { ...upstream, background },
      { runId, searchId, keyId: service.keyId },
    )
    await createBudget(
      team.admin,
      createBudgetInput.parse({
        ...{ name: 'New', scope: 'search', scopeId: searchId, unit: 'items', period: 'total' },
        ...{ amount: '1', stops: true, tellsAt: [] },
      }),
    )
    await background.ended(runId)
    expect(await getRun(team.admin, runId)).toMatchObject({ pages: 0, endReason: 'budget_refused' })
    expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200]))
    await background.stop()
    expect(await brokenInvariants(opened.db)).toEqual([])
  })
})
