import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { listNewestRuns, newestRunsInput, startRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { addKey } from '@/lib/keys/keys'
import { makeMember, makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase } from '@/tests/support/databases'

describeOnDatabase('the newest runs of searches', async (open) => {
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

  test('one of each, as JSON; none of what the member may not see', async () => {
    const [shared, own, unused] = [await makeSearch(true), await makeSearch(false), await makeSearch(true)]
    await run(shared)
    const [newest, private_] = [await run(shared), await run(own)]
    const ids = [shared, own, unused]
    const found = await listNewestRuns(team.admin, ids)
    expect(found).toMatchObject({
      [shared]: { id: newest, isInBackground: false, endReason: null, items: 100, newItems: 0 },
      [own]: { id: private_, isBaseline: true },
      [unused]: null,
    })
    expect(JSON.parse(JSON.stringify(found))).toEqual(found)
    const viewer = await makeMember(team, 'viewer')
    const seen = await listNewestRuns(viewer, ids)
    expect(seen).toMatchObject({ [shared]: { id: newest }, [unused]: null })
    expect(Object.keys(seen)).not.toContain(own)
    await expect(listNewestRuns(viewer, [own])).rejects.toMatchObject({ code: 'not_found' })
    expect(await listNewestRuns(viewer, [])).toEqual({})
    const other = await makeOtherTeam(team)
    await expect(listNewestRuns(other.admin, ids)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('they are named by ids with commas between them', () => {
    const id = randomUUID()
    expect(newestRunsInput.parse({ searches: `${id},` })).toEqual({ searches: [id] })
    expect(newestRunsInput.safeParse({ searches: 'x' }).success).toBe(false)
    expect(newestRunsInput.safeParse({ searches: Array(21).fill(id).join(',') }).success).toBe(false)
  })
})
