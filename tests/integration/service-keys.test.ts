import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { fetchNextPage, startRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { newId, systemClock } from '@/lib/kernel'
import { addKey, checkKey, listKeys, readBalance, replaceKey, setKeyRate } from '@/lib/keys/keys'
import { listAuditEntries } from '@/lib/platform/audit'
import type { TeamCtx } from '@/lib/platform/db'
import {
  changeProvider,
  chooseService,
  chooseServiceInput,
  getProvider,
  resetProvider,
} from '@/lib/upstream/providers'
import { ANY_KEY_FORM, COMPANY_ACCOUNT, keyOf, startCompanies } from '@/tests/factories/companies'
import { makeService, openGateway } from '@/tests/factories/gateway'
import { makeMember, makeTeam } from '@/tests/factories/team'
import { describeOnDatabase } from '@/tests/support/databases'

describeOnDatabase('a team’s service and its keys', async (open) => {
  const opened = await open()
  const team = await makeTeam(opened.db, systemClock)
  const companies = await startCompanies()
  const { own, acme, bird, services, upstreams } = companies
  afterAll(() => companies.close())

  const choose = (provider: string | null, ctx: TeamCtx = team.admin, rest: object = {}) =>
    chooseService(ctx, upstreams, chooseServiceInput.parse({ provider, ...rest }))
  const add = async (text: string, service?: string) => {
    const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
    return (await addKey(team.admin, services, { key: text, name: '', service, ...where })).id
  }
  const audit = async () =>
    (await listAuditEntries(team.admin)).filter(({ action }) => action.startsWith('provider.'))
  beforeEach(() => choose(null))

  test('is chosen by an admin; the choice is logged, and the team’s own fields are removed', async () => {
    const before = await getProvider(team.admin, upstreams)
    await changeProvider(team.admin, upstreams, {
      overrides: { timeZone: 'Europe/Rome' },
      changedAt: before.changedAt,
    })
    await choose('acme')
    expect(await getProvider(team.admin, upstreams)).toMatchObject({
      choice: { provider: 'acme', isSandbox: false },
      ...{ name: 'acme', baseUrl: acme.baseUrl, overrides: {}, problem: null, changedBy: 'Ada Admin' },
      provider: { name: 'Acme', timeZone: 'UTC' },
    })
    expect((await upstreams.for(team.admin)).baseUrl).toBe(acme.baseUrl)
    const [entry] = await audit()
    expect(entry).toMatchObject({ action: 'provider.choose', actorName: 'Ada Admin' })
    expect(JSON.parse(entry?.detail ?? '')).toMatchObject({
      service: 'Acme',
      name: { from: 'Ours', to: 'Acme' },
      timeZone: { from: 'Europe/Rome', to: 'UTC' },
    })
  })

  test('choosing the same again writes nothing', async () => {
    await choose('acme')
    const [entries, { changedAt }] = [await audit(), await getProvider(team.admin, upstreams)]
    await choose('acme')
    expect(await audit()).toEqual(entries)
    expect((await getProvider(team.admin, upstreams)).changedAt).toEqual(changedAt)
  })

  test('its fields can be changed and reset, and the choice stays', async () => {
    await choose('acme')
    const { changedAt } = await getProvider(team.admin, upstreams)
    await changeProvider(team.admin, upstreams, { overrides: { balanceUnit: 'coins' }, changedAt })
    expect((await upstreams.for(team.admin)).provider).toMatchObject({ name: 'Acme', balanceUnit: 'coins' })
    await resetProvider(team.admin, upstreams)
    expect(await getProvider(team.admin, upstreams)).toMatchObject({ name: 'acme', overrides: {} })
  })

  test('with another address is another service', async () => {
    await choose('other', team.admin, { baseUrl: `${bird.baseUrl}/api` })
    expect(await getProvider(team.admin, upstreams)).toMatchObject({
      ...{ name: bird.baseUrl, baseUrl: `${bird.baseUrl}/api` },
      provider: { name: new URL(bird.baseUrl).host, key: ANY_KEY_FORM, plans: [] },
    })
  })

  test.each([
    [{ provider: 'gone' }, 'provider'],
    [{ provider: 'constructor' }, 'provider'],
    [{ provider: 'other' }, 'baseUrl'],
    [{ provider: 'other', baseUrl: 'bird.test' }, 'baseUrl'],
    [{ provider: 'other', baseUrl: 'https://u:p@bird.test' }, 'baseUrl'],
  ])('%j is refused at its field', async (input, field) => {
    const before = await getProvider(team.admin, upstreams)
    await expect(chooseService(team.admin, upstreams, chooseServiceInput.parse(input))).rejects.toMatchObject(
      { code: 'invalid', fields: { [field]: expect.any(String) } },
    )
    expect(await getProvider(team.admin, upstreams)).toEqual(before)
  })

  test('a sandbox that is off cannot be chosen', async () => {
    await expect(choose('acme', team.admin, { isSandbox: true })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('The sandbox that this team uses is off'),
    })
  })

  test('only admins choose', async () => {
    for (const role of ['member', 'viewer'] as const)
      await expect(choose('acme', await makeMember(team, role))).rejects.toMatchObject({ code: 'forbidden' })
    expect((await getProvider(team.admin, upstreams)).choice.provider).toBeNull()
  })

  test('two admins may choose at the same moment: one choice holds, and both are logged', async () => {
    const before = (await audit()).length
    await Promise.all(['acme', 'bird'].map((name) => choose(name)))
    const { choice, problem } = await getProvider(team.admin, upstreams)
    expect(['acme', 'bird']).toContain(choice.provider)
    expect(problem).toBeNull()
    expect((await audit()).length).toBe(before + 2)
  })

  test('a change that began before the choice does not undo it', async () => {
    await choose('acme')
    const { changedAt } = await getProvider(team.admin, upstreams)
    await choose('bird')
    await expect(
      changeProvider(team.admin, upstreams, { overrides: { balanceUnit: 'coins' }, changedAt }),
    ).rejects.toMatchObject({ code: 'conflict' })
    expect((await upstreams.for(team.admin)).name).toBe('bird')
  })

  test('a service that this Purser no longer knows stops calls with a sentence', async () => {
    await choose('acme')
    await opened.db.teamProvider.updateMany({ data: { provider: 'gone' } })
    await expect(upstreams.for(team.admin)).rejects.toMatchObject({ code: 'unavailable' })
    expect((await getProvider(team.admin, upstreams)).problem).toContain('The service “gone”')
    await choose('acme')
    expect((await upstreams.for(team.admin)).name).toBe('acme')
  })

  const SENTENCE = /This key was added for another service than \w+, and is sent nowhere else/

  test('a key is sent only to the service that it was added for, whoever asks', async () => {
    await choose('acme')
    const text = keyOf('acme')
    const keyId = await add(text)
    expect((await listKeys(team.admin)).find(({ id }) => id === keyId)).toMatchObject({
      service: 'acme',
      isUnchecked: false,
    })
    const { id: searchId } = await createSearch(team.admin, {
      ...{ name: `Ada ${newId()}`, operation: 'timeline', subject: 'ada' },
    })
    const run = () => startRun(team.admin, services, { runId: randomUUID(), searchId, keyId })
    const begun = await run()
    expect(begun.page?.items).toHaveLength(1)
    const gateway = openGateway(services, team, systemClock)
    const caller = await makeService(gateway, services, team, { keyId })
    const path = '/v1/users/ada/tweets'
    expect((await caller.ask(path)).status).toBe(200)

    for (const [service, company] of [
      ['bird', bird],
      [null, own],
    ] as const) {
      await choose(service)
      await expect(checkKey(team.admin, services, keyId)).rejects.toThrow(SENTENCE)
      await expect(readBalance(team.admin, services, team.walletId, 'check')).rejects.toThrow(SENTENCE)
      expect((await run()).problem?.message).toMatch(SENTENCE)
      // Once the gateway's cached service has expired.
      await expect.poll(async () => (await caller.ask(`${path}?count=${20}`)).text).toMatch(SENTENCE)
      expect([...company.keys]).not.toContain(text)
    }
    // A run from before cannot continue elsewhere either.
    const continued = await fetchNextPage(team.admin, services, { continuation: begun.continuation ?? '' })
    expect(continued.problem?.message).toMatch(SENTENCE)

    await choose('acme')
    await checkKey(team.admin, services, keyId)
    expect((await run()).page?.items).toHaveLength(1)
    expect([...own.keys, ...bird.keys]).not.toContain(text)
  })

  test('a key goes to the service that its form was shown for', async () => {
    await choose('acme')
    const text = keyOf('acme')
    await choose('bird')
    await expect(add(text, 'acme')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('changed to Bird'),
    })
    expect([...bird.keys]).not.toContain(text)
    await choose('acme')
    await add(text, 'acme')
  })

  test('no key goes to a service that the gateway still has in its cache', async () => {
    await choose('acme')
    const text = keyOf('acme')
    // The cache lasts for a second, and this clock stands still.
    const gateway = openGateway(services, team, { ...systemClock, monotonic: () => 0 })
    const ofAcme = await makeService(gateway, services, team, { key: text })
    await choose('bird')
    const ofBird = await makeService(gateway, services, team, { key: keyOf('bird') })
    expect((await ofBird.ask('/v1/users/ada/tweets')).status).toBe(200)
    await choose('acme')
    const answer = await ofAcme.ask('/v1/users/ada/tweets')
    expect([...bird.keys]).not.toContain(text)
    expect(answer.status === 200 || SENTENCE.test(answer.text)).toBe(true)
  })

  test('an address that an admin enters is another service, too', async () => {
    const text = keyOf('ours')
    const keyId = await add(text)
    const { changedAt } = await getProvider(team.admin, upstreams)
    await changeProvider(team.admin, upstreams, { overrides: { baseUrl: bird.baseUrl }, changedAt })
    await expect(checkKey(team.admin, services, keyId)).rejects.toThrow(SENTENCE)
    expect([...bird.keys]).not.toContain(text)
    await resetProvider(team.admin, upstreams)
    await checkKey(team.admin, services, keyId)
  })

  test('a replaced key belongs to the service for which it was entered', async () => {
    await choose('acme')
    const keyId = await add(keyOf('acme'))
    await choose('bird')
    const text = keyOf('bird')
    await replaceKey(team.admin, services, { keyId, key: text })
    expect((await listKeys(team.admin)).find(({ id }) => id === keyId)?.service).toBe('bird')
    await checkKey(team.admin, services, keyId)
    await choose('acme')
    await expect(checkKey(team.admin, services, keyId)).rejects.toThrow(SENTENCE)
    expect([...acme.keys]).not.toContain(text)
  })

  test('an admin sets a key’s limit if its service does not report one', async () => {
    await choose('acme')
    const keyId = await add(keyOf('acme'))
    const find = async () => (await listKeys(team.admin)).find(({ id }) => id === keyId)
    expect(await find()).toMatchObject({ rate: { requests: 1000, windowMs: 1000 }, rateSource: 'provider' })
    const member = await makeMember(team, 'member')
    const said = { keyId, requests: 900, windowSeconds: 900 }
    await expect(setKeyRate(member, services, said)).rejects.toMatchObject({ code: 'forbidden' })
    await setKeyRate(team.admin, services, said)
    const rate = { rate: { requests: 900, windowMs: 900_000 }, rateSource: 'admin', requestsPerSecond: 1 }
    expect(await find()).toMatchObject(rate)
    const [entry] = await listAuditEntries(team.admin)
    expect(entry).toMatchObject({ action: 'key.rate', subjectName: 'production' })
    expect(JSON.parse(entry?.detail ?? '')).toEqual({
      rate: { from: '1,000 requests a second', to: '900 requests in 15 minutes' },
    })
    // A check leaves the limit, because the answer reports none.
    await checkKey(team.admin, services, keyId)
    expect(await find()).toMatchObject(rate)
    await expect(setKeyRate(team.admin, services, { ...said, keyId: newId() })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('no admin can set a limit that the account reports', async () => {
    await choose('acme')
    const keyId = await add(keyOf('acme'))
    const { changedAt } = await getProvider(team.admin, upstreams)
    const overrides = { account: { ...COMPANY_ACCOUNT, rate: 'balance' } }
    await changeProvider(team.admin, upstreams, { overrides, changedAt })
    await expect(
      setKeyRate(team.admin, services, { keyId, requests: 5, windowSeconds: 1 }),
    ).rejects.toMatchObject({ code: 'conflict', message: 'Acme tells the limit of each key itself.' })
  })
})
