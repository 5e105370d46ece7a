import { expect, test } from 'vitest'
import {
  deleteRunItems,
  deleteTeamItems,
  expireItems,
  findDeletedItems,
  measureExpiredItems,
  measureStoredItems,
} from '@/lib/collect/retention'
import { getRawPage, itemsInput, listRunItems } from '@/lib/collect/runs'
import { listAuditEntries } from '@/lib/platform/audit'
import { readItemRetentionDays, setItemRetention } from '@/lib/teams/teams'
import { itemsOf } from '@/tests/factories/items'
import { storeRun } from '@/tests/factories/stored-run'
import { makeMember, makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

const DAY = 86_400_000
const always = () => Promise.resolve(true)

describeOnEachEngine('items that are kept for a number of days', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const team = await makeTeam(opened.db, clock)
  const other = await makeOtherTeam(team)

  const look = async (runId: string, view: Record<string, unknown> = {}) =>
    (await listRunItems(team.admin, itemsInput.parse({ runId, ...view }))).total
  const expire = (ctx = team.admin) => expireItems(ctx, always)
  const deeds = async (action: string) =>
    (await listAuditEntries(team.admin)).filter((entry) => entry.action === action)

  test('by default, everything is kept; with a number of days, older items are deleted and younger ones stay', async () => {
    const old = await storeRun(team, 'ages', 250)
    const elsewhere = await storeRun(other, 'ages', 100)
    clock.advance(3 * DAY)
    const young = await storeRun(team, 'ages', 300)
    clock.advance(5 * DAY)
    await expire()
    expect(await look(old)).toBe(250)

    await setItemRetention(team.admin, { days: 7 })
    expect(await readItemRetentionDays(team.admin)).toBe(7)
    const tooOld = await measureExpiredItems(team.admin, 7)
    expect(tooOld).toMatchObject({ pages: 3, items: 250 })
    const all = await measureStoredItems(team.admin)
    expect(all).toMatchObject({ pages: 6, items: 550 })
    expect(all.bytes).toBeGreaterThan(tooOld.bytes)
    // A view in another order is cached, and must not show deleted items.
    expect(await look(old, { sort: 'author' })).toBe(250)
    const sightings = await opened.db.sighting.count()

    await expire()
    expect([await look(old), await look(old, { sort: 'author' })]).toEqual([0, 0])
    expect([await look(young), await look(young, { sort: 'author' })]).toEqual([300, 300])
    expect(await itemsOf(other.admin, elsewhere)).toHaveLength(100)
    const pages = await opened.db.resultPage.findMany({
      where: { runId: old },
      orderBy: { pageNumber: 'asc' },
    })
    expect(pages.map(({ itemCount, packed }) => [itemCount, packed])).toEqual([
      [100, null],
      [100, null],
      [50, null],
    ])
    expect(pages.map(({ news }) => news.length)).toEqual([100, 100, 50])
    expect(await opened.db.sighting.count()).toBe(sightings)
    const left = await measureStoredItems(team.admin)
    expect(left).toEqual({ pages: 3, items: 300, bytes: all.bytes - tooOld.bytes })

    expect(await findDeletedItems(team.admin, old)).toEqual({
      items: 250,
      isAll: true,
      at: clock.now(),
      byName: null,
    })
    expect(await findDeletedItems(team.admin, young)).toBeNull()
    await expect(getRawPage(team.admin, { runId: old, pageNumber: 1 })).rejects.toMatchObject({
      message: 'The items of this page were deleted.',
    })
    expect(await deeds('items.keep')).toHaveLength(1)
    expect(JSON.parse((await deeds('items.expire'))[0]?.detail ?? '')).toMatchObject({ items: 250, pages: 3 })
  })

  test('deleted items are not new when they return', async () => {
    const again = await storeRun(team, 'ages', 300)
    const pages = await opened.db.resultPage.findMany({ where: { runId: again } })
    expect(pages.map(({ news }) => /1/.test(news))).toEqual([false, false, false])
  })

  test('a pass continues where the last one ended, once a night, and is logged only if it deleted something', async () => {
    await expireItems(team.admin, always)
    const before = (await deeds('items.expire')).length
    const bought: string[] = []
    for (const hours of [1, 1]) {
      bought.push(await storeRun(team, `night ${bought.length}`, 20))
      clock.advance((hours * DAY) / 24)
    }
    for (let night = 0; night < 7; night++) {
      clock.advance(DAY)
      await expireItems(team.admin, always)
    }
    expect(await Promise.all(bought.map((runId) => look(runId)))).toEqual([20, 20])
    clock.advance(DAY)
    for (let hour = 0; hour < 3; hour++) {
      await expireItems(team.admin, always)
      clock.advance(DAY / 24)
    }
    expect(await Promise.all(bought.map((runId) => look(runId)))).toEqual([0, 0])
    // One entry for runs of the first test that have expired since, one for these.
    expect((await deeds('items.expire')).length - before).toBeLessThanOrEqual(2)
  })

  test('a clock that is wrong by years costs two days of items, not all', async () => {
    const wrong = await makeOtherTeam(team)
    await setItemRetention(wrong.admin, { days: 30 })
    const nightly = () => expireItems(wrong.admin, always)
    await nightly()
    const runs: string[] = []
    for (let day = 0; day < 30; day++) {
      runs.push(await storeRun(wrong, `day ${day}`, 20))
      clock.advance(DAY)
      await nightly()
    }
    const left = async () => (await measureStoredItems(wrong.admin)).pages
    expect(await left()).toBe(30)
    clock.advance(9 * 365 * DAY)
    for (let hour = 0; hour < 3; hour++) {
      await nightly()
      clock.advance(DAY / 24)
    }
    expect(await left()).toBeGreaterThanOrEqual(28)
    clock.advance(-9 * 365 * DAY)
    await nightly()
    expect(await left()).toBeGreaterThanOrEqual(28)
    // Later nights continue normally.
    for (let night = 0; night < 35; night++) {
      clock.advance(DAY)
      await nightly()
    }
    expect(await left()).toBe(0)
    expect(runs).toHaveLength(30)
  })

  test('the job works in batches and stops between two of them when told to', async () => {
    const busy = await makeOtherTeam(team)
    await setItemRetention(busy.admin, { days: 7 })
    const runs = await Promise.all(['a', 'b', 'c'].map((stream) => storeRun(busy, stream, 10_000)))
    const pagesLeft = async () => (await measureStoredItems(busy.admin)).pages
    clock.advance(9 * DAY)
    let asked = 0
    await expireItems(busy.admin, () => Promise.resolve(++asked <= 1))
    expect(await pagesLeft()).toBe(100)
    await expireItems(busy.admin, always)
    expect(await pagesLeft()).toBe(0)
    for (const runId of runs) expect(await findDeletedItems(busy.admin, runId)).toMatchObject({ isAll: true })
  })

  test('a run with some deleted pages shows the others at their positions', async () => {
    const runId = await storeRun(team, 'gaps', 300)
    const whole = await itemsOf(team.admin, runId)
    await opened.db.resultPage.updateMany({ where: { runId, pageNumber: 2 }, data: { packed: null } })
    const rest = [...whole.slice(0, 100), ...whole.slice(200)]
    expect(await itemsOf(team.admin, runId)).toEqual(rest)
    const window = itemsInput.parse({ runId, from: 95, count: 10 })
    expect((await listRunItems(team.admin, window)).items).toEqual(rest.slice(95, 105))
    expect(await look(runId, { sort: 'newest' })).toBe(200)
    expect(await findDeletedItems(team.admin, runId)).toEqual({
      items: 100,
      isAll: false,
      at: null,
      byName: null,
    })
  })

  test('members cannot choose, measure, or delete what others bought', async () => {
    const runId = await storeRun(team, 'roles', 20)
    const [member, viewer] = [await makeMember(team, 'member'), await makeMember(team, 'viewer')]
    for (const ctx of [member, viewer]) {
      for (const refused of [
        () => setItemRetention(ctx, { days: 1 }),
        () => measureExpiredItems(ctx, 1),
        () => deleteTeamItems(ctx),
        () => deleteRunItems(ctx, runId),
      ]) {
        await expect(refused()).rejects.toMatchObject({ code: 'forbidden' })
      }
      expect((await measureStoredItems(ctx)).items).toBeGreaterThan(0)
    }
    for (const asked of [deleteRunItems, findDeletedItems]) {
      await expect(asked(other.admin, runId)).rejects.toMatchObject({ code: 'not_found' })
    }
    expect(await look(runId)).toBe(20)
  })

  test('an admin deletes everything of one team, and of no other', async () => {
    const runId = await storeRun(team, 'all', 20)
    const theirs = await measureStoredItems(other.admin)
    const mine = await measureStoredItems(team.admin)
    expect(await deleteTeamItems(team.admin)).toEqual(mine)
    expect(await measureStoredItems(team.admin)).toEqual({ pages: 0, items: 0, bytes: 0 })
    expect(await measureStoredItems(other.admin)).toEqual(theirs)
    expect(await findDeletedItems(team.admin, runId)).toMatchObject({ isAll: true, byName: 'Ada Admin' })
  })
})
