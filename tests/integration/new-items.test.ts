import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { markInput, markItem } from '@/lib/collect/items'
import { listNewItems, listRunItems, startRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { addKey } from '@/lib/keys/keys'
import { makeMember, makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnEachEngine } from '@/tests/support/databases'

describeOnEachEngine('the newest items of a search', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const upstream = await startTestUpstream(clock)
  const team = await makeTeam(opened.db, clock)
  const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
  const keyId = (await addKey(team.admin, upstream, { key: upstream.issueKey().key, name: '', ...where })).id
  afterAll(() => upstream.close())
  const makeSearch = async (shared: boolean) =>
    (await createSearch(team.admin, { name: 'x', operation: 'timeline', subject: 'ada', shared })).id
  const run = async (searchId: string) => {
    clock.advance(1000)
    const runId = randomUUID()
    await startRun(team.admin, upstream, { runId, searchId, keyId })
    return runId
  }
  const idsOf = (found: Awaited<ReturnType<typeof listNewItems>>) =>
    found.flatMap(({ items }) => items.map(({ id }) => id))

  test('are listed with the run that first brought them; a run without any is left out', async () => {
    const searchId = await makeSearch(true)
    expect(await listNewItems(team.admin, searchId, 8)).toEqual([])
    const first = await run(searchId)
    await run(searchId)
    const found = await listNewItems(team.admin, searchId, 8)
    expect(found).toMatchObject([{ runId: first, newItems: 100 }])
    const { items } = await listRunItems(team.admin, {
      ...{ runId: first, from: 0, count: 8, text: '', only: 'all', sort: 'bought' },
    })
    expect(idsOf(found)).toEqual(items.map(({ id }) => id))
  })

  test('come from several runs, newest first, up to the limit', async () => {
    const searchId = await makeSearch(true)
    const runs = [await run(searchId), await run(searchId)]
    // Pretends that the second run brought two items that the first had not.
    await opened.db.run.updateMany({ where: { id: runs[1] ?? '' }, data: { newItems: 2n } })
    await opened.db.resultPage.updateMany({
      where: { runId: runs[1] ?? '' },
      data: { news: '0101'.padEnd(100, '0') },
    })
    const found = await listNewItems(team.admin, searchId, 8)
    expect(found.map(({ runId, items }) => [runId, items.length])).toEqual([
      [runs[1], 2],
      [runs[0], 6],
    ])
    expect(found[0]?.items.map(({ place }) => place)).toEqual([1, 3])
  })

  test('come from all subjects of a batch, as many from each', async () => {
    const searchId = await makeSearch(true)
    const ids = [await run(searchId), await run(searchId), await run(searchId)]
    const batch = ids[2] ?? ''
    for (const [at, id] of ids.slice(0, 2).entries()) {
      await opened.db.run.update({ where: { id }, data: { batchId: batch, newItems: at === 0 ? 90n : 12n } })
      const news = at === 0 ? '1'.repeat(90).padEnd(100, '0') : '1'.repeat(12).padStart(100, '0')
      await opened.db.resultPage.updateMany({ where: { runId: id }, data: { news } })
    }
    const places = async (limit: number) => {
      const [first, ...others] = await listNewItems(team.admin, searchId, limit)
      expect(others).toEqual([])
      expect(first).toMatchObject({ runId: batch, newItems: 102 })
      return first?.items.map(({ place }) => place)
    }
    expect(await places(8)).toEqual([88, 89, 90, 91, 0, 1, 2, 3])
    // Those that one has too few of are the other's, and an item of both is shown once.
    const all = Array.from({ length: 100 }, (_, place) => place)
    expect(await places(100)).toEqual([...all.slice(88), ...all.slice(0, 88)])
  })

  test('leave out hidden and deleted ones, and carry the team’s marks', async () => {
    const searchId = await makeSearch(true)
    const runId = await run(searchId)
    const [one, two] = idsOf(await listNewItems(team.admin, searchId, 2))
    await markItem(team.admin, markInput.parse({ itemId: one, state: 'hidden' }))
    await markItem(team.admin, markInput.parse({ itemId: two, note: 'Ask Grace' }))
    const found = await listNewItems(team.admin, searchId, 2)
    expect(idsOf(found)[0]).toBe(two)
    expect(found[0]?.marks).toMatchObject([{ itemId: two, note: 'Ask Grace' }])
    await opened.db.resultPage.updateMany({ where: { runId }, data: { packed: null } })
    expect(await listNewItems(team.admin, searchId, 2)).toEqual([])
  })

  test('show nothing of a private run to others, and nothing to another team', async () => {
    const own = await makeSearch(false)
    await run(own)
    expect(idsOf(await listNewItems(team.admin, own, 2))).toHaveLength(2)
    expect(await listNewItems(await makeMember(team, 'viewer'), own, 2)).toEqual([])
    expect(await listNewItems((await makeOtherTeam(team)).admin, own, 2)).toEqual([])
  })
})
