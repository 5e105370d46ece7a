import { type ByOperation, OPERATIONS, type Operation } from '@/lib/kernel'
import { listOf, type Provider } from '@/lib/upstream/client'

/** Paths where services of this kind answer searches, and their names for the query parameter. */
const SEARCH_PATHS = [
  '/v1/search',
  '/v1/tweets/search',
  '/v1/search/tweets',
  '/v1/posts/search',
  '/v1/search/posts',
  '/v1/find/posts',
  '/v1/tweet/advanced_search',
  '/v1/twitter/search',
]
const SEARCH_PARAMETERS = ['q', 'query', 'keywords', 'text', 'keyword', 'search', 'term']
const FOLLOWERS_PATHS = [
  '/v1/users/{user}/followers',
  '/v1/followers/{user}',
  '/v1/user/{user}/followers',
  '/v1/accounts/{user}/followers',
  '/v1/accounts/{user}/follower-list',
  '/v1/users/{user}/follower-list',
]

const unique = (first: string, rest: readonly string[]): string[] => [...new Set([first, ...rest])]

/** Paths where usual services answer each operation. The timeline's path is given by the interface. */
const USUAL_PATHS: ByOperation<readonly string[]> = {
  timeline: [],
  search: SEARCH_PATHS,
  followers: FOLLOWERS_PATHS,
}

/** Returns the paths to try, the provider's own first. */
export function candidatePaths(operation: Operation, provider: Provider): string[] {
  const { path, subject } = listOf(provider, operation)
  // Usual paths fit only the usual form: a user in the path, or words in the query.
  const isUsual = subject.in === (OPERATIONS[operation].subject === 'query' ? 'query' : 'path')
  return unique(path, isUsual ? USUAL_PATHS[operation] : [])
}

/** Returns the providers to try at a path, one for each likely name of the search parameter. */
export function candidatesAt(path: string, operation: Operation, provider: Provider): Provider[] {
  const form = listOf(provider, operation)
  const there = { ...provider, [operation]: { ...form, path } }
  if (OPERATIONS[operation].subject !== 'query' || form.subject.in !== 'query') return [there]
  return unique(form.subject.name, SEARCH_PARAMETERS).map((name) => ({
    ...there,
    [operation]: { ...form, path, subject: { ...form.subject, name } },
  }))
}

/**
 * Returns the maximum number of calls that the search for an operation can take. All but the last were refused, and
 * refusals are free.
 */
export function mostCalls(operation: Operation, provider: Provider): number {
  const paths = candidatePaths(operation, provider)
  const parameters = candidatesAt(paths[0] ?? '', operation, provider).length
  return Math.min(paths.length + parameters - 1, MAX_TRIES)
}

/** Maximum number of calls for one operation, however a service answers. */
export const MAX_TRIES = 16
