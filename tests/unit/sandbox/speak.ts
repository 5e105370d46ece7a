import { onTestFinished } from 'vitest'
import { z } from 'zod'
import {
  createSandbox,
  type FaultSetting,
  type Sandbox,
  type SandboxService,
  servicePath,
  type WalletBooks,
} from '@/lib/sandbox'
import { createManualClock, type ManualClock } from './manual-clock'

export type ServiceOperation = keyof WalletBooks['lists']

export const OPERATIONS: readonly ServiceOperation[] = ['timeline', 'search', 'followers']

type Json = Readonly<Record<string, unknown>>
const json = z.record(z.string(), z.unknown())

/**
 * How a client of each service sends and reads, from the services' documents, independently of the sandbox's
 * own table.
 */
interface Speech {
  readonly header: (key: string) => Record<string, string>
  /** A key in the other place, which the service ignores. */
  readonly elsewhere: (key: string) => Record<string, string>
  readonly keyForm: RegExp
  /** The addresses; `user` is a handle or an id, as the lists require. */
  readonly account: string
  readonly balance: (body: Json) => number
  readonly lookUp: string | null
  readonly lists: Readonly<Record<ServiceOperation, (subject: string) => string>>
  readonly cursor: string
  readonly items: Readonly<Record<ServiceOperation, string>>
  readonly idField: string
  readonly next: (body: Json) => unknown
  /** Returns whether a body says that there is more. */
  readonly hasMore: (body: Json) => boolean
  readonly top: string
  readonly latest: string
}

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inside, name) => json.safeParse(inside).data?.[name], value)

const apiKey = (key: string) => ({ 'x-api-key': key })
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const numberAt = (body: Json, path: string): number => Number(at(body, path))

export const SPEECHES: Readonly<Record<SandboxService, Speech>> = {
  'twitterapi.io': {
    header: apiKey,
    elsewhere: bearer,
    keyForm: /^new1_[0-9a-f]{32}$/,
    account: '/oapi/my/info',
    balance: (body) => numberAt(body, 'recharge_credits') + numberAt(body, 'total_bonus_credits'),
    lookUp: null,
    lists: {
      timeline: (user) => `/twitter/user/last_tweets?userName=${user}`,
      search: (words) => `/twitter/tweet/advanced_search?query=${words}`,
      followers: (user) => `/twitter/user/followers?userName=${user}`,
    },
    cursor: 'cursor',
    items: { timeline: 'data.tweets', search: 'tweets', followers: 'followers' },
    idField: 'id',
    next: (body) => body.next_cursor,
    hasMore: (body) => body.has_next_page === true,
    latest: 'queryType=Latest',
    top: 'queryType=Top',
  },
  socialdata: {
    header: bearer,
    elsewhere: apiKey,
    keyForm: /^\d+\|[A-Za-z0-9]{48}$/,
    account: '/user/balance',
    balance: (body) => numberAt(body, 'balance_usd'),
    lookUp: '/twitter/user/',
    lists: {
      timeline: (user) => `/twitter/user/${user}/tweets?`,
      search: (words) => `/twitter/search?query=${words}`,
      followers: (user) => `/twitter/followers/list?user_id=${user}`,
    },
    cursor: 'cursor',
    items: { timeline: 'tweets', search: 'tweets', followers: 'users' },
    idField: 'id_str',
    next: (body) => body.next_cursor,
    hasMore: (body) => body.next_cursor !== null,
    latest: 'type=Latest',
    top: 'type=Top',
  },
  x: {
    header: bearer,
    elsewhere: apiKey,
    keyForm: /^A{21}[A-Za-z0-9%]{93,95}$/,
    account: '/2/usage/credits',
    balance: (body) => numberAt(body, 'data.total_balance'),
    lookUp: '/2/users/by/username/',
    lists: {
      timeline: (user) => `/2/users/${user}/tweets?max_results=100`,
      search: (words) => `/2/tweets/search/recent?query=${words}`,
      followers: (user) => `/2/users/${user}/followers?max_results=1000`,
    },
    cursor: 'pagination_token',
    items: { timeline: 'data', search: 'data', followers: 'data' },
    idField: 'id',
    next: (body) => at(body, 'meta.next_token'),
    hasMore: (body) => at(body, 'meta.next_token') !== undefined,
    latest: 'sort_order=recency',
    top: 'sort_order=relevancy',
  },
  getxapi: {
    header: bearer,
    elsewhere: apiKey,
    keyForm: /^get-x-api-[A-Za-z0-9]{40}$/,
    account: '/account/me',
    balance: (body) => numberAt(body, 'balance_total'),
    lookUp: null,
    lists: {
      timeline: (user) => `/twitter/user/tweets?userName=${user}`,
      search: (words) => `/twitter/tweet/advanced_search?q=${words}`,
      followers: (user) => `/twitter/user/followers?userName=${user}`,
    },
    cursor: 'cursor',
    items: { timeline: 'tweets', search: 'tweets', followers: 'followers' },
    idField: 'id',
    next: (body) => body.next_cursor,
    hasMore: (body) => body.has_more === true,
    latest: 'product=Latest',
    top: 'product=Top',
  },
  xquik: {
    header: apiKey,
    elsewhere: bearer,
    keyForm: /^xq_[0-9a-f]{64}$/,
    account: '/api/v1/credits',
    balance: (body) => numberAt(body, 'balance'),
    lookUp: null,
    lists: {
      timeline: (user) => `/api/v1/x/users/${user}/tweets?pageSize=20`,
      search: (words) => `/api/v1/x/tweets/search?q=${words}`,
      followers: (user) => `/api/v1/x/users/${user}/followers?pageSize=200`,
    },
    cursor: 'cursor',
    items: { timeline: 'tweets', search: 'tweets', followers: 'users' },
    idField: 'id',
    next: (body) => body.next_cursor,
    hasMore: (body) => body.has_next_page === true,
    latest: 'queryType=Latest',
    top: 'queryType=Top',
  },
}

export interface ServiceReply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Json
}

/** A client of one service with one key. */
export interface Speaker {
  readonly sandbox: Sandbox
  readonly clock: ManualClock
  readonly speech: Speech
  readonly walletId: string
  readonly key: string
  readonly baseUrl: string
  get(path: string, headers?: Record<string, string>): Promise<ServiceReply>
  /** Returns the address of a list. Looks up a handle first if the service wants an id. */
  list(operation: ServiceOperation, subject?: string): Promise<string>
  itemsOf(operation: ServiceOperation, body: Json): readonly Json[] | undefined
  /** Returns every page of a list, as read by a client that trusts the service's own sign of the end. */
  readAll(operation: ServiceOperation, subject?: string): Promise<readonly Json[]>
  books(): WalletBooks
}

const SUBJECTS: Readonly<Record<ServiceOperation, string>> = {
  timeline: 'ada',
  search: 'coffee',
  followers: 'lupe',
}

interface SpeakOptions {
  readonly balanceNano?: bigint
  readonly fault?: FaultSetting
  /** Uses the service at the root address instead of below its prefix. */
  readonly atRoot?: boolean
  /** How far the clock moves before each request. */
  readonly stepMs?: number
}

/** Starts a sandbox with a wallet of a service and a client of it, until the test ends. */
export async function speak(service: SandboxService, options: SpeakOptions = {}): Promise<Speaker> {
  const { balanceNano = 10_000_000_000_000_000n, fault, atRoot = false, stepMs = 1000 } = options
  const clock = createManualClock()
  const sandbox = await createSandbox({
    dataDir: null,
    clock,
    ...(fault && { fault }),
    ...(atRoot && { preset: service }),
  })
  onTestFinished(() => sandbox.close())
  const { walletId } = sandbox.operator.createWallet({ name: 'Tests', balanceNano, service })
  const key = sandbox.operator.createKey(walletId).reveal()
  const { baseUrl: root } = await sandbox.listen({ port: 0 })
  const baseUrl = atRoot ? root : root + servicePath(service)
  const speech = SPEECHES[service]

  const get = async (path: string, headers = speech.header(key)): Promise<ServiceReply> => {
    clock.advance(stepMs)
    const response = await fetch(baseUrl + path, { headers })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
    const body = isJson ? (json.safeParse(JSON.parse(text)).data ?? {}) : {}
    return { status: response.status, headers: response.headers, text, body }
  }
  const list = async (operation: ServiceOperation, subject = SUBJECTS[operation]): Promise<string> => {
    if (operation === 'search' || speech.lookUp === null || /^\d+$/.test(subject))
      return speech.lists[operation](subject)
    const { body } = await get(speech.lookUp + subject)
    return speech.lists[operation](String(body.id_str ?? at(body, 'data.id')))
  }
  const itemsOf = (operation: ServiceOperation, body: Json) =>
    z.array(json).optional().parse(at(body, speech.items[operation]))

  return {
    sandbox,
    clock,
    speech,
    walletId,
    key,
    baseUrl,
    get,
    list,
    itemsOf,
    async readAll(operation, subject) {
      const path = await list(operation, subject)
      const bodies: Json[] = []
      let cursor = ''
      for (;;) {
        const { status, text, body } = await get(path + cursor)
        if (status !== 200) throw new Error(`${status}: ${text}`)
        bodies.push(body)
        if (!speech.hasMore(body)) return bodies
        cursor = `&${speech.cursor}=${encodeURIComponent(String(speech.next(body)))}`
      }
    },
    books: () => sandbox.operator.books(walletId),
  }
}
