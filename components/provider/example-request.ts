import { OPERATIONS, type Operation } from '@/lib/kernel'

/** The result of reading an example request: the form's texts by name, or why it says nothing. */
export type ReadExample =
  | { readonly values: Readonly<Record<string, string>>; readonly problem: null }
  | { readonly values: null; readonly problem: string }

const MAX_LENGTH = 5000
/** Paths of the interface document, whose lists all take these parameters; an example may leave them out. */
const INTERFACE = /^\/v1\//
const COUNTS = [
  'count',
  'limit',
  'pageSize',
  'page_size',
  'max_results',
  'maxResults',
  'per_page',
  'perPage',
  'size',
]
const CURSORS = [
  ...['cursor', 'next_cursor', 'nextCursor', 'pagination_token', 'next_token', 'nextToken', 'page_token'],
  ...['pageToken', 'continuation_token', 'continuation', 'after'],
]
const ORDERS = [
  'product',
  'queryType',
  'query_type',
  'sort_order',
  'sortOrder',
  'sort_by',
  'sort',
  'order',
  'type',
]
/** Names of orders at services: newest first, and most relevant first. */
const ORDER_VALUES = [
  ['Latest', 'Top'],
  ['latest', 'top'],
  ['recency', 'relevancy'],
  ['recent', 'popular'],
  ['recent', 'relevant'],
  ['newest', 'relevance'],
] as const
const WORDS = ['q', 'query', 'keywords', 'keyword', 'search', 'term', 'text']
const USERS = [
  ...['userName', 'username', 'user_name', 'screen_name', 'screenName', 'handle', 'user', 'account'],
  ...['userId', 'user_id', 'userid', 'id', 'account_id'],
]
/**
 * Names of parameters that hold a key. In a URL everything on the way sees a key, so Purser sends it only in a header.
 */
const KEYS = /^(api[_-]?key|key|token|access[_-]?token|secret|apikey)$/i
const PLACEHOLDER = /^(\{.+\}|<.+>|\[.+\]|:\w+|\$\w+|\$\{.+\}|[A-Z][A-Z_]+)$/
/** Names of the collections that contain a user. */
const COLLECTION = /^(users?|accounts?|profiles?|followers?|people)$/i
/** Steps of a path that name what is requested, and never a user. */
const NOUN = /^(tweets?|posts?|timeline|last_tweets|search|list|followers?|follower-list|info|by|v?\d)$/i
const NO_KEY_HEADERS =
  /^(accept.*|content-.*|user-agent|cookie|host|origin|referer|cache-control|x-rapidapi-host)$/i

const refused = (problem: string): ReadExample => ({ values: null, problem })

type Parameters = ReadonlyMap<string, string>

/**
 * Reads an example request of the provider's documentation, such as a line of curl. It is read only in the browser,
 * because an example may hold a key. `prefix` is the path of the service's address.
 */
export function readExample(text: string, prefix: string): ReadExample {
  const words = wordsIn(text.slice(0, MAX_LENGTH))
  const address = words.find((word) => /^https?:\/\//i.test(word))
  if (address === undefined) return refused('It contains no address that begins with http:// or https://.')
  if (/(^|\s)(-X|--request)[\s=]*['"]?(POST|PUT|PATCH|DELETE)\b/i.test(text))
    return refused('It is not a GET request. Purser only sends GET requests.')
  // Matched as text: a URL parser would escape a placeholder's braces and brackets.
  const [, wholePath = '', query = ''] = /^https?:\/\/[^/?#]*([^?#]*)\??([^#]*)/i.exec(address) ?? []
  const path = below(wholePath, prefix)
  if (path === '') return refused('Its address has no path.')
  const given: Parameters = new Map(new URLSearchParams([query, ...dataIn(words)].join('&')))
  const secret = [...given.keys()].find((name) => KEYS.test(name))
  if (secret !== undefined)
    return refused(`It sends the key in the parameter ${secret}. Purser sends keys in a header only.`)
  const operation = operationOf(path, given)
  const asked =
    OPERATIONS[operation].subject === 'query' ? wordsOf(path, given) : userOf(operation, path, given)
  if (asked.values === null) return asked
  const { subject, ...values } = asked.values
  const named = (field: string, text: string) => ({ [`${operation}.${field}`]: text })
  return {
    values: { ...values, ...pagesOf(operation, path, without(given, subject), named), ...keyHeaderIn(words) },
    problem: null,
  }
}

function operationOf(path: string, given: Parameters): Operation {
  if (/follow/i.test(path)) return 'followers'
  if (/search|find/i.test(path) || firstOf(WORDS, given) !== null) return 'search'
  return firstOf(USERS, given) !== null || placeOfUser(path) > 0 ? 'timeline' : 'search'
}

/** Finds the parameter of a search's words: by its usual name, or because it is the only one. */
function wordsOf(path: string, given: Parameters): ReadExample {
  const rest = [...given.keys()].filter((name) => ![...COUNTS, ...CURSORS, ...ORDERS].includes(name))
  if (rest.length === 0)
    return refused('It is neither a search, which has its words in a parameter, nor a list of a user.')
  const parameter = firstOf(WORDS, given) ?? rest[0] ?? ''
  if (rest.length > 1 && !WORDS.includes(parameter))
    return refused(`Which of its parameters holds the words? Leave out all but one: ${rest.join(', ')}.`)
  return {
    values: {
      'search.path': path,
      'search.subject.in': 'query',
      'search.subject.name': parameter,
      subject: parameter,
    },
    problem: null,
  }
}

/**
 * Finds the user: in a parameter with a usual name, or in the path, at a placeholder or after the name of a
 * collection.
 */
function userOf(operation: Operation, path: string, given: Parameters): ReadExample {
  const parameter = firstOf(USERS, given)
  if (parameter !== null) {
    return {
      values: {
        [`${operation}.path`]: path,
        [`${operation}.subject.in`]: 'query',
        [`${operation}.subject.name`]: parameter,
        [`${operation}.subject.is`]: kindOf(parameter, given.get(parameter) ?? ''),
        subject: parameter,
      },
      problem: null,
    }
  }
  const steps = path.split('/')
  const index = placeOfUser(path)
  if (index <= 0) return refused('It names no user. Write {user} in place of the user.')
  const user = decode(steps[index] ?? '')
  return {
    values: {
      [`${operation}.path`]: steps.map((step, at) => (at === index ? '{user}' : step)).join('/'),
      [`${operation}.subject.in`]: 'path',
      [`${operation}.subject.is`]: kindOf('', user),
      subject: '',
    },
    problem: null,
  }
}

function placeOfUser(path: string): number {
  const steps = path.split('/')
  const placeholder = steps.findIndex((step) => PLACEHOLDER.test(decode(step)))
  if (placeholder >= 0) return placeholder
  return steps.findIndex((step, at) => {
    const before = steps[at - 1]
    return before !== undefined && COLLECTION.test(before) && step !== '' && !NOUN.test(step)
  })
}

/**
 * Returns the kind of user: an id if the value is a number or its place is named after one; anything else is sent as
 * typed.
 */
function kindOf(parameter: string, user: string): 'id' | 'any' {
  const isNamedSo = /(^|_)id$|[a-z]Id$/.test(parameter) || /(^|\W|_)id\W*$|[a-z]Id\W*$/.test(user)
  return /^\d{3,}$/.test(user) || isNamedSo ? 'id' : 'any'
}

/** Reads the parameters besides the subject: page size, next page, order, and what is always sent. */
function pagesOf(
  operation: Operation,
  path: string,
  rest: Parameters,
  named: (field: string, text: string) => Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const isInterface = INTERFACE.test(path)
  const [count, cursor] = [firstOf(COUNTS, rest), firstOf(CURSORS, rest)]
  const order = operation === 'search' ? orderOf(rest) : null
  const used = [count, cursor, order?.name]
  const fixed = [...rest].filter(
    ([name, value]) => !used.includes(name) && value !== '' && !PLACEHOLDER.test(value),
  )
  return {
    // Parameters that a documented request does not name are not sent, because some services refuse unknown ones.
    ...((count !== null || !isInterface) && named('count.name', count ?? '')),
    ...(cursor !== null && named('cursor.send', cursor)),
    ...(operation === 'search' &&
      (order !== null || !isInterface) &&
      named('product', order ? `${order.name}: ${order.latest}, ${order.top}` : '')),
    ...((fixed.length > 0 || !isInterface) &&
      named('fixed', fixed.map(([name, value]) => `${name}=${value}`).join('&'))),
  }
}

function orderOf(rest: Parameters) {
  for (const name of ORDERS) {
    const value = rest.get(name)
    const pair = ORDER_VALUES.find((each) => value !== undefined && each.some((known) => known === value))
    if (pair) return { name, latest: pair[0], top: pair[1] }
  }
  return null
}

const firstOf = (names: readonly string[], given: Parameters): string | null =>
  names.find((name) => given.has(name)) ?? null

const without = (given: Parameters, name = ''): Parameters =>
  new Map([...given].filter(([each]) => each !== name))

/** Splits a command line into words, without quotes and line ends. */
const wordsIn = (text: string): string[] =>
  [...text.replace(/\\\r?\n/g, ' ').matchAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|([^\s'"]+)/g)].map(
    ([, single, double, plain]) => single ?? double?.replace(/\\(.)/g, '$1') ?? plain ?? '',
  )

/** Returns what curl -G adds to the query. */
const dataIn = (words: readonly string[]): string[] =>
  words.flatMap((word, at) =>
    /^(-d|--data(-urlencode|-raw|-binary)?)$/.test(word) ? [words[at + 1] ?? ''] : [],
  )

/** Finds the header with the key: authorization, or one that is named after a key or token. Its value is not kept. */
function keyHeaderIn(words: readonly string[]): Readonly<Record<string, string>> {
  const headers = words.flatMap((word, at) => {
    // In a program, name and value are two texts with a colon in between.
    const line = words[at + 1] === ':' ? `${word}: ${words[at + 2] ?? ''}` : word
    const [, name, value = ''] = /^([A-Za-z][\w-]*):\s*(.*)$/s.exec(line) ?? []
    if (name === undefined || /^https?$/i.test(name) || NO_KEY_HEADERS.test(name)) return []
    return [{ name: name.toLowerCase(), value: value === '' ? (words[at + 1] ?? '') : value }]
  })
  const found = headers.find(({ name }) => name === 'authorization' || /key|token/.test(name))
  if (!found) return {}
  const scheme = /^(bearer|token|apikey|key)(\s|$)/i.exec(found.value)?.[1] ?? ''
  return {
    'auth.header': found.name,
    'auth.scheme': scheme === '' && found.name === 'authorization' ? schemeOfBare(found.value) : scheme,
  }
}

/** Returns the word before the key. A single word is the key itself, unless a placeholder stands for all of it. */
const schemeOfBare = (value: string): string => (value === '' || PLACEHOLDER.test(value) ? 'Bearer' : '')

/** Returns the path below that of the service's address. */
function below(path: string, prefix: string): string {
  const rest = prefix !== '' && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path
  return rest.replace(/\/$/, '')
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
