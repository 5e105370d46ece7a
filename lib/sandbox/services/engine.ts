import { type Clock, chargeFor, type Nano } from '@/lib/kernel'
import type { Accounts, KeyAccount, SandboxWallet } from '../accounts'
import type { HttpAnswer } from '../answers'
import type { Billing, Quote } from '../billing'
import { type Catalogue, idAt, type Person, type User } from '../catalogue'
import type { AlterPage, Form, SandboxRequest } from '../form'
import { hashOf, keyIn } from '../keys'
import { logOver, type WindowLog } from '../limiters'
import type { ListSubject, ReadPage } from '../pages'
import type { SandboxService } from './index'
import {
  countOf,
  endpointsOf,
  mostOf,
  namedUser,
  productOf,
  queryOf,
  refuseUnknown,
  type ServiceEndpoint,
  wireOf,
} from './requests'
import type { FinderShape, ListShape, LookUpShape, RefusalKind, ReportShape, ServiceShape } from './service'
import { refusalAnswer, ServiceRefusal, writeAnswer, writePage } from './writing'

interface ServiceParts {
  readonly service: SandboxService
  readonly shape: ServiceShape
  readonly clock: Clock
  readonly accounts: Accounts
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
export function createServiceForm(parts: ServiceParts): Form {
  const { service, shape, clock, accounts, billing, catalogue, readPage } = parts
  const findEndpoint = endpointsOf(shape)
  const logs = new Map<string, WindowLog>()

  const authenticate = ({ headers }: SandboxRequest) => {
    const key = keyIn(headers, shape.key.header, shape.key.scheme)
    if (key === null) throw new ServiceRefusal('noKey')
    const account = accounts.findByHash(hashOf(key))
    if (account?.wallet.service !== service) throw new ServiceRefusal('badKey')
    return account
  }

  /** Counts a request. Returns the headers that describe its rate and, if it is refused, how long to wait. */
  const count = (wallet: SandboxWallet, key: KeyAccount, { path, rate }: ServiceEndpoint['shape']) => {
    const { calls, perMs } = wallet.rate ?? rate ?? shape.rate
    const whose = shape.ratePer === 'key' ? key.hash : wallet.id
    const name = `${whose} ${rate ? path : ''} ${perMs}`
    const log = logs.get(name) ?? logOver(perMs)
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

  const pay = (wallet: SandboxWallet, { nano: chargeNano, sold }: Quote): void => {
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
      maxCount: mostOf(list.size),
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
    if (!shape.shortensPages || priceNano === 0n || balanceNano >= chargeFor(wanted, priceNano)) return wanted
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
    if (named.length === 0 || named.length > finder.most)
      throw new ServiceRefusal('badParameter', name, value)
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

const account = (place: number, username: string, name: string): User => {
  const createdAt = Date.UTC(2015, 4, place % 28)
  return {
    id: idAt(createdAt, place),
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
