import { LOOK_UP_OPERATION, OPERATION_NAMES, type Operation, type OperationName } from '@/lib/kernel'
import { isApiToken, isGatewayToken } from '@/lib/platform/vault'
import {
  type FurtherPath,
  type ListForm,
  listFormOf,
  type PageRequest,
  type Provider,
} from '@/lib/upstream/client'
import type { GatewayRequest } from './types'

/**
 * A request that may pass: the key info, a page of a list, or a further path. `path` is the unchanged path and query.
 */
export type GatewayCall =
  | { readonly kind: 'me' }
  | { readonly kind: 'page'; readonly request: PageRequest; readonly path: string }
  | {
      readonly kind: 'further'
      readonly form: FurtherPathFacts
      readonly path: string
      readonly maxItems: number
    }

/** The facts known about the calls of a further path. */
export interface FurtherPathFacts extends Pick<FurtherPath, 'holds' | 'ids' | 'maximum' | 'rate'> {
  readonly name: OperationName
  /**
   * Field of the answer that holds its items, or fields of which one is its only item's id. If both are null, the
   * answer counts as one item.
   */
  readonly items: string | null
  readonly id: readonly string[] | null
}

/** A request that is bought. */
export type BoughtCall = Exclude<GatewayCall, { kind: 'me' }>

/** Why a request may not pass. */
export interface CallRejectionReason {
  readonly kind: 'refused'
  readonly status: 400 | 404 | 405
  readonly message: string
}

const MAX_LENGTH = 8192
/**
 * Slashes, percent signs and control characters, encoded ones included: a server on the way could read another path
 * than we do.
 */
const UNSAFE = /%(2f|5c|25|[01][\da-f]|7f)|[\\#]|[^\x21-\x7e]/i
/**
 * Encoded letters, digits and `-._~`, which no client needs to encode: a server would read another step than the one
 * that we compare.
 */
const NEEDLESS = /%(2[de]|3\d|4[1-9a-f]|5[\da]|5f|6[1-9a-f]|7[\da]|7e)/i
/** Steps up. Some servers cut a step at its semicolon, and so read `..;x` as one. */
const STEP = /^(\.|%2e){0,2}((;|%3b).*)?$/i
const UNSAFE_QUERY = /[^\x21-\x7e]|#/

/**
 * Reads a caller's request by the team's provider: only GET, and only the provider's paths. The path itself is passed
 * on unchanged.
 */
export function readCall(
  { method, target, hasBody }: Pick<GatewayRequest, 'method' | 'target' | 'hasBody'>,
  provider: Provider,
): GatewayCall | CallRejectionReason {
  if (method !== 'GET' || hasBody) return refused(405, 'The gateway passes GET requests without a body only.')
  if (target.length > MAX_LENGTH) return refused(400, 'The address is too long.')
  const [path = '', ...rest] = target.split('?')
  const query = rest.join('?')
  if (path.startsWith('/') && path.includes('//')) return refused(400, DOUBLED_SLASH)
  if (path.length > 1 && path.endsWith('/'))
    return refused(400, 'The address ends in a slash. Take it away: the API could read another address.')
  if (!isPlain(path) || UNSAFE_QUERY.test(query))
    return refused(400, 'The address holds characters or steps that the gateway does not pass.')
  if (NEEDLESS.test(path))
    return refused(
      400,
      'The address encodes letters or digits. Write them as they are: “search”, not “%73earch”.',
    )
  const parameters = readParameters(query)
  if (typeof parameters === 'string') return refused(400, parameters)
  if ([...path.split('/'), ...[...parameters.values()].flat()].some(isOwnSecret))
    return refused(400, OWN_SECRET)
  if (path === provider.account?.path) return { kind: 'me' }
  for (const operation of inOrder(provider)) {
    const form = listFormOf(provider, operation)
    const subject = subjectAt(path, parameters, form)
    if (subject === null) continue
    const twice = meantIn(form).find((name) => (parameters.get(name)?.length ?? 0) > 1)
    if (twice !== undefined) return refused(400, `The parameter “${twice}” is given twice.`)
    return { kind: 'page', request: requestOf(operation, subject, parameters, form), path: target }
  }
  const form = furtherFormAt(path, provider)
  if (form === null)
    return refused(
      404,
      'The team’s provider names no such address. Addresses are compared letter by letter, and {id} stands for digits.',
    )
  return { kind: 'further', form, path: target, maxItems: maxItemsOf(form, parameters) }
}

/**
 * Returns the maximum number of items that an answer may return: as many as ids are requested, if the path has a
 * parameter for them.
 */
function maxItemsOf({ ids, maximum }: FurtherPathFacts, parameters: QueryValues): number {
  const asked = ids === null ? [] : (parameters.get(ids) ?? []).flatMap((text) => text.split(','))
  return asked.length === 0 ? maximum : asked.length
}

interface Match {
  readonly pattern: RegExp
  /** Ignores case, as some servers do. */
  readonly loose: RegExp
}

interface FurtherMatch extends Match {
  readonly form: FurtherPathFacts
}

/** The paths of a provider: its lists', and its further paths in order of precedence. */
interface Matches {
  readonly lists: readonly Match[]
  readonly further: readonly FurtherMatch[]
}

const matchesByProvider = new WeakMap<Provider, Matches>()

/**
 * Finds the further path that matches a path. A literal step takes precedence over a placeholder. Null also if the
 * path is, apart from its case, a list's or that of a path with precedence.
 */
function furtherFormAt(path: string, provider: Provider): FurtherPathFacts | null {
  const { lists, further } = matchesByProvider.get(provider) ?? matchesOf(provider)
  const index = further.findIndex(({ pattern }) => pattern.test(path))
  const isOtherCase = ({ pattern, loose }: Match) => !pattern.test(path) && loose.test(path)
  if (index < 0 || [...lists, ...further.slice(0, index)].some(isOtherCase)) return null
  return further[index]?.form ?? null
}

function matchesOf(provider: Provider): Matches {
  const lists = OPERATION_NAMES.map((operation) => matchOf(listFormOf(provider, operation).path))
  const matches = { lists, further: furtherOf(provider) }
  matchesByProvider.set(provider, matches)
  return matches
}

function furtherOf({ paths, lookup }: Provider): readonly FurtherMatch[] {
  const ofPaths = paths.map(({ path, ...form }) => ({ path, form: { ...form, id: null } }))
  // A look-up through the gateway is the same call as one of Purser's own.
  const ofUser = {
    name: LOOK_UP_OPERATION,
    items: null,
    holds: 'people',
    ids: null,
    maximum: 1,
    rate: null,
  } as const
  const lookUps = lookup ? [{ path: lookup.path, form: { ...ofUser, id: lookup.id } }] : []
  return [...ofPaths, ...lookUps]
    .toSorted((one, other) => (orderOf(one.path) < orderOf(other.path) ? -1 : 1))
    .map(({ path, form }) => ({ form, ...matchOf(path) }))
}

/** Sorts step by step, those without a placeholder first. */
const orderOf = (path: string): string =>
  path
    .split('/')
    .map((step) => (step.includes('{') ? '1' : '0'))
    .join('')

function matchOf(path: string): Match {
  const source = path
    .split(/(\{\w+\})/)
    .map((part, index) => {
      if (index % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      return part === '{id}' ? '\\d+' : '[^/]+'
    })
    .join('')
  return { pattern: new RegExp(`^${source}$`), loose: new RegExp(`^${source}$`, 'i') }
}

/** Returns whether a text is a secret of Purser's own, which a client may send in a parameter as well. */
const isOwnSecret = (text: string): boolean => isGatewayToken(text) || isApiToken(text)

const OWN_SECRET =
  'The address holds a gateway key or token of Purser, which the API would get. Send it in a header only.'

const DOUBLED_SLASH =
  'The address has a doubled slash, “//”. Take one away: a base address that ends in a slash was joined with a path that begins with one.'

const refused = (status: CallRejectionReason['status'], message: string): CallRejectionReason => ({
  kind: 'refused',
  status,
  message,
})

const isPlain = (path: string): boolean =>
  path.startsWith('/') &&
  !UNSAFE.test(path) &&
  path
    .slice(1)
    .split('/')
    .every((step) => !STEP.test(step))

/** Sorts paths without a user in them first: another operation's could take one of its steps for a user. */
const inOrder = (provider: Provider): readonly Operation[] =>
  OPERATION_NAMES.toSorted((one, other) => placesIn(provider, one) - placesIn(provider, other))

const placesIn = (provider: Provider, operation: Operation): number =>
  listFormOf(provider, operation).subject.in === 'path' ? 1 : 0

/** Values of each parameter, in order. */
type QueryValues = ReadonlyMap<string, readonly string[]>

/** Reads the query's parameters. Returns a sentence if they cannot be read. */
function readParameters(query: string): QueryValues | string {
  const parameters = new Map<string, string[]>()
  for (const part of query.split('&').filter((each) => each !== '')) {
    const at = part.indexOf('=')
    const name = decoded(at < 0 ? part : part.slice(0, at))
    const value = decoded(at < 0 ? '' : part.slice(at + 1))
    if (name === null || value === null) return 'The query holds a % that encodes nothing.'
    const known = parameters.get(name)
    if (known) known.push(value)
    else parameters.set(name, [value])
  }
  return parameters
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

/**
 * Returns the parameters whose meaning the provider knows. If one is given twice, it is unknown which value the
 * upstream uses.
 */
const meantIn = ({ subject, count, cursor, product }: ListForm): readonly string[] =>
  [
    subject.in === 'query' ? subject.name : null,
    ...[count.name, ...count.aliases, cursor.send, product?.name],
  ].filter((name) => typeof name === 'string')

/** Returns the requested user or words if the path is that of a list; null if it is not. */
function subjectAt(
  path: string,
  parameters: QueryValues,
  { path: template, subject }: ListForm,
): string | null {
  if (subject.in === 'query') return path === template ? (parameters.get(subject.name)?.[0] ?? '') : null
  const [before = '', after = ''] = template.split('{user}')
  if (!path.startsWith(before) || !path.endsWith(after)) return null
  const user = path.slice(before.length, path.length - after.length)
  return user === '' || user.includes('/') || path.length < before.length + after.length
    ? null
    : decoded(user)
}

function requestOf(
  operation: Operation,
  subject: string,
  parameters: QueryValues,
  { count: { name, aliases }, cursor: { send } }: ListForm,
): PageRequest {
  const names = name === null ? aliases : [name, ...aliases]
  const counts = names.flatMap((each) => countOf(parameters.get(each)?.[0]) ?? [])
  const count = counts.length === 0 ? undefined : Math.max(...counts)
  const cursor = parameters.get(send)?.[0]
  return { operation, subject, ...(count && { count }), ...(cursor !== undefined && { cursor }) }
}

/** Returns the requested number of items; undefined if it is unknown, so that a whole page is reserved. */
function countOf(text: string | undefined): number | undefined {
  // An upstream may read 0 as its default.
  if (text === undefined || !/^\d{1,6}$/.test(text) || Number(text) === 0) return undefined
  return Number(text)
}
