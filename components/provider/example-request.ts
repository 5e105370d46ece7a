/** What an example request says about the provider: the form's fields by their names, or why it says nothing. */
export type ReadExample =
  | { readonly values: Readonly<Record<string, string>>; readonly problem: null }
  | { readonly values: null; readonly problem: string }

const LONGEST = 5000
/** Given by the interface; all else in a query can be what is searched for. */
const KNOWN = ['count', 'cursor', 'product']
const LIKELY = ['q', 'query', 'keywords', 'keyword', 'search', 'term', 'text']
const PLACEHOLDER = /^(\{.+\}|<.+>|\[.+\]|:\w+|\$\w+|\$\{.+\}|[A-Z][A-Z_]+)$/
/** Names of the collections that a user stands in. */
const COLLECTION = /^(users?|accounts?|profiles?|followers?|people)$/i

const refused = (problem: string): ReadExample => ({ values: null, problem })

/**
 * Reads an example request of the provider's documentation, such as a line of curl. It is read in the browser alone: an
 * example may hold a key. `prefix` is the path of the upstream's address.
 */
export function readExample(text: string, prefix: string): ReadExample {
  const words = wordsIn(text.slice(0, LONGEST))
  const address = words.find((word) => /^https?:\/\//i.test(word))
  if (address === undefined) return refused('It holds no address that begins with http:// or https://.')
  // A placeholder's braces and brackets would be escaped.
  const [, wholePath = '', query = ''] = /^https?:\/\/[^/?#]*([^?#]*)\??([^#]*)/i.exec(address) ?? []
  const path = pathIn(wholePath, prefix)
  if (path === null) return refused('Its path does not begin with /v1/, as every path of the interface does.')
  const parameters = [...new URLSearchParams([query, ...dataIn(words)].join('&')).keys()].filter(
    (name) => !KNOWN.includes(name),
  )
  const key = keyHeaderIn(words)
  if (/follow/i.test(path)) return followers(path, parameters, key)
  if (parameters.length === 0)
    return refused('It is neither a search, which has its words in a parameter, nor a list of followers.')
  const parameter = LIKELY.find((name) => parameters.includes(name)) ?? parameters[0] ?? ''
  if (parameters.length > 1 && !LIKELY.includes(parameter))
    return refused(
      `Which of its parameters holds the words? Leave out all but one: ${parameters.join(', ')}.`,
    )
  return { values: { 'search.path': path, 'search.subject.name': parameter, ...key }, problem: null }
}

function followers(path: string, parameters: readonly string[], key: object): ReadExample {
  const segments = path.split('/')
  const placeholder = segments.findIndex((segment) => PLACEHOLDER.test(decode(segment)))
  const after = segments.findIndex(
    (segment, at) =>
      COLLECTION.test(segment) && at + 1 < segments.length && !/follow/i.test(segments[at + 1] ?? ''),
  )
  const place = placeholder >= 0 ? placeholder : after + 1
  if (place <= 0)
    return refused(
      parameters.length > 0
        ? `It names the user in the parameter ${parameters[0]}. Purser can ask only where the user stands in the path.`
        : 'Its path names no user. Write {user} where the user stands.',
    )
  const named = segments.map((segment, at) => (at === place ? '{user}' : segment)).join('/')
  return { values: { 'followers.path': named, ...key }, problem: null }
}

/** The words of a command line, without quotes and line ends. */
const wordsIn = (text: string): string[] =>
  [...text.replace(/\\\r?\n/g, ' ').matchAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|([^\s'"]+)/g)].map(
    ([, single, double, plain]) => single ?? double?.replace(/\\(.)/g, '$1') ?? plain ?? '',
  )

/** What curl -G adds to the query. */
const dataIn = (words: readonly string[]): string[] =>
  words.flatMap((word, at) =>
    /^(-d|--data(-urlencode|-raw|-binary)?)$/.test(word) ? [words[at + 1] ?? ''] : [],
  )

function keyHeaderIn(words: readonly string[]): Readonly<Record<string, string>> {
  const names = words.flatMap((word) => /^(x-api-key|authorization):/i.exec(word)?.[1]?.toLowerCase() ?? [])
  return names[0] === undefined
    ? {}
    : { 'auth.header': names[0], 'auth.scheme': names[0] === 'authorization' ? 'Bearer' : '' }
}

/** Below the upstream's address; null if it is none of the interface's. */
function pathIn(path: string, prefix: string): string | null {
  const below = prefix !== '' && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path
  const start = below.indexOf('/v1/')
  return start < 0 ? null : below.slice(start).replace(/\/$/, '')
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
