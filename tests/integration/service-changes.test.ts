import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createRunServices, fetchNextPage, type RunServices, startRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { newId, systemClock } from '@/lib/kernel'
import { addKey, checkKey, listKeys, replaceKey, setKeyRate } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'
import { createVault } from '@/lib/platform/vault'
import { readProvider } from '@/lib/upstream/client'
import { createPacers, type Pacers } from '@/lib/upstream/pacing'
import {
  changeProvider,
  chooseService,
  chooseServiceInput,
  createUpstreams,
  getProvider,
} from '@/lib/upstream/providers'
import { makeService, openGateway } from '@/tests/factories/gateway'
import { makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { describeOnEachEngine, type TestDb } from '@/tests/support/databases'

interface Company {
  readonly baseUrl: string
  readonly keys: Set<string>
  readonly urls: string[]
  hold: Promise<void> | null
  page: (url: string) => object
  close(): void
}

async function startCompany(name: string): Promise<Company> {
  const keys = new Set<string>()
  const urls: string[] = []
  const server: Server = createServer(async ({ url = '', headers }, response) => {
    keys.add(`${headers['x-api-key']}`)
    urls.push(url)
    if (url.startsWith('/me') && company.hold) await company.hold
    response.end(JSON.stringify(url.startsWith('/me') ? { balance: 100 } : company.page(url)))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const company: Company = {
    baseUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    keys,
    urls,
    hold: null,
    page: () => ({
      tweets: [{ id: `${name}${urls.length}`, text: name }],
      next_cursor: `${name}-cursor`,
    }),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return company
}

const ACCOUNT = { path: '/me', balance: ['balance'], prefix: null, rate: null }
const ANY_KEY = { beginsWith: null, length: null }
const providerOf = (name: string, { baseUrl }: Company, more: object = {}) =>
  readProvider({ name, baseUrl, key: ANY_KEY, account: ACCOUNT, rate: { requests: 1000 }, ...more })
const key = (company: string) => `${company}-${randomBytes(16).toString('hex')}`

describeOnEachEngine('services that change', (open) => {
  let opened: TestDb
  let team: TestTeam
  let own: Company
  let acme: Company
  let bird: Company
  let services: RunServices
  let pacers: Pacers
  let upstreams: ReturnType<typeof createUpstreams>
  beforeAll(async () => {
    opened = await open()
    ;[own, acme, bird] = await Promise.all([startCompany('own'), startCompany('acme'), startCompany('bird')])
    upstreams = createUpstreams({
      baseUrl: own.baseUrl,
      provider: providerOf('Ours', own),
      ready: {
        acme: providerOf('Acme', acme),
        bird: providerOf('Bird', bird, { rate: { requests: 120, perMs: 60_000 } }),
        paths: providerOf('Paths', bird, {
          rate: { requests: 300, perMs: 900_000 },
          timeline: { rate: { requests: 10_000, perMs: 900_000 } },
        }),
        mute: providerOf('Mute', bird, { account: null, rate: { requests: 50, perMs: 1000 } }),
      },
      allowPrivate: true,
      clock: systemClock,
    })
    pacers = createPacers(systemClock)
    services = createRunServices(
      { upstreams, pacers, vault: createVault(randomBytes(32)) },
      newId(),
      systemClock,
    )
  })
  afterAll(async () => {
    pacers.closeAll()
    await upstreams.close()
    for (const company of [own, acme, bird]) company.close()
    await opened.close()
  })

  const choose = (provider: string | null, ctx: TeamCtx = team.admin, rest: object = {}) =>
    chooseService(ctx, upstreams, chooseServiceInput.parse({ provider, ...rest }))
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
  const search = async (more: object = {}) =>
    (
      await createSearch(team.admin, {
        name: newId(),
        operation: 'timeline',
        subject: 'ada',
        ...more,
      } as never)
    ).id

  test('a key of before the update goes to no service that is chosen later', async () => {
    const text = key('ours')
    const keyId = await add(text)
    await opened.db.key.updateMany({ where: { id: keyId }, data: { service: null } })
    await checkKey(team.admin, services, keyId)
    await choose('acme')
    await checkKey(team.admin, services, keyId).catch(() => undefined)
    expect([...acme.keys]).not.toContain(text)
  })

  test('a search chooses a key of the team’s service', async () => {
    await choose('acme')
    await add(key('acme'))
    await choose('bird')
    await add(key('bird'))
    const searchId = await search({ keyChoice: 'wallet', walletId: team.walletId })
    const run = await startRun(team.admin, services, { runId: randomUUID(), searchId } as never)
    expect(run.problem).toBeNull()
  })

  test('the rate of another service does not hold for a replaced key', async () => {
    await choose('acme')
    const keyId = await add(key('acme'))
    await setKeyRate(team.admin, services, { keyId, requests: 500, windowSeconds: 1 })
    await choose('bird')
    await replaceKey(team.admin, services, { keyId, key: key('bird') })
    expect(await find(keyId)).toMatchObject({
      rate: { requests: 120, windowMs: 60_000 },
      rateSource: 'provider',
    })
  })

  test('a cursor goes to no other service', async () => {
    await choose('acme')
    const keyId = await add(key('acme'))
    const searchId = await search()
    const begun = await startRun(team.admin, services, { runId: randomUUID(), searchId, keyId })
    expect(begun.continuation).not.toBeNull()
    await choose('bird')
    await replaceKey(team.admin, services, { keyId, key: key('bird') })
    await fetchNextPage(team.admin, services, { continuation: begun.continuation ?? '' }).catch((e) =>
      console.log('thrown', e.message),
    )
    expect(bird.urls.filter((url) => url.includes('acme-cursor'))).toEqual([])
  })

  test('a page of another service is not used again', async () => {
    await choose('acme')
    const keyId = await add(key('acme'))
    acme.page = () => ({ tweets: [{ id: '1', text: 'acme' }] })
    const searchId = await search()
    const run = () =>
      startRun(team.admin, services, { runId: randomUUID(), searchId, keyId: usedId, reuseSeconds: 3600 })
    let usedId = keyId
    await run()
    await choose('bird')
    usedId = await add(key('bird'))
    const second = await run()
    expect(second.page?.items[0]?.text).toBe('bird')
  })

  test('a limit that an admin types stays while the key is checked', async () => {
    await choose('acme')
    const keyId = await add(key('acme'))
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

  test('the gateway lets as many wait as the list allows', async () => {
    await choose('paths')
    const keyId = await add(key('paths'))
    const gateway = openGateway(services, team, systemClock)
    const caller = await makeService(gateway, services, team, { keyId })
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => caller.ask(`/v1/users/u${at}/tweets`)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
  })

  test('a changed rate of the provider holds for keys of a service without account', async () => {
    await choose('mute')
    const keyId = await add(key('mute'))
    const { changedAt } = await getProvider(team.admin, upstreams)
    await changeProvider(team.admin, upstreams, {
      overrides: { rate: { requests: 2, perMs: 60_000 } },
      changedAt,
    })
    const searchId = await search()
    await startRun(team.admin, services, { runId: randomUUID(), searchId, keyId })
    expect(pacers.find(keyId)?.figures().allowed).toEqual({ requests: 2, windowMs: 60_000 })
  })

  test('a typed limit holds for lists of a service that counts by path', async () => {
    await choose('paths')
    const keyId = await add(key('paths'))
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
