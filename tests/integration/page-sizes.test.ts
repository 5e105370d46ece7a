import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { fetchNextPage, startRun } from '@/lib/collect/runs'
import { systemClock } from '@/lib/kernel'
import { type TeamUpstream, withOverrides } from '@/lib/upstream/providers'
import { type ScriptedTeam, startScriptedTeam } from '@/tests/factories/scripted-team'
import { makeTeam } from '@/tests/factories/team'
import { describeOnDatabase } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'

const PRICE = { timeline: '0.001', search: '0.001', followers: '0.001' }

describeOnDatabase('page sizes by the provider', async (open) => {
  let world: ScriptedTeam
  const opened = await open()
  const beside = await makeTeam(opened.db, systemClock)
  afterEach(async () => {
    await world.close()
    expect(await brokenInvariants(opened.db)).toEqual([])
  })

  /** Starts a team whose upstream sends as many items as requested, or `size`. */
  const begin = async (provider: object, size?: number) => {
    world = await startScriptedTeam(opened.db, { beside, provider: { price: PRICE, ...provider } })
    world.upstream.answer = (url) => {
      const at = Number(url.searchParams.get('cursor') ?? 0)
      const asked = url.searchParams.get('count') ?? url.searchParams.get('max_results')
      const tweets = Array.from({ length: size ?? Number(asked) }, (_, item) => ({
        ...{ id: `${url.pathname} ${at} ${item}`, text: 'a', created_at: '2026-11-20T12:00:00Z' },
      }))
      return { status: 200, body: JSON.stringify({ tweets, next_cursor: String(at + 1) }) }
    }
  }
  const reserved = async (runId: string) =>
    (await opened.db.attempt.findMany({ where: { runId }, orderBy: { openedAt: 'asc' } })).map(
      ({ reservedItems }) => reservedItems,
    )

  test('a list without a count parameter sends whole pages, so its maximum decides caps and holds', async () => {
    await begin({ timeline: { count: { name: null, floor: 20, maximum: 20 } } }, 20)
    const run = await world.run({}, { capItems: 50 })
    expect(run).toMatchObject({ endReason: 'cap_reached', items: 40 })
    expect(await reserved(run.id)).toEqual([20, 20])
    expect(world.upstream.asked.every((path) => !path.includes('count'))).toBe(true)
    // Known items do not make its pages smaller.
    const searchId = await world.search()
    await world.run({}, { searchId, capItems: 40 })
    expect(await world.run({}, { searchId, untilKnown: true })).toMatchObject({
      endReason: 'nothing_new',
      items: 20,
    })
    expect(await opened.db.countHabit.count({ where: { teamId: world.team.admin.team.id } })).toBe(0)
  })

  test('a list with larger pages than the interface’s is asked for those, and holds them', async () => {
    await begin({ followers: { count: { name: 'max_results', floor: 1, maximum: 1000 } } })
    const run = await world.run({ operation: 'followers' }, { capItems: 2500 })
    expect(run).toMatchObject({ endReason: 'cap_reached', items: 2000 })
    expect(await reserved(run.id)).toEqual([1000, 1000])
    expect(world.upstream.asked[0]).toContain('max_results=1000')
  })

  test('a run that stops at known items begins with the smallest page; a cap below it is refused', async () => {
    await begin({ timeline: { count: { floor: 5, maximum: 50 } } })
    const searchId = await world.search()
    await world.run({}, { searchId, capItems: 50 })
    expect(await world.run({}, { searchId, untilKnown: true })).toMatchObject({ items: 5 })
    await expect(world.run({}, { searchId, capItems: 4 })).rejects.toMatchObject({
      fields: { capItems: 'A page has about 5 items at least.' },
    })
    expect(await world.run({}, { searchId, capItems: 5 })).toMatchObject({ items: 5 })
  })

  test('a search for the top is never run as one for the latest', async () => {
    await begin({ name: 'Plain Service' }, 20)
    const searchId = await world.search({ operation: 'search', product: 'Top' })
    const { admin } = world.team
    const ids = { runId: randomUUID(), searchId, keyId: world.keyId }
    const first = await startRun(admin, world.services, ids)
    expect(world.upstream.asked[0]).toContain('product=Top')

    const of = (upstream: TeamUpstream) => ({
      ...upstream,
      provider: withOverrides(upstream.provider, { search: { product: null } }),
    })
    const upstreams = {
      ...world.services.upstreams,
      for: async (ctx: Parameters<typeof world.services.upstreams.for>[0]) =>
        of(await world.services.upstreams.for(ctx)),
    }
    const withoutOrder = { ...world.services, upstreams }
    const says =
      'This search is ordered by Top, which Plain Service does not offer. Save it with Latest instead.'
    await expect(startRun(admin, withoutOrder, { ...ids, runId: randomUUID() })).rejects.toThrow(says)
    const next = await fetchNextPage(admin, withoutOrder, { continuation: first.continuation ?? '' })
    expect(next.problem?.message).toContain(says)
    expect(world.upstream.asked).toHaveLength(1)
  })
})
