import { ApiError, Client } from '@xdevplatform/xdk'
import axios, { AxiosError } from 'axios'
import got, { HTTPError } from 'got'
import { request } from 'undici'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { NANO_PER_CREDIT, systemClock } from '@/lib/kernel'
import { addKey } from '@/lib/keys/keys'
import { createBudget, createBudgetInput } from '@/lib/money/budgets'
import { listEntries } from '@/lib/money/ledger'
import type { SandboxService } from '@/lib/sandbox'
import { type GatewayListeners, serveGateway } from '@/lib/server/gateway'
import { readEnv } from '@/lib/server/runtime'
import { makeService, openGateway } from '@/tests/factories/gateway'
import { type ServiceUpstream, startServiceUpstream } from '@/tests/factories/service-upstream'
import { makeTeam, type TestTeam } from '@/tests/factories/team'
import { describeOnDatabase, type TestDb } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'
import { freePort } from '@/tests/support/server'

/** A fast rate, so that no test waits for a window. */
const RATE = { calls: 1000, perMs: 1000 }
const HANDLE = 'zadie_walsh'

/** A team's service behind a gateway on its own port, with a wallet at the upstream service. */
interface World {
  readonly opened: TestDb
  readonly upstream: ServiceUpstream
  readonly team: TestTeam
  readonly served: GatewayListeners
  /** The settings of a client: address, token, and for comparison the service and its wallet. */
  readonly baseUrl: string
  readonly token: string
  readonly serviceId: string
  readonly walletId: string
  /** Returns the token of another service, whose budget leaves nothing. */
  stoppedToken(): Promise<string>
  close(): Promise<void>
}

async function start(open: () => Promise<TestDb>, service: SandboxService): Promise<World> {
  const opened = await open()
  const upstream = await startServiceUpstream(service, { rate: RATE })
  const team = await makeTeam(opened.db, systemClock)
  const { key, walletId } = upstream.issueKey({ balanceNano: 1_000_000n * NANO_PER_CREDIT })
  const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
  const { id: keyId } = await addKey(team.admin, upstream, { key, name: '', ...where })
  const gateway = openGateway(upstream, team, systemClock)
  const port = await freePort()
  const served = await serveGateway(gateway, readEnv({ GATEWAY_PORT: String(port) }), () => null)
  const { token, serviceId } = await makeService(gateway, upstream, team, { keyId })
  return {
    ...{ opened, upstream, team, served, serviceId, walletId },
    baseUrl: `http://127.0.0.1:${port}`,
    token: token.reveal(),
    async stoppedToken() {
      const stopped = await makeService(gateway, upstream, team, { keyId })
      const scope = { scope: 'service', scopeId: stopped.serviceId, period: 'total' }
      const budget = {
        name: 'Small',
        ...scope,
        unit: 'credits',
        amount: '0.000001',
        stops: true,
        tellsAt: [],
      }
      await createBudget(team.admin, createBudgetInput.parse(budget))
      return stopped.token.reveal()
    },
    async close() {
      await served.close()
      await upstream.close()
      await opened.close()
    },
  }
}

/** Returns the ledger's sums by operation. */
async function sumsOf({ opened, serviceId }: World) {
  const entries = await opened.db.ledgerEntry.findMany({ where: { principalId: serviceId } })
  const sums = new Map<string, { calls: number; items: number; chargeNano: bigint }>()
  for (const { operation, items, chargeNano } of entries) {
    const sum = sums.get(operation) ?? { calls: 0, items: 0, chargeNano: 0n }
    sums.set(operation, {
      calls: sum.calls + 1,
      items: sum.items + items,
      chargeNano: sum.chargeNano + (chargeNano ?? 0n),
    })
  }
  return { entries, sums }
}

/** Expects that all charges are on the ledger, once. */
async function expectBooked(world: World) {
  const { entries } = await sumsOf(world)
  const charged = entries.reduce((sum, { chargeNano }) => sum + (chargeNano ?? 0n), 0n)
  expect(entries.every(({ outcome }) => outcome !== 'UNKNOWN')).toBe(true)
  expect(charged).toBe(world.upstream.sandbox.operator.books(world.walletId).chargedNano)
  expect(await brokenInvariants(world.opened.db)).toEqual([])
}

describeOnDatabase('X’s own client at the gateway, with only another address and token', (open) => {
  let world: World
  let client: Client
  let userId = ''
  beforeAll(async () => {
    world = await start(open, 'x')
    client = new Client({ baseUrl: world.baseUrl, bearerToken: world.token })
  })
  afterAll(() => world.close())
  afterEach(() => expectBooked(world))

  test('looks up a user by name', async () => {
    const { data } = await client.users.getByUsername(HANDLE)
    userId = data?.id ?? ''
    expect(userId).toMatch(/^\d+$/)
    const { sums } = await sumsOf(world)
    expect(sums.get('User look-up')).toEqual({ calls: 1, items: 1, chargeNano: 10_000_000n })
    // A user is charged once a day.
    await client.users.getById(userId)
    await client.users.getByUsername(HANDLE)
    const again = (await sumsOf(world)).sums
    expect(again.get('User by id')).toEqual({ calls: 1, items: 1, chargeNano: 0n })
    expect(again.get('User look-up')).toEqual({ calls: 2, items: 2, chargeNano: 10_000_000n })
  })

  test('reads each list to its end', async () => {
    const toTheEnd = async (
      read: (token: string | undefined) => Promise<{ data?: unknown[]; meta?: { nextToken?: string } }>,
    ) => {
      let items = 0
      for (let token: string | undefined, pages = 0; pages === 0 || token !== undefined; pages++) {
        const { data, meta } = await read(token)
        items += data?.length ?? 0
        token = meta?.nextToken
      }
      return items
    }
    const next = (name: string, token: string | undefined) => (token === undefined ? {} : { [name]: token })
    const posts = await toTheEnd((token) =>
      client.users.getPosts(userId, { maxResults: 20, ...next('paginationToken', token) }),
    )
    const found = await toTheEnd((token) =>
      client.posts.searchRecent('rain', { maxResults: 100, ...next('nextToken', token) }),
    )
    const followers = await toTheEnd((token) =>
      client.users.getFollowers(userId, { maxResults: 1000, ...next('paginationToken', token) }),
    )
    const { lists } = world.upstream.sandbox.operator.books(world.walletId)
    expect([posts, found, followers]).toEqual([
      lists.timeline.items,
      lists.search.items,
      lists.followers.items,
    ])
    expect(posts).toBeGreaterThan(20)
    const { sums } = await sumsOf(world)
    expect([sums.get('timeline'), sums.get('search'), sums.get('followers')]).toMatchObject([
      { items: posts },
      { items: found },
      { items: followers },
    ])
  })

  test('looks up posts and users by their ids, several at once', async () => {
    const { data: page } = await client.users.getPosts(userId, { maxResults: 5 })
    const ids = (page ?? []).map(({ id }) => id ?? '')
    const { data } = await client.posts.getByIds(ids)
    expect(data?.map(({ id }) => id)).toEqual(ids)
    expect((await client.posts.getById(ids[0] ?? '')).data?.id).toBe(ids[0])
    expect((await client.users.getByUsernames([HANDLE, 'nobody_at_all'])).data).toHaveLength(1)
    const { sums } = await sumsOf(world)
    expect(sums.get('Posts by ids')).toEqual({ calls: 1, items: 5, chargeNano: 0n })
    expect(sums.get('Users by names')).toMatchObject({ calls: 1, items: 1 })
  })

  test('reads its usage free of charge', async () => {
    const usage = await client.usage.get()
    expect(usage.data).toMatchObject({ projectUsage: expect.stringMatching(/^\d+$/) })
    const { sums } = await sumsOf(world)
    expect(sums.get('Posts used')).toEqual({ calls: 1, items: 1, chargeNano: 0n })
  })

  test('stores no items of further paths, and names each on the ledger', async () => {
    expect(await world.opened.db.resultPage.count()).toBe(0)
    const { entries } = await listEntries(world.team.admin, {})
    expect(new Set(entries.map(({ operation }) => operation))).toContain('Post by id')
  })

  test('gets a budget’s stop as its own error, with the sentence', async () => {
    const stopped = new Client({ baseUrl: world.baseUrl, bearerToken: await world.stoppedToken() })
    const error: unknown = await stopped.posts.getById('20').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 402, data: { detail: expect.stringContaining('stops here') } })
    await expect(stopped.users.getByUsername('someone')).rejects.toMatchObject({ status: 402 })
  })
})

/** A generic HTTP client that knows nothing of the service. Returns a body, or rejects with its own error. */
interface PlainClient {
  get(world: World, path: string, query: Readonly<Record<string, string>>): Promise<Json>
  /** Returns the status and body of the client's error. */
  read(error: unknown): { readonly status: number | undefined; readonly body: string }
}

type Json = Readonly<Record<string, unknown>>

const HEADERS: Readonly<Record<'x' | 'twitterapi.io', (token: string) => Record<string, string>>> = {
  x: (token) => ({ authorization: `Bearer ${token}` }),
  'twitterapi.io': (token) => ({ 'x-api-key': token }),
}
const headersOf = ({ token, upstream }: World) =>
  HEADERS[upstream.upstreams.name === 'x' ? 'x' : 'twitterapi.io'](token)

const CLIENTS: Readonly<Record<string, PlainClient>> = {
  axios: {
    async get(world, path, query) {
      const client = axios.create({ baseURL: world.baseUrl, headers: headersOf(world) })
      return (await client.get<Json>(path, { params: query })).data
    },
    read: (error) =>
      error instanceof AxiosError
        ? { status: error.response?.status, body: JSON.stringify(error.response?.data) }
        : expect.unreachable(String(error)),
  },
  got: {
    get: (world, path, query) =>
      got(path.slice(1), {
        ...{ prefixUrl: world.baseUrl, headers: headersOf(world), searchParams: query, retry: { limit: 0 } },
      }).json<Json>(),
    read: (error) =>
      error instanceof HTTPError
        ? { status: error.response.statusCode, body: String(error.response.body) }
        : expect.unreachable(String(error)),
  },
  undici: {
    async get(world, path, query) {
      const { statusCode, body } = await request(`${world.baseUrl}${path}`, {
        ...{ headers: headersOf(world), query: { ...query } },
      })
      const text = await body.text()
      if (statusCode !== 200) throw new Refused(statusCode, text)
      const read: Json = JSON.parse(text)
      return read
    },
    read: (error) =>
      error instanceof Refused
        ? { status: error.status, body: error.message }
        : expect.unreachable(String(error)),
  },
}

/** undici does not throw for an error status, so this does. */
class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

const at = (body: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, step) => Object.entries(value ?? {}).find(([name]) => name === step)?.[1], body)

/** How each list of a service is paged through, according to its documents. */
const LISTS = {
  x: (userId: string) => [
    {
      ...{ operation: 'timeline', path: `/2/users/${userId}/tweets`, query: { max_results: '100' } },
      ...{ items: 'data', next: 'meta.next_token', more: null, send: 'pagination_token' },
    },
    {
      ...{
        operation: 'search',
        path: '/2/tweets/search/recent',
        query: { query: 'rain', max_results: '100' },
      },
      ...{ items: 'data', next: 'meta.next_token', more: null, send: 'next_token' },
    },
    {
      ...{ operation: 'followers', path: `/2/users/${userId}/followers`, query: { max_results: '1000' } },
      ...{ items: 'data', next: 'meta.next_token', more: null, send: 'pagination_token' },
    },
  ],
  'twitterapi.io': () => [
    {
      ...{ operation: 'timeline', path: '/twitter/user/last_tweets', query: { userName: HANDLE } },
      ...{ items: 'data.tweets', next: 'next_cursor', more: 'has_next_page', send: 'cursor' },
    },
    {
      ...{ operation: 'search', path: '/twitter/tweet/advanced_search' },
      ...{ query: { query: 'rain', queryType: 'Latest' } },
      ...{ items: 'tweets', next: 'next_cursor', more: 'has_next_page', send: 'cursor' },
    },
    {
      ...{ operation: 'followers', path: '/twitter/user/followers', query: { userName: HANDLE } },
      ...{ items: 'followers', next: 'next_cursor', more: 'has_next_page', send: 'cursor' },
    },
  ],
} as const

const USERS = {
  x: {
    path: `/2/users/by/username/${HANDLE}`,
    query: {},
    name: 'User look-up',
    post: '/2/tweets',
    ids: 'ids',
  },
  'twitterapi.io': {
    ...{ path: '/twitter/user/info', query: { userName: HANDLE }, name: 'User by name' },
    ...{ post: '/twitter/tweets', ids: 'tweet_ids' },
  },
} as const

describe.each(['x', 'twitterapi.io'] as const)('%s by', (service) => {
  describeOnDatabase('plain clients, with only another address and key', (open) => {
    let world: World
    beforeAll(async () => {
      world = await start(open, service)
    })
    afterAll(() => world.close())
    afterEach(() => expectBooked(world))

    test.each(Object.entries(CLIENTS))(
      '%s reads a user, each list to its end, and posts by their ids',
      async (_, client) => {
        const before = (await sumsOf(world)).sums
        const gained = async (name: string) => {
          const { sums } = await sumsOf(world)
          return (sums.get(name)?.items ?? 0) - (before.get(name)?.items ?? 0)
        }
        const user = USERS[service]
        const found = await client.get(world, user.path, user.query)
        const userId = String(at(found, 'data.id'))
        expect(await gained(user.name)).toBe(1)
        let ids: string[] = []
        for (const { operation, path, query, items, next, more, send } of LISTS[service](userId)) {
          let count = 0
          for (let cursor: string | null = null, pages = 0; pages === 0 || cursor !== null; pages++) {
            const body = await client.get(world, path, {
              ...query,
              ...(cursor !== null && { [send]: cursor }),
            })
            const page = at(body, items)
            count += Array.isArray(page) ? page.length : 0
            if (operation === 'timeline' && Array.isArray(page))
              ids = page.slice(0, 3).map((item: unknown) => String(at(item, 'id')))
            const token = more !== null && at(body, more) === false ? null : at(body, next)
            cursor = typeof token === 'string' && token !== '' ? token : null
          }
          expect(count).toBeGreaterThan(20)
          expect(await gained(operation)).toBe(count)
        }
        expect(ids).toHaveLength(3)
        await client.get(world, user.post, { [user.ids]: ids.join(',') })
        expect(await gained('Posts by ids')).toBe(3)
      },
    )

    test('each client gets a budget’s stop as its own error, with the sentence', async () => {
      const stopped = { ...world, token: await world.stoppedToken() }
      for (const client of Object.values(CLIENTS)) {
        const user = USERS[service]
        const error = await client.get(stopped, user.path, user.query).then(
          () => expect.unreachable('The budget lets it pass'),
          (reason: unknown) => reason,
        )
        expect(client.read(error)).toEqual({ status: 402, body: expect.stringContaining('stops here') })
      }
    })
  })
})
