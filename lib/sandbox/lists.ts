import { RefusalError } from './answers'
import type { Catalogue, Product } from './catalogue'
import { MIN_PAGE_ITEMS, SANDBOX_OPERATIONS, type SandboxOperation } from './operations'
import type { ListPage, ListSubject, ReadPage } from './pages'
import type { Preset } from './presets'
import type { Route } from './router'

type ListRoute = Exclude<Route, { name: 'me' }>

interface ListQuery {
  readonly parameters: URLSearchParams
  readonly keyHash: string
  /** Milliseconds since 1970. */
  readonly now: number
  readonly preset: Preset
}

export type ListReader = (route: ListRoute, query: ListQuery) => ListPage

/**
 * Creates the reader of the three lists' pages. It refuses unknown users, bad parameters and cursors of another list.
 */
export function createListReader({ find }: Pick<Catalogue, 'find'>, readPage: ReadPage): ListReader {
  const subjectOf = (route: ListRoute, { parameters, preset }: ListQuery): ListSubject => {
    if (route.name === 'search') {
      const query = readQueryText(parameters, preset.queryParameter)
      return { operation: 'search', query, product: readProduct(parameters) }
    }
    const person = find(route.user)
    if (!person) throw new RefusalError(404, 'There is no such user.')
    return { operation: route.name, person }
  }

  return (route, query) => {
    const { parameters, keyHash, now, preset } = query
    const count = readCount(parameters, route.name, preset)
    const page = readPage(subjectOf(route, query), {
      keyHash,
      cursor: parameters.get('cursor'),
      count,
      maxCount: SANDBOX_OPERATIONS[route.name].maxCount,
      now,
    })
    if (!page)
      throw new RefusalError(
        400,
        'cursor is not valid here: send next_cursor back unchanged, with the same key.',
      )
    return page
  }
}

const MAX_QUERY_LENGTH = 512

/**
 * Returns the page size: the requested count, within the floor and the operation's maximum. Refuses what is not a
 * count.
 */
function readCount(
  parameters: URLSearchParams,
  operation: SandboxOperation,
  { defaultCount, refusesLargeCount }: Preset,
): number {
  const { maxCount } = SANDBOX_OPERATIONS[operation]
  const text = parameters.get('count')
  if (text === null) return Math.min(defaultCount, maxCount)
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (count < 1) throw new RefusalError(400, 'count must be a whole number of at least 1.')
  if (count > maxCount && refusesLargeCount)
    throw new RefusalError(400, `count may be ${maxCount} at most here.`)
  return Math.min(Math.max(count, MIN_PAGE_ITEMS), maxCount)
}

/** Reads the words to search for. */
function readQueryText(parameters: URLSearchParams, name: string): string {
  const query = parameters.get(name)?.trim() ?? ''
  if (query === '') throw new RefusalError(400, `${name} is required: the words to search for.`)
  if (query.length > MAX_QUERY_LENGTH)
    throw new RefusalError(400, `${name} may have at most ${MAX_QUERY_LENGTH} characters.`)
  return query
}

/** Reads the order of a search: `Latest` by default. */
function readProduct(parameters: URLSearchParams): Product {
  const product = parameters.get('product') ?? 'Latest'
  if (product === 'Latest' || product === 'Top') return product
  throw new RefusalError(400, 'product must be Latest or Top.')
}
