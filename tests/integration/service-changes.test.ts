import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { fetchNextPage, startRun } from '@/lib/collect/runs'
import { createSearch, type SearchFields } from '@/lib/collect/searches'
import { newId, systemClock } from '@/lib/kernel'
import { addKey, checkKey, listKeys, replaceKey, setKeyRate } from '@/lib/keys/keys'
import { changeProvider, chooseService, chooseServiceInput, getProvider } from '@/lib/upstream/providers'
import { keyOf, providerOf, startCompanies } from '@/tests/factories/companies'
import { makeService, openGateway } from '@/tests/factories/gateway'
import { makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { describeOnDatabase } from '@/tests/support/databases'

describeOnDatabase('services that change', async (open) => {
  let team: TestTeam
  const opened = await open()
  const companies = await startCompanies(({ bird }) => ({
    bird: providerOf('Bird', bird, { rate: { requests: 120, perMs: 60_000 } }),
    paths: providerOf('Paths', bird, {
      rate: { requests: 300, perMs: 900_000 },
      timeline: { rate: { requests: 10_000, perMs: 900_000 } },
    }),
    mute: providerOf('Mute', bird, { account: null, rate: { requests: 50, perMs: 1000 } }),
  }))
  const { acme, bird, services, pacers, upstreams } = companies
  afterAll(() => companies.close())

  const choose = (provider: string) =>
    chooseService(team.admin, upstreams, chooseServiceInput.parse({ provider }))
  const add = async (text: string) => {
    const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
    return (await addKey(team.admin, services, { key: text, name: '', ...where })).id
  }
  const find = async (keyId: string) => (await listKeys(team.admin)).find(({ id }) => id === keyId)
  let first: TestTeam | undefined
  beforeEach(async () => {
    team = first ? await makeOtherTeam(first) : await makeTeam(opened.db, systemClock)
    first ??= team
  })
  const search = async (more: Partial<SearchFields> = {}) => {
    const fields = { name: newId(), operation: 'timeline', subject: 'ada', ...more } as const
    return (await createSearch(team.admin, fields)).id
  }

  test('a key from before the update goes to no service that is chosen later', async () => {
    const text = keyOf('ours')
    const keyId = await add(text)
    await opened.db.key.updateMany({ where: { id: keyId }, data: { service: null } })
    await checkKey(team.admin, services, keyId)
    await choose('acme')
    await checkKey(team.admin, services, keyId).catch(() => undefined)
    expect([...acme.keys]).not.toContain(text)
  })

  test('a search uses a key of the team’s service', async () => {
    await choose('acme')
    await add(keyOf('acme'))
    await choose('bird')
    await add(keyOf('bird'))
    const searchId = await search({ keyChoice: 'wallet', walletId: team.walletId })
    const run = await startRun(team.admin, services, { runId: randomUUID(), searchId })
    expect(run.problem).toBeNull()
  })

  test('the rate of another service does not apply to a replaced key', async () => {
    await choose('acme')
    const keyId = await add(keyOf('acme'))
    await setKeyRate(team.admin, services, { keyId, requests: 500, windowSeconds: 1 })
    await choose('bird')
    await replaceKey(team.admin, services, { keyId, key: keyOf('bird') })
    expect(await find(keyId)).toMatchObject({
      rate: { requests: 120, windowMs: 60_000 },
      rateSource: 'provider',
    })
  })

  test('a cursor goes to no other service', async () => {
    await choose('acme')
    const keyId = await add(keyOf('acme'))
    const searchId = await search()
    const begun = await startRun(team.admin, services, { runId: randomUUID(), searchId, keyId })
    expect(begun.continuation).not.toBeNull()
    await choose('bird')
    await replaceKey(team.admin, services, { keyId, key: keyOf('bird') })
    await fetchNextPage(team.admin, services, { continuation: begun.continuation ?? '' })
    expect(bird.urls.filter((url) => url.includes('acme-cursor'))).toEqual([])
  })

  test('a cursor goes to no other service after a try with the key of the first one', async () => {
    await choose('acme')
    const keyId = await add(keyOf('acme'))
    const searchId = await search()
    const begun = await startRun(team.admin, services, { runId: randomUUID(), searchId, keyId })
    await choose('bird')
    const next = (continuation: string | null) =>
      fetchNextPage(team.admin, services, { continuation: continuation ?? '' })
    const refused = await next(begun.continuation)
    expect(refused).toMatchObject({ page: null, problem: { charged: 'no' } })
    await replaceKey(team.admin, services, { keyId, key: keyOf('bird') })
    await next(refused.continuation)
    expect(bird.urls.filter((url) => url.includes('acme-cursor'))).toEqual([])
    // Back at its own service, it continues where it stood.
    await choose('acme')
    await replaceKey(team.admin, services, { keyId, key: keyOf('acme') })
    expect(await next(refused.continuation)).toMatchObject({ problem: null })
  })

  test('a page of another service is not reused', async () => {
    await choose('acme')
    const keyId = await add(keyOf('acme'))
    acme.page = () => ({ tweets: [{ id: '1', text: 'acme' }] })
    const searchId = await search()
    const run = () =>
      startRun(team.admin, services, { runId: randomUUID(), searchId, keyId: usedId, reuseSeconds: 3600 })
    let usedId = keyId
    await run()
    await choose('bird')
    usedId = await add(keyOf('bird'))
    const second = await run()
    expect(second.page?.items[0]?.text).toBe('bird')
  })

  test('a limit that an admin sets during a check of the key is kept', async () => {
    await choose('acme')
    const keyId = await add(keyOf('acme'))
    let go = (): void => undefined
    acme.hold = new Promise((resolve) => (go = resolve))
    const before = acme.urls.length
    const checking = checkKey(team.admin, services, keyId)
    while (acme.urls.length === before) await systemClock.sleep(5)
    await setKeyRate(team.admin, services, { keyId, requests: 7, windowSeconds: 60 })
    go()
    acme.hold = null
    await checking
    expect(await find(keyId)).toMatchObject({ rate: { requests: 7, windowMs: 60_000 }, rateSource: 'admin' })
  })

  test('the gateway lets as many calls wait as the list allows', async () => {
    await choose('paths')
    const keyId = await add(keyOf('paths'))
    const gateway = openGateway(services, team, systemClock)
    const caller = await makeService(gateway, services, team, { keyId })
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => caller.ask(`/v1/users/u${at}/tweets`)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
  })

  test('a changed rate of the provider applies to keys of a service without account', async () => {
    await choose('mute')
    const keyId = await add(keyOf('mute'))
    const { changedAt } = await getProvider(team.admin, upstreams)
    await changeProvider(team.admin, upstreams, {
      overrides: { rate: { requests: 2, perMs: 60_000 } },
      changedAt,
    })
    const searchId = await search()
    await startRun(team.admin, services, { runId: randomUUID(), searchId, keyId })
    expect(pacers.find(keyId)?.figures().allowed).toEqual({ requests: 2, windowMs: 60_000 })
  })

  test('a limit that an admin sets applies to lists of a service that counts by path', async () => {
    await choose('paths')
    const keyId = await add(keyOf('paths'))
    await setKeyRate(team.admin, services, { keyId, requests: 2, windowSeconds: 60 })
    const searchId = await search()
    await startRun(team.admin, services, { runId: randomUUID(), searchId, keyId })
    const paths = services.pacers
      .list()
      .find((each) => each.keyId === keyId)
      ?.pacer.figures()
    expect(paths?.packRate).toBeLessThanOrEqual(0.1)
  })
})
