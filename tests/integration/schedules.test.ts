import { afterAll, expect, test } from 'vitest'
import { createAlertWatch, listAlerts } from '@/lib/alerts/alerts'
import { createBackgroundRuns, listRuns, sumScheduledItems } from '@/lib/collect/runs'
import {
  correctNextTimes,
  listSchedules,
  pauseSchedule,
  previewScheduleTimes,
  removeSchedule,
  runDueSchedules,
  saveSchedule,
} from '@/lib/collect/schedules'
import { createSearch, deleteSearch } from '@/lib/collect/searches'
import { addKey, disableKey, enableKey } from '@/lib/keys/keys'
import { resolveUnknown } from '@/lib/money/statements'
import { systemCtx } from '@/lib/server/jobs'
import { removeMember } from '@/lib/teams/teams'
import { itemsOf } from '@/tests/factories/items'
import { bookOf } from '@/tests/factories/ledger'
import { makeMember, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase } from '@/tests/support/databases'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const FIELDS = {
  cron: '0 * * * *',
  activeFrom: 0,
  activeTo: 1440,
  activeDays: '1234567',
  capItems: 100,
  capItemsDay: 1000,
  untilKnown: true,
  tellsAbove: null,
  tellsQuietHours: null,
}

describeOnDatabase('schedules', async (open) => {
  const opened = await open()
  // The upstream's posts follow the same clock, so new posts are written as it advances.
  const clock = makeTestClock(new Date('2026-03-10T12:10:00Z'))
  const upstream = await startTestUpstream(clock, undefined, clock)
  const team = await makeTeam(opened.db, clock)
  const background = createBackgroundRuns({
    services: upstream,
    clock,
    isShared: false,
    onError: (error) => expect.unreachable(String(error)),
  })
  const { key } = upstream.issueKey({ pack: 'Scale' })
  const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
  const keyId = (await addKey(team.admin, upstream, { key, name: '', ...where })).id
  afterAll(async () => {
    await background.stop()
    await upstream.close()
  })

  const system = () => systemCtx(opened.db, clock, team.admin.team)
  const tick = async () => {
    await correctNextTimes(system())
    await runDueSchedules(system(), { services: upstream, background }, () => Promise.resolve(true))
  }
  const makeSearch = async (name: string, subject = 'tea') =>
    (await createSearch(team.admin, { name, operation: 'search', subject })).id
  const makeSchedule = async (
    name: string,
    fields: Partial<Omit<typeof FIELDS, 'tellsAbove'>> & { tellsAbove?: number } = {},
  ) => {
    const searchId = await makeSearch(name)
    await saveSchedule(team.admin, { ...FIELDS, ...fields, searchId })
    return searchId
  }
  const runsOf = (searchId: string) => listRuns(team.admin, { searchId })
  const scheduleOf = async (searchId: string) =>
    (await listSchedules(team.admin)).find((schedule) => schedule.searchId === searchId)
  /** Starts due runs and waits until they end. */
  const fire = async (searchId: string) => {
    await tick()
    const [run] = await runsOf(searchId)
    if (run) await background.ended(run.id)
    await tick()
  }

  test('fires at its time and not before; the second run brings only what is new, for little more', async () => {
    const searchId = await makeSchedule('Hourly')
    expect((await scheduleOf(searchId))?.nextAt).toEqual(new Date('2026-03-10T13:00:00Z'))
    await fire(searchId)
    expect(await runsOf(searchId)).toEqual([])
    clock.advance(51 * MINUTE)
    await fire(searchId)
    const [first] = await runsOf(searchId)
    expect(first).toMatchObject({ isScheduled: true, isBaseline: true, items: 100, endReason: 'cap_reached' })
    expect(first?.memberName).toBe('Ada Admin')

    clock.advance(24 * HOUR)
    await fire(searchId)
    const [second, ...others] = await runsOf(searchId)
    expect(others).toHaveLength(1)
    if (!second) return expect.unreachable('no second run')
    expect(second).toMatchObject({ isBaseline: false, endReason: 'nothing_new' })
    expect(second.newItems).toBeGreaterThan(0)
    expect(second.items - second.newItems).toBeLessThanOrEqual(second.newItems + 20)
    const had = new Set((await itemsOf(team.admin, first?.id ?? '')).map(({ id }) => id))
    const news = (await itemsOf(team.admin, second.id)).filter(({ isNew }) => isNew)
    expect(news.some(({ id }) => had.has(id))).toBe(false)
    await removeSchedule(team.admin, searchId)
  })

  test('missed times are caught up once', async () => {
    const searchId = await makeSchedule('Missed')
    clock.advance(5 * HOUR)
    await fire(searchId)
    await fire(searchId)
    expect(await runsOf(searchId)).toHaveLength(1)
    expect((await scheduleOf(searchId))?.nextAt?.getTime()).toBeGreaterThan(clock.now().getTime())
    await removeSchedule(team.admin, searchId)
  })

  test('several processes at once start one run', async () => {
    const searchId = await makeSchedule('Many')
    clock.advance(HOUR)
    await Promise.all(Array.from({ length: 6 }, tick))
    const runs = await runsOf(searchId)
    expect(runs).toHaveLength(1)
    await background.ended(runs[0]?.id ?? '')
    await tick()
    expect(await scheduleOf(searchId)).toMatchObject({ failures: 0, lastNote: null, lastRunId: runs[0]?.id })
    await removeSchedule(team.admin, searchId)
  })

  test('a limit per day holds, and resets with the day in the team’s time zone', async () => {
    const searchId = await makeSchedule('Limited', { capItems: 100, capItemsDay: 150, untilKnown: false })
    for (let hour = 0; hour < 3; hour++) {
      clock.advance(HOUR)
      await fire(searchId)
    }
    const sum = async () => (await runsOf(searchId)).reduce((items, run) => items + run.items, 0)
    expect(await sum()).toBe(150)
    expect((await scheduleOf(searchId))?.lastNote).toBe('Skipped: the daily limit is reached.')
    clock.advance(24 * HOUR)
    await fire(searchId)
    expect(await sum()).toBe(250)
    await removeSchedule(team.admin, searchId)
  })

  test('a limit per day holds even if the API ignores counts; only a first page may exceed one below a page', async () => {
    upstream.sandbox.chooseCounts('ignored')
    const narrow = { capItems: 20, untilKnown: false }
    const [wide, small] = [
      await makeSchedule('Wide day', { ...narrow, capItemsDay: 120 }),
      await makeSchedule('Small day', { ...narrow, capItemsDay: 30 }),
    ]
    // The next morning, so that everything is within one day of the team.
    const morning = new Date(clock.now())
    morning.setUTCHours(30, 10, 0, 0)
    clock.advance(morning.getTime() - clock.now().getTime())
    for (let hour = 0; hour < 4; hour++) {
      for (const searchId of [wide, small]) await fire(searchId)
      clock.advance(HOUR)
    }
    const sum = async (searchId: string) =>
      (await runsOf(searchId)).reduce((items, run) => items + run.items, 0)
    // A search's page has fifty items.
    expect([await sum(wide), await sum(small)]).toEqual([100, 50])
    expect((await scheduleOf(small))?.lastNote).toBe('Skipped: the daily limit is reached.')
    upstream.sandbox.chooseCounts('exact')
    for (const searchId of [wide, small]) await removeSchedule(team.admin, searchId)
  })

  test('a lost call counts its maximum against the limit per day, and its real cost once that is known', async () => {
    const searchId = await makeSchedule('Lossy', { capItems: 100, untilKnown: false })
    clock.advance(HOUR)
    await fire(searchId)
    const bought = () => sumScheduledItems(team.admin, searchId, new Date(0))
    const [run] = await runsOf(searchId)
    expect(await bought()).toBe(100)
    const book = bookOf(team.admin)
    const attemptId = await book.begin({ runId: run?.id ?? '' })
    await book.lose(attemptId)
    expect(await bought()).toBe(200)
    await resolveUnknown(team.admin, { attemptId, finding: 'charged', items: 40, note: 'On the bill' }, {})
    expect(await bought()).toBe(140)
    await removeSchedule(team.admin, searchId)
  })

  test('keeps to its hours: runs due outside of them wait for the next time within', async () => {
    const searchId = await makeSchedule('Office', { activeFrom: 9 * 60, activeTo: 17 * 60 })
    const due = (await scheduleOf(searchId))?.nextAt
    if (!due) return expect.unreachable('no next time')
    // Purser was down in the evening, and checks again at 23:10 in Berlin.
    clock.advance(due.getTime() - clock.now().getTime())
    const evening = new Date(due)
    evening.setUTCHours(22, 10, 0, 0)
    clock.advance(evening.getTime() - clock.now().getTime())
    await fire(searchId)
    expect(await runsOf(searchId)).toEqual([])
    expect((await scheduleOf(searchId))?.lastNote).toMatch(/outside its active hours/)
    const again = (await scheduleOf(searchId))?.nextAt
    clock.advance((again?.getTime() ?? 0) - clock.now().getTime())
    await fire(searchId)
    expect(await runsOf(searchId)).toHaveLength(1)
    await removeSchedule(team.admin, searchId)
  })

  test('pauses after five failures in a row, alerts once, and continues when told to', async () => {
    const searchId = await makeSchedule('Fails')
    await disableKey(team.admin, upstream, keyId)
    const watch = createAlertWatch(clock)
    for (let time = 0; time < 7; time++) {
      clock.advance(HOUR)
      await fire(searchId)
      await watch.look(system(), upstream.upstreams)
    }
    expect(await scheduleOf(searchId)).toMatchObject({ failures: 5, paused: { by: 'Purser' } })
    const told = async () =>
      (await listAlerts(team.admin)).filter(
        ({ kind, subjectId }) => kind === 'schedule_failing' && subjectId === searchId,
      )
    expect(await told()).toMatchObject([
      { recoveredAt: null, title: 'The schedule of “Fails” paused itself' },
    ])
    await enableKey(team.admin, keyId)
    await pauseSchedule(team.admin, { searchId, isPaused: false })
    await watch.look(system(), upstream.upstreams)
    expect((await told())[0]?.recoveredAt).not.toBeNull()
    clock.advance(HOUR)
    await fire(searchId)
    expect((await runsOf(searchId))[0]).toMatchObject({ isScheduled: true })
    expect(await scheduleOf(searchId)).toMatchObject({ failures: 0, paused: null })
    await removeSchedule(team.admin, searchId)
  })

  test('a success resets the count of failures', async () => {
    const searchId = await makeSchedule('Wavers')
    await disableKey(team.admin, upstream, keyId)
    clock.advance(HOUR)
    await fire(searchId)
    expect(await scheduleOf(searchId)).toMatchObject({
      failures: 1,
      lastNote: expect.stringMatching(/no key/),
    })
    await enableKey(team.admin, keyId)
    clock.advance(HOUR)
    await fire(searchId)
    expect(await scheduleOf(searchId)).toMatchObject({ failures: 0, lastNote: null })
    await removeSchedule(team.admin, searchId)
  })

  test('alerts on new items above a number, once per run, and on none for too long', async () => {
    const searchId = await makeSchedule('Watched', { capItems: 100, tellsAbove: 0 })
    const watch = createAlertWatch(clock)
    const told = async (kind: string) =>
      (await listAlerts(team.admin)).filter((alert) => alert.kind === kind && alert.subjectId === searchId)
    clock.advance(HOUR)
    await fire(searchId)
    await watch.look(system(), upstream.upstreams)
    // The first run is the baseline, so none of it is reported as new.
    expect(await told('new_items')).toEqual([])
    clock.advance(24 * HOUR)
    await fire(searchId)
    for (let look = 0; look < 3; look++) await watch.look(system(), upstream.upstreams)
    expect(await told('new_items')).toHaveLength(1)
    const [run] = await runsOf(searchId)
    expect((await told('new_items'))[0]?.path).toBe(`runs/${run?.id}?only=new`)

    await saveSchedule(team.admin, { ...FIELDS, searchId, tellsQuietHours: 2 })
    await pauseSchedule(team.admin, { searchId, isPaused: true })
    clock.advance(3 * HOUR)
    await watch.look(system(), upstream.upstreams)
    expect(await told('nothing_new')).toEqual([])
    await pauseSchedule(team.admin, { searchId, isPaused: false })
    clock.advance(3 * HOUR)
    await watch.look(system(), upstream.upstreams)
    expect(await told('nothing_new')).toHaveLength(1)
    await removeSchedule(team.admin, searchId)
    await watch.look(system(), upstream.upstreams)
    expect((await told('nothing_new'))[0]?.recoveredAt).not.toBeNull()
  })

  test('runs for the member who saved it, and pauses after they have left', async () => {
    const member = await makeMember(team, 'member', 'Mia Member')
    const { id: searchId } = await createSearch(member, {
      name: 'Mia’s',
      operation: 'timeline',
      subject: 'grace',
    })
    await saveSchedule(member, { ...FIELDS, searchId })
    await removeMember(team.admin, { memberId: member.actor.memberId })
    clock.advance(HOUR)
    await fire(searchId)
    expect(await runsOf(searchId)).toEqual([])
    expect((await scheduleOf(searchId))?.paused?.note).toMatch(/has left the team/)
  })

  test('a search in the trash is not run', async () => {
    const searchId = await makeSchedule('Trashed')
    await deleteSearch(team.admin, searchId)
    clock.advance(HOUR)
    await fire(searchId)
    expect(await runsOf(searchId)).toEqual([])
  })

  test('does not start a second run while one is in progress', async () => {
    const slow = upstream.issueKey({ pack: 'Free' })
    const where = { walletId: team.walletId, environmentId: team.environments[1]?.id ?? '' }
    const slowKey = await addKey(team.admin, upstream, { key: slow.key, name: 'slow', ...where })
    const { id: searchId } = await createSearch(team.admin, {
      name: 'Long',
      operation: 'followers',
      subject: 'ada',
      keyChoice: 'key',
      keyId: slowKey.id,
    })
    await saveSchedule(team.admin, { ...FIELDS, searchId, capItems: 100_000, capItemsDay: 100_000 })
    clock.advance(HOUR)
    await tick()
    const [run] = await runsOf(searchId)
    clock.advance(HOUR)
    await tick()
    expect(await runsOf(searchId)).toHaveLength(1)
    expect((await scheduleOf(searchId))?.lastNote).toMatch(/still running/)
    background.cancel(run?.id ?? '')
    await background.ended(run?.id ?? '')
    await removeSchedule(team.admin, searchId)
  })

  test('invalid input is refused with what to do, and only those who may change the search may schedule it', async () => {
    const searchId = await makeSearch('Refused')
    const save = (fields: object, ctx = team.admin) => saveSchedule(ctx, { ...FIELDS, searchId, ...fields })
    await expect(save({ cron: 'often' })).rejects.toMatchObject({
      code: 'invalid',
      fields: { cron: expect.any(String) },
    })
    await expect(save({ cron: '0 3 * * *', activeFrom: 540, activeTo: 600 })).rejects.toMatchObject({
      code: 'invalid',
    })
    await expect(save({ capItems: 500, capItemsDay: 100 })).rejects.toMatchObject({ code: 'invalid' })
    const member = await makeMember(team, 'member')
    await expect(save({}, member)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(save({}, await makeMember(team, 'viewer'))).rejects.toMatchObject({ code: 'forbidden' })
    const { id: own } = await createSearch(member, {
      name: 'Own',
      operation: 'timeline',
      subject: 'x',
      shared: false,
    })
    await expect(saveSchedule(member, { ...FIELDS, searchId: own, tellsAbove: 0 })).rejects.toMatchObject({
      code: 'invalid',
    })
    expect(previewScheduleTimes(team.admin, { ...FIELDS, cron: '0 9 * * 1' }).next).toHaveLength(5)
  })

  test('continues after the clock was a day ahead, and says why its next time changed', async () => {
    const searchId = await makeSchedule('Hourly, by a wrong clock', { cron: '30 * * * *' })
    clock.advance(24 * HOUR)
    await fire(searchId)
    expect(await runsOf(searchId)).toHaveLength(1)
    // Another machine's clock may be some minutes behind, which must not change the next time.
    const nextAt = (await scheduleOf(searchId))?.nextAt?.getTime() ?? 0
    clock.advance(nextAt - clock.now().getTime() - HOUR - 5 * MINUTE)
    await tick()
    expect(await scheduleOf(searchId)).toMatchObject({ nextAt: new Date(nextAt), lastNote: null })
    clock.advance(-24 * HOUR)
    await tick()
    const mended = await scheduleOf(searchId)
    expect(mended?.nextAt?.getTime()).toBe(nextAt - 25 * HOUR)
    expect(mended?.lastNote).toMatch(/corrected/)
    clock.advance(5 * MINUTE)
    await fire(searchId)
    expect(await runsOf(searchId)).toHaveLength(2)
    expect(await scheduleOf(searchId)).toMatchObject({ nextAt: new Date(nextAt - 24 * HOUR), lastNote: null })
  })

  test('a clock that was behind starts no run for a time before the schedule was saved', async () => {
    const searchId = await makeSchedule('Daily, by a clock behind', { cron: '0 9 * * *' })
    const nextAt = (await scheduleOf(searchId))?.nextAt
    clock.advance(-400 * 24 * HOUR)
    await tick()
    clock.advance(400 * 24 * HOUR)
    await fire(searchId)
    expect(await runsOf(searchId)).toEqual([])
    expect((await scheduleOf(searchId))?.nextAt).toEqual(nextAt)
  })
})
