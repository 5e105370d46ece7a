import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import {
  createRunServices,
  getRawItem,
  getRawPage,
  getRun,
  listRuns,
  startRun,
  testProvider,
} from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { newId } from '@/lib/kernel'
import { addKey, listKeys } from '@/lib/keys/keys'
import { listEntries } from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'
import { createVault } from '@/lib/platform/vault'
import { readProvider } from '@/lib/upstream/client'
import { createPacers } from '@/lib/upstream/pacing'
import { changeProvider, createUpstreams } from '@/lib/upstream/providers'
import { itemsOf } from '@/tests/factories/items'
import { startNestedUpstream } from '@/tests/factories/nested-upstream'
import { makeMember, makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'

describeOnDatabase('a provider test', async (open) => {
  const clock = makeTestClock()
  const opened = await open()
  const nested = await startNestedUpstream()
  const provider = readProvider({ price: { timeline: '0.15', search: '0.2' } })
  const upstreams = createUpstreams({ baseUrl: nested.baseUrl, clock, provider })
  const access = { upstreams, pacers: createPacers(clock), vault: createVault(randomBytes(32)) }
  const services = createRunServices(access, newId(), clock)
  const team = await makeTeam(opened.db, clock)
  const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
  const keyId = (await addKey(team.admin, services, { key: nested.key, name: '', ...where })).id
  afterAll(async () => {
    services.pacers.closeAll()
    await services.upstreams.close()
    await nested.close()
  })

  const input = (fields: Partial<Parameters<typeof testProvider>[2]> = {}) => ({
    keyId,
    operations: [],
    user: 'ada',
    query: 'coffee',
    provokes: false,
    overrides: {},
    ...fields,
  })
  const entriesOf = async (runId: string) => (await listEntries(team.admin, { runId })).entries

  test('finds the search by trying; purchases are on the ledger once, refusals are free', async () => {
    const before = nested.asked.length
    const found = await testProvider(team.admin, services, input({ operations: ['search'] }))
    expect(nested.asked.slice(before)).toEqual([
      '/v1/me',
      '/v1/search?q=coffee&product=Latest&count=20',
      '/v1/tweets/search?q=coffee&product=Latest&count=20',
      '/v1/tweets/search?query=coffee&product=Latest&count=20',
      '/v1/me',
    ])
    expect(
      found.steps.map(({ asked, httpStatus, problem }) => [asked, httpStatus, problem?.kind ?? null]),
    ).toEqual([
      ['/v1/search?q=', 404, 'not_found'],
      ['/v1/tweets/search?q=', 400, 'bad_request'],
      ['/v1/tweets/search?query=', 200, null],
    ])
    expect(found.suggestion).toMatchObject({
      'search.path': '/v1/tweets/search',
      'search.subject.name': 'query',
      chargeHeader: 'x-credits-charged',
    })
    expect(found.errors).toEqual([
      { httpStatus: 404, shape: 'json', words: 'No such thing', field: null },
      { httpStatus: 400, shape: 'json', words: 'A query is missing', field: null },
    ])
    const [page] = found.pages
    expect(page).toMatchObject({
      items: 20,
      chargeNano: 4_000_000_000n,
      findings: { arrayPath: 'data.posts' },
    })
    const entries = await entriesOf(page?.runId ?? '')
    expect(entries.map(({ outcome, items }) => [outcome, items])).toEqual([
      ['SETTLED', 20],
      ['FREE', 0],
      ['FREE', 0],
    ])
    expect(entries[0]).toMatchObject({ chargeNano: 4_000_000_000n, searchName: 'Test of the provider' })
    const run = await getRun(team.admin, page?.runId ?? '')
    const items = await itemsOf(team.admin, run.id)
    expect(run).toMatchObject({ state: 'ENDED', endReason: 'provider_test', items: 20, pages: 1 })
    expect(items[0]).toMatchObject({ id: '3032324493313835010', text: 'Post 0', author: { handle: 'ada_0' } })
  })

  test('learns a price from one more free reading of the balance, and suggests it if none is known', async () => {
    const found = await testProvider(
      team.admin,
      services,
      input({
        operations: ['timeline', 'followers'],
        overrides: { followers: { path: '/v1/followers/{user}' } },
      }),
    )
    expect(found.pages).toMatchObject([{ fellNano: 3_500_000_000n }, { fellNano: 3_500_000_000n }])
    expect(found.suggestion).toMatchObject({
      'price.timeline': { perItem: '0.15' },
      'price.followers': { perItem: '0.175' },
    })
  })

  test('keeps refusals with the same status but different words apart', async () => {
    const found = await testProvider(
      team.admin,
      services,
      input({
        operations: ['search'],
        query: 'nothing',
        overrides: { search: { path: '/v1/tweets/search' } },
      }),
    )
    expect(found.errors.filter(({ httpStatus }) => httpStatus === 400).map(({ words }) => words)).toEqual([
      'A query is missing',
      'Other words, please',
    ])
  })

  test('reads, settles and suggests items under names that the provider does not know', async () => {
    const overrides = { timeline: { items: 'nowhere' }, fields: { text: ['none'] } }
    const found = await testProvider(
      team.admin,
      services,
      input({ operations: ['timeline', 'search'], overrides }),
    )
    expect(found.suggestion).toMatchObject({
      'timeline.items': 'data.posts',
      'fields.text': ['full_text', 'none'],
    })
    const [entry, ...others] = await entriesOf(found.pages[0]?.runId ?? '')
    expect(entry).toMatchObject({ outcome: 'SETTLED', items: 20, chargeNano: 3_000_000_000n })
    expect(others).toEqual([])
    // A charge that the test discovers counts only after an admin has saved it.
    const [search] = await entriesOf(found.pages[1]?.runId ?? '')
    expect(search).toMatchObject({ outcome: 'SETTLED', chargeNano: 4_000_000_000n })
  })

  test('charges nothing for an unknown user, and lists every path that was tried', async () => {
    const found = await testProvider(
      team.admin,
      services,
      input({ operations: ['followers'], user: 'nobody' }),
    )
    expect(found.pages).toMatchObject([{ items: 0, findings: null, chargeNano: 0n }])
    expect(found.steps.length).toBeGreaterThan(3)
    const entries = await entriesOf(found.pages[0]?.runId ?? '')
    expect(entries).toHaveLength(found.steps.length)
    expect(new Set(entries.map(({ outcome }) => outcome))).toEqual(new Set(['FREE']))
    // A path that refuses a key accepted by /v1/me does not disable the key.
    expect(found.steps.map(({ httpStatus }) => httpStatus)).toContain(403)
    expect((await listKeys(team.admin))[0]?.status).toBe('active')
    const [run] = await listRuns(team.admin, { limit: 1 })
    expect(run).toMatchObject({ state: 'ENDED', endReason: 'provider_test', items: 0 })
  })

  test('makes a search run once its suggestion is saved', async () => {
    const found = await testProvider(team.admin, services, input({ operations: ['search'] }))
    const { 'search.path': path, 'search.subject.name': name } = found.suggestion
    const { id: searchId } = await createSearch(team.admin, {
      name: 'Coffee',
      operation: 'search',
      subject: 'coffee',
      product: 'Latest',
      shared: true,
      environmentId: '',
    })
    const run = () => startRun(team.admin, services, { runId: crypto.randomUUID(), searchId, keyId })
    expect((await run()).problem).toMatchObject({ kind: 'not_found', charged: 'no' })
    await changeProvider(team.admin, services.upstreams, {
      overrides: { search: { path, subject: { name } } },
      changedAt: null,
    })
    expect((await run()).page?.items).toHaveLength(20)
  })

  test('lets everyone who may see the run read an item’s raw JSON to the last digit', async () => {
    const found = await testProvider(team.admin, services, input({ operations: ['timeline'] }))
    const runId = found.pages[0]?.runId ?? ''
    const viewer = await makeMember(team, 'viewer')
    const { json } = await getRawItem(viewer, { runId, place: 3 })
    expect(JSON.parse(json)).toMatchObject({
      id: '3032324493313835013',
      full_text: 'Post 3',
      reply_count: 3,
      user: { id: '2510624245344632813' },
    })
    const page: unknown = JSON.parse((await getRawPage(viewer, { runId, pageNumber: 1 })).json)
    expect(page).toHaveLength(20)
    expect(page).toMatchObject({ 3: JSON.parse(json) })
    await expect(getRawItem(viewer, { runId, place: 20 })).rejects.toMatchObject({ code: 'not_found' })
    await expect(getRawPage(viewer, { runId, pageNumber: 2 })).rejects.toMatchObject({ code: 'not_found' })
    const stranger = (await makeOtherTeam(team)).admin
    await expect(getRawItem(stranger, { runId, place: 0 })).rejects.toMatchObject({ code: 'not_found' })
    await expect(getRawPage(stranger, { runId, pageNumber: 1 })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is only for admins, with their own team’s key and a valid request', async () => {
    const test = (ctx: TeamCtx, fields = {}) =>
      testProvider(ctx, services, input({ operations: ['timeline'], ...fields }))
    const before = nested.asked.length
    await expect(test(await makeMember(team, 'member'))).rejects.toMatchObject({ code: 'forbidden' })
    await expect(test((await makeOtherTeam(team)).admin)).rejects.toMatchObject({ code: 'not_found' })
    await expect(test(team.admin, { user: '' })).rejects.toMatchObject({
      fields: { user: expect.any(String) },
    })
    await expect(test(team.admin, { operations: [] })).rejects.toMatchObject({ code: 'invalid' })
    await expect(test(team.admin, { overrides: { search: { path: 'x' } } })).rejects.toMatchObject({
      code: 'invalid',
    })
    expect(nested.asked).toHaveLength(before)
  })

  test('provokes a 429 only if that was chosen: it learns the unit and buys nothing', async () => {
    const rows = () => opened.db.attempt.count()
    const before = await rows()
    const found = await testProvider(team.admin, services, input({ provokes: true }))
    expect(found.provoked?.calls).toBe(20)
    expect(found.provoked?.refused).toBeGreaterThanOrEqual(10)
    expect(found.retryAfter).toEqual({ unit: 'milliseconds', example: '870' })
    expect(found.suggestion.retryAfterUnit).toBe('milliseconds')
    expect(await rows()).toBe(before)
    expect(services.pacers.find(keyId)?.figures().pausedForMs).toBeLessThanOrEqual(870)
  })
})
