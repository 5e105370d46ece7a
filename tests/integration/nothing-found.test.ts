import { afterAll, afterEach, expect, test } from 'vitest'
import { createAlertWatch, listAlerts } from '@/lib/alerts/alerts'
import { listRuns } from '@/lib/collect/runs'
import { listSchedules, pauseSchedule, runDueSchedules, saveSchedule } from '@/lib/collect/schedules'
import { systemClock } from '@/lib/kernel'
import { listEntries } from '@/lib/money/ledger'
import { resolveUnknown } from '@/lib/money/statements'
import { systemCtx } from '@/lib/server/jobs'
import { startScriptedTeam } from '@/tests/factories/scripted-team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'

const DAY_MS = 86_400_000
const UNREAD = { status: 200, body: '{"stuff":{"a":1}}' }
const PAGE = { status: 200, body: '{"tweets":[{"id":"1","text":"a","created_at":"2026-11-20T12:00:00Z"}]}' }

describeOnDatabase('empty answers and unreadable answers', async (open) => {
  const testClock = makeTestClock(new Date('2026-11-27T12:10:00Z'))
  /** Shortens waits between tries. */
  const clock = {
    ...testClock,
    sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(Math.min(ms, 5), signal),
  }
  const opened = await open()
  const provider = { price: { timeline: '0.001', search: '0.001' } }
  const world = await startScriptedTeam(opened.db, { provider, clock: testClock, runClock: clock })
  afterEach(async () => expect(await brokenInvariants(opened.db)).toEqual([]))
  afterAll(() => world.close())

  test.each([
    [204, ''],
    [200, '{"data":[]}'],
    [200, '[]'],
    [200, '{"tweets":[],"next_cursor":""}'],
    [200, '{"tweets":[],"next_cursor":null}'],
    [200, '{"meta":{"result_count":0}}'],
    [200, '{"data":null}'],
    [200, '{"data":null,"meta":{"result_count":0}}'],
    [200, '{"data":{"tweets":null}}'],
    [200, '{"total_count":"0"}'],
  ])('%i %s: nothing was found, nothing is charged, and it is the last page', async (status, body) => {
    world.upstream.answer = () => ({ status, body })
    const run = await world.run({ operation: 'search' })
    expect(run).toMatchObject({ endReason: 'last_page', pages: 1, items: 0, chargeNano: 0n, unknownCalls: 0 })
    const { entries } = await listEntries(world.team.admin, { runId: run.id })
    expect(entries).toMatchObject([{ outcome: 'SETTLED', items: 0, chargeNano: 0n }])
  })

  test.each([
    '{"tweets":null,"next_cursor":"c"}',
    '{"data":{"tweets":null,"next_cursor":"c"}}',
    '{}',
    '{"stuff":[1]}',
    '{"error":{"count":0}}',
    'null',
    '""',
  ])('%s cannot be read, so its cost is unknown', async (body) => {
    world.upstream.answer = () => ({ status: 200, body })
    expect(await world.run({ operation: 'search' })).toMatchObject({
      endReason: 'problem',
      unknownCalls: 1,
    })
  })

  const makeSchedule = async (capItemsDay: number) => {
    const searchId = await world.search()
    await saveSchedule(world.team.admin, { searchId, cron: '0 * * * *', capItems: 20, capItemsDay })
    return searchId
  }
  const scheduleOf = async (searchId: string) =>
    (await listSchedules(world.team.admin)).find((schedule) => schedule.searchId === searchId)
  const days = async (searchId: string, count: number) => {
    const ctx = systemCtx(opened.db, clock, world.team.admin.team)
    const tick = () =>
      runDueSchedules(ctx, { services: world.services, background: world.services.background }, () =>
        Promise.resolve(true),
      )
    for (let day = 0; day < count; day++) {
      testClock.advance(DAY_MS)
      await tick()
      for (const { id } of await listRuns(world.team.admin, { searchId, state: 'OPEN' }))
        await world.services.background.ended(id)
      await tick()
    }
  }
  const unknownOf = async (searchId: string) =>
    (await listRuns(world.team.admin, { searchId })).reduce((sum, { unknownItems }) => sum + unknownItems, 0)

  test('a schedule whose answers cannot be read pauses after five runs', async () => {
    const searchId = await makeSchedule(100_000)
    world.upstream.answer = () => UNREAD
    await days(searchId, 6)
    expect(await scheduleOf(searchId)).toMatchObject({ failures: 5, paused: { by: 'Purser' } })
    expect(await unknownOf(searchId)).toBe(500)
  })

  test('a schedule whose lost calls fill its caps does not fail: it pauses at its limit per day, with an alert', async () => {
    const searchId = await makeSchedule(200)
    world.upstream.answer = () => ({ status: 500, body: '{}' })
    await days(searchId, 3)
    const note = 'may have brought 200 items, as many as its limit per day'
    expect(await scheduleOf(searchId)).toMatchObject({ failures: 0, paused: { by: 'Purser' } })
    expect((await scheduleOf(searchId))?.paused?.note).toContain(note)
    expect(await unknownOf(searchId)).toBe(200)
    await createAlertWatch(clock).look(
      systemCtx(opened.db, clock, world.team.admin.team),
      world.services.upstreams,
    )
    expect((await listAlerts(world.team.admin)).some(({ kind }) => kind === 'schedule_failing')).toBe(true)

    await pauseSchedule(world.team.admin, { searchId, isPaused: false })
    await days(searchId, 1)
    expect((await scheduleOf(searchId))?.paused?.note).toContain(note)

    const lost = await opened.db.attempt.findMany({ where: { principalId: searchId, state: 'UNKNOWN' } })
    for (const { id: attemptId } of lost)
      await resolveUnknown(
        world.team.admin,
        {
          attemptId,
          finding: 'uncharged',
          items: 0,
          note: 'On the bill',
        },
        {},
      )
    await pauseSchedule(world.team.admin, { searchId, isPaused: false })
    world.upstream.answer = () => PAGE
    await days(searchId, 1)
    expect(await scheduleOf(searchId)).toMatchObject({ failures: 0, paused: null })
  })
})
