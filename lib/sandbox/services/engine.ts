import { type Clock, chargeForItems, type Nano } from '@/lib/kernel'
import {
  hashSandboxKey,
  type KeyAccount,
  readKeyFromHeader,
  type SandboxAccounts,
  type SandboxWallet,
} from '../accounts'
import { type HttpAnswer, stringifyExactly } from '../answers'
import type { Billing, PriceQuote } from '../billing'
import { type Catalogue, type Person, type Product, snowflakeIdAt, type User } from '../catalogue'
import type { AlterPage, SandboxForm, SandboxRequest, Wire } from '../form'
import { createWindowLog, type WindowLog } from '../limiters'
import type { SandboxOperation } from '../operations'
import type { ListSubject, PageAsRead, ReadPage } from '../pages'
import { isTweet } from '../presets/presets'
import type { SandboxService } from './index'
import type {
  FinderShape,
  ListShape,
  LookUpShape,
  PageFacts,
  RefusalKind,
  RefusalShape,
  ReportShape,
  ServiceShape,
  SizeShape,
  UserKind,
} from './service'

interface ServiceParts {
  readonly service: SandboxService
  readonly shape: ServiceShape
  readonly clock: Clock
  readonly accounts: SandboxAccounts
  readonly billing: Pick<
    Billing,
    'priceOf' | 'quotePage' | 'quoteLookUp' | 'quoteFound' | 'charge' | 'toldBalance'
  >
  readonly catalogue: Pick<Catalogue, 'find' | 'describe' | 'post'>
  readonly readPage: ReadPage
}

/** A request after its key, its rate and the names of its parameters were judged. */
interface Admitted {
  readonly wallet: SandboxWallet
  readonly key: KeyAccount
  readonly parameters: URLSearchParams
  /** The step of the path that stands for a user. */
  readonly step: string | null
}

/** The user whom a request names. A protected or suspended one has a refusal in place of lists. */
type FoundUser =
  | { readonly user: User; readonly person: Person; readonly refusal: null }
  | { readonly user: User; readonly person: null; readonly refusal: ServiceRefusal }

/**
 * Creates the server of any service from its shape. It checks in this order: path, method, key, rate, parameters,
 * user, cursor, balance. Only pages and look-ups that are answered are charged.
 */
export function createServiceForm(parts: ServiceParts): SandboxForm {
  const { service, shape, clock, accounts, billing, catalogue, readPage } = parts
  const findEndpoint = endpointsOf(shape)
  const logs = new Map<string, WindowLog>()

  const authenticate = ({ headers }: SandboxRequest) => {
    const key = readKeyFromHeader(headers, shape.key.header, shape.key.scheme)
    if (key === null) throw new ServiceRefusal('noKey')
    const account = accounts.findByHash(hashSandboxKey(key))
    if (account?.wallet.service !== service) throw new ServiceRefusal('badKey')
    return account
  }

  /** Counts a request. Returns the headers that describe its rate and, if it is refused, how long to wait. */
  const count = (wallet: SandboxWallet, key: KeyAccount, { path, rate }: ServiceEndpoint['shape']) => {
    const { calls, perMs } = wallet.rate ?? rate ?? shape.rate
    const whose = shape.ratePer === 'key' ? key.hash : wallet.id
    const name = `${whose} ${rate ? path : ''} ${perMs}`
    const log = logs.get(name) ?? createWindowLog(perMs)
    logs.set(name, log)
    const now = clock.monotonic()
    const waitMs = log.refuse(calls, now)
    key.requests += 1
    if (waitMs !== null) key.refused += 1
    accounts.changed()
    const remaining = Math.max(0, calls - log.passed)
    const resetsAt = new Date(clock.now().getTime() + (log.freesAt ?? now) - now)
    return { waitMs, headers: shape.rateHeaders?.({ limit: calls, remaining, resetsAt }) ?? {} }
  }

  const pay = (wallet: SandboxWallet, { nano: chargeNano, sold }: PriceQuote): void => {
    if (wallet.balanceNano <= 0n || wallet.balanceNano < chargeNano) throw new ServiceRefusal('emptyWallet')
    billing.charge(wallet, chargeNano, sold)
  }

  const readList = (list: ListShape, subject: ListSubject, asked: Admitted, alterPage: AlterPage): object => {
    const { wallet, key, parameters } = asked
    const { operation } = subject
    const priceNano = billing.priceOf(wallet, operation)
    const cursorName = list.cursor.send.find((name) => parameters.get(name)) ?? list.cursor.send[0] ?? ''
    const cursor = parameters.get(cursorName) || null
    const read = readPage(subject, {
      keyHash: key.hash,
      cursor,
      count: shortened(countOf(list.size, parameters), wallet, priceNano),
      maxCount: maxSizeOf(list.size),
      now: clock.now().getTime(),
    })
    if (!read) throw new ServiceRefusal('badCursor', cursorName, cursor ?? '')
    const page = { ...read, ...alterPage(read, key) }
    pay(wallet, billing.quotePage(wallet, { operation, ids: page.items.map(({ id }) => id) }))
    accounts.countPage(key, page)
    const named = subject.operation === 'search' ? subject.query : subject.person.username
    return writePage(shape, list, page, { items: page.items, subject: named, parameters })
  }

  /** Returns how many items the wallet covers, if the service sells a part of a page. */
  const shortened = (wanted: number, { balanceNano }: SandboxWallet, priceNano: Nano): number => {
    if (!shape.shortensPages || priceNano === 0n || balanceNano >= chargeForItems(wanted, priceNano))
      return wanted
    const covered = Number(balanceNano / priceNano)
    if (covered < 1) throw new ServiceRefusal('emptyWallet')
    return covered
  }

  const lookUp = (endpoint: ServiceEndpoint, { body }: LookUpShape, asked: Admitted): object => {
    const { user, refusal } = findUser(endpoint, asked)
    if (refusal?.kind === 'suspendedUser') throw refusal
    if (shape.prices.perLookUp > 0n) pay(asked.wallet, billing.quoteLookUp(asked.wallet, service, user.id))
    asked.key.lookUps += 1
    accounts.changed()
    return body(user, refusal !== null)
  }

  const find = (endpoint: ServiceEndpoint, finder: FinderShape, asked: Admitted): object => {
    const { step, parameters, wallet, key } = asked
    const { name, value } = namedUser(endpoint, step, parameters)
    const named = value.split(',').filter((each) => each !== '')
    if (named.length === 0 || named.length > finder.max) throw new ServiceRefusal('badParameter', name, value)
    const itemNamed = (text: string): { readonly id: string; readonly item: object } | null => {
      if (finder.finds === 'users') {
        const user = findRestricted(text)?.user ?? userOf(catalogue.find(text))
        return user && { id: user.id, item: shape.user(user, parameters) }
      }
      if (!/^\d{1,19}$/.test(text)) throw new ServiceRefusal('badId', name, text)
      const post = catalogue.post(text, clock.now().getTime())
      return post && { id: post.id, item: shape.tweet(post, parameters) }
    }
    const each = named.map((text) => ({ text, found: itemNamed(text) }))
    const found = each.flatMap((one) => one.found ?? [])
    const missing = each.flatMap((one) => (one.found ? [] : [one.text]))
    const body = finder.body({ items: found.map(({ item }) => item), missing, by: name })
    if (body === null) throw new ServiceRefusal('unknownUser', name, value)
    const kind = finder.finds === 'users' ? 'user' : 'post'
    const ids = found.map(({ id }) => id)
    pay(wallet, billing.quoteFound(wallet, service, { kind, ids, price: finder.price }))
    key.found += found.length
    accounts.changed()
    return body
  }

  const userOf = (person: Person | null): User | null => person && catalogue.describe(person)

  const report = ({ body, tellsBalance }: ReportShape, { wallet, key }: Admitted): object => {
    if (tellsBalance && wallet.hidesBalance) throw new ServiceRefusal('balanceHidden')
    const { requests, items } = key
    const balanceNano = billing.toldBalance(wallet)
    return body({ balanceNano, chargedNano: wallet.chargedNano, requests, items })
  }

  const findUser = (endpoint: ServiceEndpoint, { step, parameters }: Admitted): FoundUser => {
    const { name, value, kind } = namedUser(endpoint, step, parameters)
    if (value === '') throw new ServiceRefusal('badParameter', name)
    const isId = /^\d{1,19}$/.test(value)
    if (kind === 'id' && !isId) throw new ServiceRefusal('badId', name, value)
    const restricted = findRestricted(value)
    if (restricted)
      return {
        user: restricted.user,
        person: null,
        refusal: new ServiceRefusal(restricted.refusal, name, value),
      }
    const person = kind === 'handle' && isId ? null : catalogue.find(value)
    if (!person) throw new ServiceRefusal('unknownUser', name, value)
    return { user: catalogue.describe(person), person, refusal: null }
  }

  const subjectOf = (endpoint: ServiceEndpoint & { serves: 'list' }, asked: Admitted): ListSubject => {
    const { operation, shape: list } = endpoint
    if (operation === 'search')
      return { operation, query: queryOf(list, asked.parameters), product: productOf(list, asked.parameters) }
    const found = findUser(endpoint, asked)
    if (found.refusal) throw found.refusal
    return { operation, person: found.person }
  }

  const serve = (endpoint: ServiceEndpoint, asked: Admitted, alterPage: AlterPage): object => {
    if (shape.refusesUnknownParameters) refuseUnknown(endpoint, asked.parameters)
    if (endpoint.serves === 'report') return report(endpoint.shape, asked)
    if (endpoint.serves === 'finder') return find(endpoint, endpoint.shape, asked)
    if (endpoint.serves === 'look-up') return lookUp(endpoint, endpoint.shape, asked)
    return readList(endpoint.shape, subjectOf(endpoint, asked), asked, alterPage)
  }

  const answer = (request: SandboxRequest, alterPage: AlterPage): HttpAnswer => {
    const found = findEndpoint(request.path)
    if (!found) throw new ServiceRefusal('unknownPath')
    if (request.method !== 'GET') throw new ServiceRefusal('otherMethod')
    const account = authenticate(request)
    const { waitMs, headers } = count(account.wallet, account.key, found.endpoint.shape)
    try {
      if (waitMs !== null) throw new ServiceRefusal('tooMany', '', '', waitMs)
      const asked = { ...account, parameters: request.parameters, step: found.step }
      return writeAnswer(serve(found.endpoint, asked, alterPage), headers)
    } catch (error) {
      return refusalAnswer(shape, error, headers)
    }
  }

  return {
    handle(request, alterPage = (page) => page) {
      try {
        return answer(request, alterPage)
      } catch (error) {
        return refusalAnswer(shape, error, {})
      }
    },
    wireOf: ({ path }) => wireOf(shape, findEndpoint(path)?.endpoint),
  }
}

interface Restricted {
  readonly user: User
  readonly refusal: Extract<RefusalKind, 'protectedUser' | 'suspendedUser'>
}

const account = (index: number, username: string, name: string): User => {
  const createdAt = Date.UTC(2015, 4, index % 28)
  return {
    id: snowflakeIdAt(createdAt, index),
    username,
    name,
    description: '',
    followers_count: 0,
    created_at: new Date(createdAt).toISOString(),
  }
}

/** Accounts outside of any catalogue, whose lists no service shows. */
const RESTRICTED: readonly Restricted[] = [
  { user: account(5001, 'quiet_quentin', 'Quentin Quiet'), refusal: 'protectedUser' },
  { user: account(5002, 'gone_gabriel', 'Gabriel Gone'), refusal: 'suspendedUser' },
]

/** Finds a protected or suspended account by its handle or id. */
const findRestricted = (value: string): Restricted | null =>
  RESTRICTED.find(({ user }) => user.id === value || user.username === value.toLowerCase()) ?? null

/** The content that one path of a service serves. */
export type ServiceEndpoint =
  | { readonly serves: 'list'; readonly operation: SandboxOperation; readonly shape: ListShape }
  | { readonly serves: 'look-up'; readonly shape: LookUpShape }
  | { readonly serves: 'finder'; readonly shape: FinderShape }
  | { readonly serves: 'report'; readonly shape: ReportShape }

/** An endpoint, and the step of the path that stands for a user. */
export interface ServedEndpoint {
  readonly endpoint: ServiceEndpoint
  readonly step: string | null
}

/** Returns a function that finds what a path of a service serves; null if nothing. */
function endpointsOf({
  lists,
  lookUps,
  finders,
  reports,
}: ServiceShape): (path: string) => ServedEndpoint | null {
  const endpoints: readonly ServiceEndpoint[] = [
    { serves: 'list', operation: 'timeline', shape: lists.timeline },
    { serves: 'list', operation: 'search', shape: lists.search },
    { serves: 'list', operation: 'followers', shape: lists.followers },
    ...reports.map((shape) => ({ serves: 'report' as const, shape })),
    ...finders.map((shape) => ({ serves: 'finder' as const, shape })),
    ...lookUps.map((shape) => ({ serves: 'look-up' as const, shape })),
  ]
  const patterns = endpoints.map((endpoint) => ({ endpoint, pattern: patternOf(endpoint.shape.path) }))
  return (path) => {
    for (const { endpoint, pattern } of patterns) {
      const match = pattern.exec(path)
      if (match) return { endpoint, step: match[1] === undefined ? null : decoded(match[1]) }
    }
    return null
  }
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.]/g, '\\.').replace('{user}', '([^/]+)')}$`)

function decoded(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

/**
 * Returns the requested user: the name of the parameter, the value (empty if missing), and the kind that it should be.
 */
function namedUser(
  { shape }: ServiceEndpoint,
  step: string | null,
  parameters: URLSearchParams,
): { readonly name: string; readonly value: string; readonly kind: UserKind } {
  if (!shape.user) return { name: '', value: '', kind: 'either' }
  if ('path' in shape.user)
    return {
      name: shape.user.path === 'handle' ? 'username' : 'id',
      value: step ?? '',
      kind: shape.user.path,
    }
  const names = Object.entries(shape.user.query)
  const [name, kind] = names.find(([candidate]) => parameters.get(candidate)) ?? names[0] ?? ['', 'either']
  return { name, value: parameters.get(name) ?? '', kind }
}

/** Returns the parameters that an endpoint knows. */
function knownParameters({ serves, shape }: ServiceEndpoint): readonly string[] {
  const users = shape.user && 'query' in shape.user ? Object.keys(shape.user.query) : []
  if (serves !== 'list') return [...users, ...(shape.alsoTakes ?? [])]
  const { size, cursor, query, order, alsoTakes } = shape
  return [
    ...users,
    ...cursor.send,
    ...('name' in size ? [size.name] : []),
    ...(query === undefined ? [] : [query]),
    ...(order ? [order.name] : []),
    ...(alsoTakes ?? []),
  ]
}

/** Refuses the first parameter that the endpoint does not know. */
function refuseUnknown(endpoint: ServiceEndpoint, parameters: URLSearchParams): void {
  const known = knownParameters(endpoint)
  for (const [name, value] of parameters)
    if (!known.includes(name)) throw new ServiceRefusal('badParameter', name, value)
}

/** Reads the words to search for. */
function queryOf({ query: name = '' }: ListShape, parameters: URLSearchParams): string {
  const query = parameters.get(name)?.trim() ?? ''
  if (query === '') throw new ServiceRefusal('badParameter', name)
  return query
}

/** Reads the order of a search: newest first by default. */
function productOf({ order }: ListShape, parameters: URLSearchParams): Product {
  const value = order && parameters.get(order.name)
  if (!order || value === null || value === order.values.Latest) return 'Latest'
  if (value === order.values.Top) return 'Top'
  throw new ServiceRefusal('badParameter', order.name, value)
}

/** Reads the number of items requested. */
function countOf(size: SizeShape, parameters: URLSearchParams): number {
  if ('fixed' in size) return size.fixed
  const text = parameters.get(size.name)
  if (text === null) return size.usual
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (size.others === 'limited' && count > 0) return Math.min(Math.max(count, size.min), size.max)
  if (count < size.min || count > size.max) throw new ServiceRefusal('badParameter', size.name, text)
  return count
}

/** Returns the size of the largest page. */
const maxSizeOf = (size: SizeShape): number => ('fixed' in size ? size.fixed : size.max)

/** Returns what faults may do to the answer of an endpoint. */
function wireOf({ lists }: ServiceShape, endpoint: ServiceEndpoint | undefined): Wire {
  const cursor = endpoint?.serves === 'list' ? endpoint.shape.cursor : null
  const fields = endpoint?.serves === 'report' ? endpoint.shape.fields : []
  const wrong = fields.flatMap((field) =>
    ['plenty', null, { credits: 5 }].map((value) => withField({}, field, value)),
  )
  return {
    asks: cursor ? 'page' : fields.length > 0 ? 'key info' : 'else',
    cursorParameters: cursor?.send ?? [],
    cursorField: cursor?.read ?? '',
    maxCountOf: (operation) => maxSizeOf(lists[operation].size),
    wrongKeyInfos: [wrong[0] ?? {}, ...wrong.slice(1)],
  }
}

type BodyFields = Readonly<Record<string, unknown>>
type RateHeaders = Readonly<Record<string, string>>

/** Thrown when a service cannot answer a request; the service's shape decides how it is worded. */
class ServiceRefusal extends Error {
  constructor(
    readonly kind: RefusalKind,
    /** The faulty parameter, and its value. */
    readonly parameter = '',
    readonly value = '',
    readonly waitMs: number | null = null,
  ) {
    super(kind)
  }
}

const writeAnswer = (body: object, headers: RateHeaders): HttpAnswer => ({
  status: 200,
  headers,
  body: stringifyExactly(body),
})

/** Writes the body of a page, by a service's shape. */
function writePage(
  { tweet, user }: ServiceShape,
  { cursor, items: place, leavesOutNothing, beside }: ListShape,
  page: PageAsRead,
  facts: PageFacts,
): object {
  const { parameters } = facts
  const items = page.items.map((item) => (isTweet(item) ? tweet(item, parameters) : user(item, parameters)))
  let body: BodyFields = { ...beside?.(facts) }
  if (items.length > 0 || !leavesOutNothing) body = withField(body, place, items)
  if (cursor.more !== undefined) body = withField(body, cursor.more, page.nextCursor !== null)
  const { ofNothing = cursor.atEnd } = cursor
  const atEnd = items.length > 0 ? cursor.atEnd : ofNothing
  if (page.nextCursor !== null) return withField(body, cursor.read, page.nextCursor)
  if (atEnd === 'absent') return body
  return withField(body, cursor.read, atEnd === 'kept' ? page.cursorPastEnd() : atEnd)
}

/** Returns the same fields with one more, or with another value, at a dotted path. */
function withField(fields: BodyFields, path: string, value: unknown): BodyFields {
  const [name = '', ...rest] = path.split('.')
  if (rest.length === 0) return { ...fields, [name]: value }
  const inside = fields[name]
  const known = typeof inside === 'object' && inside !== null ? { ...inside } : {}
  return { ...fields, [name]: withField(known, rest.join('.'), value) }
}

/** Refusals for which no service needs its own words. */
const COMMON = {
  unknownPath: { status: 404, says: 'Not Found' },
  otherMethod: { status: 405, says: 'Method Not Allowed' },
  balanceHidden: { status: 404, says: 'Not Found' },
  broken: { status: 500, says: 'Internal Server Error' },
} as const satisfies Partial<Record<RefusalKind, RefusalShape>>

/** Writes an error as the service does; an unexpected one without details. */
function refusalAnswer(shape: ServiceShape, error: unknown, rate: RateHeaders): HttpAnswer {
  const { kind, parameter, value, waitMs } =
    error instanceof ServiceRefusal ? error : new ServiceRefusal('broken')
  const { status, says } = { ...COMMON, ...shape.refusals }[kind]
  const waitSeconds = waitMs === null ? 0 : Math.max(1, Math.ceil(waitMs / 1000))
  const message = says.replace('{parameter}', () => parameter).replace('{value}', () => value)
  const body = shape.refusal({ kind, status, message, waitSeconds, parameter, value })
  return {
    status,
    headers: {
      ...rate,
      ...(waitMs !== null && shape.hasRetryAfter && { 'retry-after': String(waitSeconds) }),
      ...(kind === 'otherMethod' && { allow: 'GET' }),
      ...(body === null && { 'content-type': 'text/plain; charset=utf-8' }),
    },
    body: body === null ? '' : stringifyExactly(body),
    isRefusal: true,
  }
}
