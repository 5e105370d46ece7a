import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { deleteRunItems, deleteSearchItems, findDeletedItems } from '@/lib/collect/retention'
import { getRun, startRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { systemClock } from '@/lib/kernel'
import { addKey } from '@/lib/keys/keys'
import { listEntries } from '@/lib/money/ledger'
import { itemsOf } from '@/tests/factories/items'
import { makeMember, makeTeam } from '@/tests/factories/team'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnEachEngine } from '@/tests/support/databases'

describeOnEachEngine('items of runs, deleted by people', async (open) => {
  const opened = await open()
  const upstream = await startTestUpstream(systemClock)
  const team = await makeTeam(opened.db, systemClock)
  const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
  const keyId = (await addKey(team.admin, upstream, { key: upstream.issueKey().key, name: '', ...where })).id
  afterAll(() => upstream.close())
  const makeSearch = async (
    subject: string,
    reuseSeconds = 0,
    operation: 'timeline' | 'followers' = 'timeline',
  ) => {
    const fields = { name: subject, operation, subject, shared: true, reuseSeconds } as const
    return (await createSearch(team.admin, fields)).id
  }
  const start = async (searchId: string, ctx = team.admin) => {
    const { runId, page } = await startRun(ctx, upstream, { runId: randomUUID(), searchId, keyId })
    expect(page).not.toBeNull()
    return runId
  }

  test('a run’s member deletes its items: counts and ledger stay, and items that return are not new', async () => {
    const searchId = await makeSearch('ada')
    const member = await makeMember(team, 'member', 'Max Owner')
    const runId = await start(searchId, member)
    const before = await getRun(team.admin, runId)
    const ledger = await listEntries(team.admin, { runId })
    const gone = await deleteRunItems(member, runId)
    expect(gone).toMatchObject({ pages: 1, items: before.items })
    expect(await itemsOf(team.admin, runId)).toEqual([])
    expect(await getRun(team.admin, runId)).toEqual(before)
    expect(await listEntries(team.admin, { runId })).toEqual(ledger)
    expect(await findDeletedItems(team.admin, runId)).toMatchObject({ isAll: true, byName: 'Max Owner' })

    const again = await getRun(team.admin, await start(searchId))
    expect(again).toMatchObject({ isBaseline: false, newItems: 0 })
    expect(again.items).toBeGreaterThan(0)
  })

  test('deleting items that another run reuses deletes them there; deleting the reuse leaves them elsewhere', async () => {
    const searchId = await makeSearch('zadie_walsh', 300)
    const bought = await start(searchId)
    const [one, two] = [await start(searchId), await start(searchId)]
    const items = await itemsOf(team.admin, bought)
    expect(await getRun(team.admin, one)).toMatchObject({ items: 0, reusedItems: items.length })

    await deleteRunItems(team.admin, one)
    expect(await itemsOf(team.admin, one)).toEqual([])
    expect(await findDeletedItems(team.admin, one)).toMatchObject({ isAll: true, byName: 'Ada Admin' })
    expect(await itemsOf(team.admin, two)).toHaveLength(items.length)
    expect(await findDeletedItems(team.admin, two)).toBeNull()

    await deleteRunItems(team.admin, bought)
    expect(await itemsOf(team.admin, two)).toEqual([])
    expect(await findDeletedItems(team.admin, two)).toMatchObject({ isAll: true, byName: 'Ada Admin' })
    // Deleted items cannot be reused, so they are bought again.
    expect(await getRun(team.admin, await start(searchId))).toMatchObject({ reusedItems: 0, newItems: 0 })
  })

  test('an admin deletes the items of all runs of a search, and of no other search', async () => {
    const [searchId, otherSearch] = [await makeSearch('ada', 0, 'followers'), await makeSearch('ada')]
    const runs = [await start(searchId), await start(searchId)]
    const untouched = await start(otherSearch)
    const member = await makeMember(team, 'member')
    await expect(deleteSearchItems(member, searchId)).rejects.toMatchObject({ code: 'forbidden' })
    expect((await deleteSearchItems(team.admin, searchId)).pages).toBe(2)
    for (const runId of runs) {
      expect(await itemsOf(team.admin, runId)).toEqual([])
      expect(await findDeletedItems(team.admin, runId)).toMatchObject({ isAll: true, byName: 'Ada Admin' })
    }
    expect((await itemsOf(team.admin, untouched)).length).toBeGreaterThan(0)
  })
})
