import { afterAll, expect, test } from 'vitest'
import { toOverrides, toProviderTexts } from '@/components/provider/typed-values'
import { listAuditEntries } from '@/lib/platform/audit'
import { openDb, type TeamCtx } from '@/lib/platform/db'
import { readProvider } from '@/lib/upstream/client'
import {
  changeProvider,
  createUpstreams,
  flattenProvider,
  getProvider,
  resetProvider,
} from '@/lib/upstream/providers'
import { makeMember, makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'

const deployment = readProvider({ balanceUnit: 'coins' })

describeOnDatabase('providers', async (open) => {
  const make = () => createUpstreams({ baseUrl: 'http://127.0.0.1:9', clock, provider: deployment })
  const opened = await open()
  const clock = makeTestClock()
  const team = await makeTeam(opened.db, clock)
  const other = await makeOtherTeam(team)
  const upstreams = make()
  afterAll(() => upstreams.close())

  const change = async (overrides: Record<string, unknown>, ctx: TeamCtx = team.admin) => {
    const { changedAt } = await getProvider(ctx, upstreams)
    return changeProvider(ctx, upstreams, { overrides, changedAt })
  }

  test('a team without changes uses the deployment’s provider', async () => {
    const view = await getProvider(other.admin, upstreams)
    expect(view).toMatchObject({ provider: deployment, overrides: {}, changedAt: null, problem: null })
    expect((await upstreams.for(other.admin)).provider).toEqual(deployment)
  })

  test('a change applies at once to the team only, and is logged', async () => {
    await change({ search: { path: '/v1/tweets/search' }, balanceUnit: 'coins' })
    expect((await upstreams.for(team.admin)).provider).toMatchObject({
      search: { path: '/v1/tweets/search' },
      balanceUnit: 'coins',
    })
    expect((await upstreams.for(other.admin)).provider.search.path).toBe('/v1/search')
    expect(await getProvider(team.admin, upstreams)).toMatchObject({
      overrides: { search: { path: '/v1/tweets/search' } },
      sources: { 'search.path': 'team', balanceUnit: 'deployment', 'followers.path': 'default' },
      changedBy: 'Ada Admin',
      changedAt: clock.now(),
    })
    const [entry] = await listAuditEntries(team.admin)
    expect(entry).toMatchObject({ action: 'provider.change', actorName: 'Ada Admin' })
    expect(JSON.parse(entry?.detail ?? '')).toEqual({
      'search.path': { from: '/v1/search', to: '/v1/tweets/search' },
    })
  })

  const entriesOf = async () => (await listAuditEntries(team.admin)).map(({ detail }) => JSON.parse(detail))

  test('the audit log names only the fields that changed, and nothing if none did', async () => {
    const formOf = async () => {
      const { provider } = await getProvider(team.admin, upstreams)
      return toOverrides(toProviderTexts(Object.fromEntries(flattenProvider(provider))))
    }
    const before = await entriesOf()
    const { changedAt } = await getProvider(team.admin, upstreams)
    await expect(change(await formOf())).resolves.toEqual({ isChanged: false })
    expect(await entriesOf()).toEqual(before)
    expect((await getProvider(team.admin, upstreams)).changedAt).toEqual(changedAt)
    await expect(change({ ...(await formOf()), balanceUnit: 'points' })).resolves.toEqual({ isChanged: true })
    expect(await entriesOf()).toEqual([{ balanceUnit: { from: 'coins', to: 'points' } }, ...before])
    await resetProvider(team.admin, upstreams)
    const after = await entriesOf()
    expect(after[0]).toEqual({
      'search.path': { from: '/v1/tweets/search', to: '/v1/search' },
      balanceUnit: { from: 'points', to: 'coins' },
    })
    await resetProvider(team.admin, upstreams)
    expect(await entriesOf()).toEqual(after)
  })

  test('a field that is no longer overridden returns to the deployment’s value', async () => {
    await change({ followers: { path: '/v1/followers/{user}' } })
    const { provider } = await upstreams.for(team.admin)
    expect(provider).toMatchObject({
      followers: { path: '/v1/followers/{user}' },
      search: { path: '/v1/search' },
    })
  })

  test('of two admins who change the same provider, the second is told', async () => {
    const { changedAt } = await getProvider(team.admin, upstreams)
    clock.advance(1)
    await changeProvider(team.admin, upstreams, { overrides: { balanceUnit: 'tokens' }, changedAt })
    const late = changeProvider(team.admin, upstreams, { overrides: {}, changedAt })
    await expect(late).rejects.toMatchObject({ code: 'conflict' })
    expect((await upstreams.for(team.admin)).provider.balanceUnit).toBe('tokens')
  })

  test('also if both save at the same moment', async () => {
    const { changedAt } = await getProvider(team.admin, upstreams)
    clock.advance(1)
    const units = ['points', 'marks', 'stars', 'grains']
    const saved = await Promise.allSettled(
      units.map((balanceUnit) =>
        changeProvider(team.admin, upstreams, { overrides: { balanceUnit }, changedAt }),
      ),
    )
    const kept = units.filter((_, at) => saved[at]?.status === 'fulfilled')
    expect(kept).toEqual([(await getProvider(team.admin, upstreams)).provider.balanceUnit])
    for (const one of saved)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'conflict' })
    await change({ balanceUnit: 'tokens' })
  })

  test('a mistake changes nothing and names its field', async () => {
    const before = await getProvider(team.admin, upstreams)
    await expect(change({ followers: { path: '/v1/followers' } })).rejects.toMatchObject({
      code: 'invalid',
      fields: { 'followers.path': 'must hold {user} once' },
    })
    expect(await getProvider(team.admin, upstreams)).toEqual(before)
  })

  test('a change by another process is noticed', async () => {
    const db = openDb(opened.location)
    const elsewhere = make()
    const { changedAt } = await getProvider(team.admin, upstreams)
    const overrides = { search: { subject: { name: 'words' } } }
    await changeProvider({ ...team.admin, db }, elsewhere, { overrides, changedAt })
    expect((await upstreams.for(team.admin)).provider.search.subject.name).toBe('words')
    await resetProvider({ ...team.admin, db }, elsewhere)
    expect((await upstreams.for(team.admin)).provider).toEqual(deployment)
    await Promise.all([elsewhere.close(), db.$disconnect()])
  })

  test('only admins change and reset; everyone in the team can read', async () => {
    const [member, viewer] = [await makeMember(team, 'member'), await makeMember(team, 'viewer')]
    for (const ctx of [member, viewer]) {
      await expect(change({}, ctx)).rejects.toMatchObject({ code: 'forbidden' })
      await expect(resetProvider(ctx, upstreams)).rejects.toMatchObject({ code: 'forbidden' })
      expect((await getProvider(ctx, upstreams)).provider).toEqual(deployment)
    }
  })

  test('saved fields that are no longer valid stop calls with a sentence, and can be reset', async () => {
    await opened.db.teamProvider.create({
      data: { teamId: team.admin.team.id, overrides: '{"gone":1}', changedBy: 'x', changedAt: clock.now() },
    })
    await expect(upstreams.for(team.admin)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('gone'),
    })
    expect(await getProvider(team.admin, upstreams)).toMatchObject({
      provider: deployment,
      problem: expect.stringContaining('reset it'),
    })
    await resetProvider(team.admin, upstreams)
    expect((await upstreams.for(team.admin)).provider).toEqual(deployment)
  })
})
