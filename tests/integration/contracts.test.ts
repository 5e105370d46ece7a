import { afterAll, beforeAll, expect, test } from 'vitest'
import { toOverrides, toTexts } from '@/components/contract/typed-values'
import { listAuditEntries } from '@/lib/platform/audit'
import { openDb, type TeamCtx } from '@/lib/platform/db'
import { readContract } from '@/lib/upstream/client'
import {
  changeContract,
  createUpstreams,
  fieldsOf,
  getContract,
  resetContract,
} from '@/lib/upstream/contract'
import { makeMember, makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock, type TestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine, type TestDb } from '@/tests/support/databases'

const deployment = readContract({ balanceUnit: 'coins' })

describeOnEachEngine('contracts', (open) => {
  let opened: TestDb
  let clock: TestClock
  let team: TestTeam
  let other: TestTeam
  const make = () => createUpstreams({ baseUrl: 'http://127.0.0.1:9', clock, contract: deployment })
  let upstreams: ReturnType<typeof make>
  beforeAll(async () => {
    opened = await open()
    clock = makeTestClock()
    team = await makeTeam(opened.db, clock)
    other = await makeOtherTeam(team)
    upstreams = make()
  })
  afterAll(async () => {
    await upstreams.close()
    await opened.close()
  })

  const change = async (overrides: Record<string, unknown>, ctx: TeamCtx = team.admin) => {
    const { changedAt } = await getContract(ctx, upstreams)
    return changeContract(ctx, upstreams, { overrides, changedAt })
  }

  test('a team that changed nothing uses the deployment’s contract', async () => {
    const view = await getContract(other.admin, upstreams)
    expect(view).toMatchObject({ contract: deployment, overrides: {}, changedAt: null, problem: null })
    expect((await upstreams.for(other.admin)).contract).toEqual(deployment)
  })

  test('a change holds at once for the team, and for nobody else; it is on the audit log', async () => {
    await change({ searchPath: '/v1/tweets/search', balanceUnit: 'coins' })
    expect((await upstreams.for(team.admin)).contract).toMatchObject({
      searchPath: '/v1/tweets/search',
      balanceUnit: 'coins',
    })
    expect((await upstreams.for(other.admin)).contract.searchPath).toBe('/v1/search')
    expect(await getContract(team.admin, upstreams)).toMatchObject({
      overrides: { searchPath: '/v1/tweets/search' },
      sources: { searchPath: 'team', balanceUnit: 'deployment', followersPath: 'default' },
      changedBy: 'Ada Admin',
      changedAt: clock.now(),
    })
    const [entry] = await listAuditEntries(team.admin)
    expect(entry).toMatchObject({ action: 'contract.change', actorName: 'Ada Admin' })
    expect(JSON.parse(entry?.detail ?? '')).toEqual({
      searchPath: { from: '/v1/search', to: '/v1/tweets/search' },
    })
  })

  const entriesOf = async () => (await listAuditEntries(team.admin)).map(({ detail }) => JSON.parse(detail))

  test('the audit log names only the fields that changed, and nothing where none did', async () => {
    const formOf = async () => {
      const { contract } = await getContract(team.admin, upstreams)
      return toOverrides(toTexts(Object.fromEntries(fieldsOf(contract))))
    }
    const before = await entriesOf()
    const { changedAt } = await getContract(team.admin, upstreams)
    await expect(change(await formOf())).resolves.toEqual({ isChanged: false })
    expect(await entriesOf()).toEqual(before)
    expect((await getContract(team.admin, upstreams)).changedAt).toEqual(changedAt)
    await expect(change({ ...(await formOf()), balanceUnit: 'points' })).resolves.toEqual({ isChanged: true })
    expect(await entriesOf()).toEqual([{ balanceUnit: { from: 'coins', to: 'points' } }, ...before])
    await resetContract(team.admin, upstreams)
    const after = await entriesOf()
    expect(after[0]).toEqual({
      searchPath: { from: '/v1/tweets/search', to: '/v1/search' },
      balanceUnit: { from: 'points', to: 'coins' },
    })
    await resetContract(team.admin, upstreams)
    expect(await entriesOf()).toEqual(after)
  })

  test('what is not named any more goes back to the deployment’s value', async () => {
    await change({ followersPath: '/v1/followers/{user}' })
    const { contract } = await upstreams.for(team.admin)
    expect(contract).toMatchObject({ followersPath: '/v1/followers/{user}', searchPath: '/v1/search' })
  })

  test('of two admins who began with the same contract the second is told', async () => {
    const { changedAt } = await getContract(team.admin, upstreams)
    clock.advance(1)
    await changeContract(team.admin, upstreams, { overrides: { balanceUnit: 'tokens' }, changedAt })
    const late = changeContract(team.admin, upstreams, { overrides: {}, changedAt })
    await expect(late).rejects.toMatchObject({ code: 'conflict' })
    expect((await upstreams.for(team.admin)).contract.balanceUnit).toBe('tokens')
  })

  test('also where both save at the same moment', async () => {
    const { changedAt } = await getContract(team.admin, upstreams)
    clock.advance(1)
    const units = ['points', 'marks', 'stars', 'grains']
    const saved = await Promise.allSettled(
      units.map((balanceUnit) =>
        changeContract(team.admin, upstreams, { overrides: { balanceUnit }, changedAt }),
      ),
    )
    const kept = units.filter((_, at) => saved[at]?.status === 'fulfilled')
    expect(kept).toEqual([(await getContract(team.admin, upstreams)).contract.balanceUnit])
    for (const one of saved)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'conflict' })
    await change({ balanceUnit: 'tokens' })
  })

  test('a mistake changes nothing and names its field', async () => {
    const before = await getContract(team.admin, upstreams)
    await expect(change({ followersPath: '/v1/followers' })).rejects.toMatchObject({
      code: 'invalid',
      fields: { followersPath: 'must hold {user} once' },
    })
    expect(await getContract(team.admin, upstreams)).toEqual(before)
  })

  test('a change by another process is noticed', async () => {
    const db = openDb(opened.location)
    const elsewhere = make()
    const { changedAt } = await getContract(team.admin, upstreams)
    const overrides = { searchQueryParameter: 'words' }
    await changeContract({ ...team.admin, db }, elsewhere, { overrides, changedAt })
    expect((await upstreams.for(team.admin)).contract.searchQueryParameter).toBe('words')
    await resetContract({ ...team.admin, db }, elsewhere)
    expect((await upstreams.for(team.admin)).contract).toEqual(deployment)
    await Promise.all([elsewhere.close(), db.$disconnect()])
  })

  test('only admins change and reset; everyone of the team reads', async () => {
    const [member, viewer] = [await makeMember(team, 'member'), await makeMember(team, 'viewer')]
    for (const ctx of [member, viewer]) {
      await expect(change({}, ctx)).rejects.toMatchObject({ code: 'forbidden' })
      await expect(resetContract(ctx, upstreams)).rejects.toMatchObject({ code: 'forbidden' })
      expect((await getContract(ctx, upstreams)).contract).toEqual(deployment)
    }
  })

  test('what was saved and no longer fits stops calls with a sentence, and can be reset', async () => {
    await opened.db.teamContract.create({
      data: { teamId: team.admin.team.id, overrides: '{"gone":1}', changedBy: 'x', changedAt: clock.now() },
    })
    await expect(upstreams.for(team.admin)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('gone'),
    })
    expect(await getContract(team.admin, upstreams)).toMatchObject({
      contract: deployment,
      problem: expect.stringContaining('reset it'),
    })
    await resetContract(team.admin, upstreams)
    expect((await upstreams.for(team.admin)).contract).toEqual(deployment)
  })
})
