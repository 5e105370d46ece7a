import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createBackgroundRuns, createRunServices, getRun, startBackgroundRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { AppError, type Clock, newId, systemClock } from '@/lib/kernel'
import { addKey } from '@/lib/keys/keys'
import { FAULT_NAMES } from '@/lib/sandbox'
import { createPacers, type SlotStore } from '@/lib/upstream/pacing'
import { makeTeam } from '@/tests/factories/team'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase, describeOnSqlite } from '@/tests/support/databases'
import { waitUntil } from '@/tests/support/wait-until'

const PRICES = { timeline: '0.1', search: '0.1', followers: '0.1' }
/**
 * The cap that the page offers. A page may hold more than was requested, so a run may exceed its cap by that
 * much.
 */
const CAP = 1000
const MAX_ITEMS = CAP + 3 * 200
const MAX_CALLS = 30

/** A clock that shortens waits between tries. */
const hasty: Clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 5), signal) }

describeOnDatabase('a run in the background, at a failing upstream', async (open) => {
  const opened = await open()
  const upstream = await startTestUpstream(systemClock, { price: PRICES, limits: { answerMs: 250 } })
  const team = await makeTeam(opened.db, systemClock)
  const ctx = { ...team.admin, clock: hasty }
  const background = createBackgroundRuns({
    services: upstream,
    clock: systemClock,
    isShared: false,
    onError: (error) => expect.unreachable(String(error)),
  })
  const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
  const { key } = upstream.issueKey({ pack: 'Scale' })
  const keyId = (await addKey(team.admin, upstream, { key, name: '', ...where })).id
  const search = { name: 'Ada', operation: 'followers', subject: 'ada' } as const
  const searchId = (await createSearch(team.admin, search)).id
  afterAll(async () => {
    await background.stop()
    await upstream.close()
  })
  const delivered = () =>
    upstream.sandbox.operator
      .state()
      .flatMap(({ keys }) => keys)
      .reduce((sum, { items }) => sum + items, 0)

  test('in a process that others consider dead, ends as stopped by a restart, and sends nothing', async () => {
    const before = delivered()
    const words = 'Another instance has ended its calls.'
    const requireLiving = () => Promise.reject(new AppError('unavailable', words))
    const services = createRunServices(upstream, newId(), hasty, requireLiving)
    const onError = (error: unknown) => expect.unreachable(String(error))
    const lost = createBackgroundRuns({ services, clock: systemClock, isShared: false, onError })
    const runId = randomUUID()
    await startBackgroundRun(
      ctx,
      { ...services, background: lost },
      { runId, searchId, keyId, capItems: CAP },
    )
    await lost.ended(runId)
    expect(await getRun(team.admin, runId)).toMatchObject({
      endReason: 'restarted',
      endNote: words,
      pages: 0,
    })
    expect(await opened.db.attempt.count({ where: { runId } })).toBe(0)
    expect(delivered()).toBe(before)
  })

  // A storm of 429s pauses the key in real time; other tests cover its effects page by page.
  const faults = FAULT_NAMES.filter((name) => !/429|clock|key-info/.test(name))
  test.each(faults)('“%s” ends with a reason and a bounded charge, all of it on the ledger', async (name) => {
    const before = delivered()
    upstream.sandbox.setFault({ name, only: 'pages' })
    const runId = randomUUID()
    await startBackgroundRun(ctx, { ...upstream, background }, { runId, searchId, keyId, capItems: CAP })
    await background.ended(runId)
    upstream.sandbox.setFault(null)
    const run = await getRun(team.admin, runId)
    expect(run.state).toBe('ENDED')
    expect(run.endReason).not.toBeNull()
    expect(run.endNote !== null, run.endReason ?? '').toBe(run.endReason === 'problem')
    expect(run.endNote ?? 'none').toMatch(/^[A-Z“].*[.”]$|^none$/)
    const charged = delivered() - before
    expect(charged).toBeLessThanOrEqual(MAX_ITEMS)
    expect(charged).toBeGreaterThanOrEqual(run.items)
    expect(charged).toBeLessThanOrEqual(run.items + run.unknownItems)
    const attempts = await opened.db.attempt.findMany({ where: { runId }, select: { state: true } })
    expect(attempts.length).toBeLessThanOrEqual(MAX_CALLS)
    expect(attempts.filter(({ state }) => state === 'OPEN')).toEqual([])
  })
})

describeOnSqlite('a run in the background, with slots from a database', (open) => {
  test('waits while the database is unreachable, and then continues', async () => {
    const opened = await open()
    const upstream = await startTestUpstream(systemClock, { price: PRICES })
    let [isAway, failures, skippedMs] = [false, 0, 0]
    const clock: Clock = { ...hasty, monotonic: () => systemClock.monotonic() + skippedMs }
    const store: SlotStore = {
      async take() {
        if (!isAway) return { firstMs: clock.monotonic(), nowMs: clock.monotonic(), number: 0, late: [] }
        failures++
        skippedMs += 1500
        throw new Error('Connection terminated unexpectedly')
      },
      noteLate: () => Promise.resolve(false),
      pause: () => Promise.resolve(),
    }
    const services = { ...upstream, pacers: createPacers(clock, store) }
    const team = await makeTeam(opened.db, systemClock)
    const ctx = { ...team.admin, clock: hasty }
    const background = createBackgroundRuns({
      ...{ services, clock: systemClock, isShared: false },
      onError: (error) => expect.unreachable(String(error)),
    })
    const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
    const { key } = upstream.issueKey({ pack: 'Scale' })
    const { id: keyId } = await addKey(team.admin, services, { key, name: '', ...where })
    const search = { name: 'Ada', operation: 'followers', subject: 'ada' } as const
    const { id: searchId } = await createSearch(team.admin, search)
    const runId = randomUUID()
    isAway = true
    await startBackgroundRun(ctx, { ...services, background }, { runId, searchId, keyId, capItems: 200 })
    // Enough failures for some waits to have been given up.
    await waitUntil(() => failures >= 60)
    expect(await getRun(team.admin, runId)).toMatchObject({ state: 'OPEN', pages: 0 })
    isAway = false
    await background.ended(runId)
    expect(await getRun(team.admin, runId)).toMatchObject({ endReason: 'cap_reached', endNote: null })
    await background.stop()
    services.pacers.closeAll()
    await upstream.close()
    await opened.close()
  })
})
