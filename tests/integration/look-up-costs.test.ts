import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { systemClock } from '@/lib/kernel'
import { listEntries } from '@/lib/money/ledger'
import { type ScriptedTeam, startScriptedTeam } from '@/tests/factories/scripted-team'
import { makeTeam, type TestTeam } from '@/tests/factories/team'
import { describeOnEachEngine, type TestDb } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'

const PROVIDER = {
  price: { timeline: '0.001', followers: '0.001' },
  lookup: { path: '/users/by/{user}', id: ['data.id'], price: '0.5' },
  timeline: { path: '/users/{user}/tweets', subject: { is: 'id' } },
  followers: { path: '/followers', subject: { in: 'query', name: 'user_id', is: 'id' } },
}

describeOnEachEngine('what look-ups cost', (open) => {
  let opened: TestDb
  let beside: TestTeam
  let world: ScriptedTeam
  beforeAll(async () => {
    opened = await open()
    beside = await makeTeam(opened.db, systemClock)
  })
  afterEach(async () => {
    await world.close()
    expect(await brokenInvariants(opened.db)).toEqual([])
  })
  afterAll(() => opened.close())
  let lookUpAnswer: { status: number; body: string; headers?: Record<string, string> }
  const begin = async (provider: object = PROVIDER) => {
    lookUpAnswer = { status: 200, body: '{"data":{"id":"4242424242424242424"}}' }
    world = await startScriptedTeam(opened.db, { beside, provider })
    world.upstream.answer = (url) => {
      if (url.pathname.startsWith('/users/by/')) return lookUpAnswer
      const tweets = [{ id: `${url.pathname}`, text: 'a', created_at: '2026-11-20T12:00:00Z' }]
      return { status: 200, body: JSON.stringify({ tweets }) }
    }
  }

  test('a charge that the look-up tells is on the ledger', async () => {
    await begin({ ...PROVIDER, chargeHeader: 'x-credits', lookup: { ...PROVIDER.lookup, price: null } })
    lookUpAnswer = { ...lookUpAnswer, headers: { 'x-credits': '0.25' } }
    const run = await world.run({ subject: 'ada' })
    const { entries } = await listEntries(world.team.admin, { runId: run.id })
    expect(entries.at(-1)).toMatchObject({ pageNumber: 0, chargeNano: 250_000_000n })
  })
  test('a charge that the look-up tells is more than its price', async () => {
    await begin({ ...PROVIDER, chargeHeader: 'x-credits' })
    lookUpAnswer = { ...lookUpAnswer, headers: { 'x-credits': '0.75' } }
    const run = await world.run({ subject: 'ada' })
    const { entries } = await listEntries(world.team.admin, { runId: run.id })
    expect(entries.at(-1)).toMatchObject({ pageNumber: 0, chargeNano: 750_000_000n })
  })

  test('a look-up passes no cap of its run', async () => {
    await begin()
    const run = await world.run({ subject: 'ada' }, { capCredits: '0.2' })
    expect(run.chargeNano).toBeLessThanOrEqual(200_000_000n)
  })
})
