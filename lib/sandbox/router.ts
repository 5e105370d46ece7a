/** What a path asks for. */
export type Route =
  | { readonly name: 'me' }
  | { readonly name: 'timeline' | 'followers'; readonly user: string }
  | { readonly name: 'search' }

const USER_LIST = /^\/v1\/users\/([^/]+)\/(tweets|followers)$/

/** All endpoints lie under this path (section "Versioning"). */
export const isUnderVersion = (path: string): boolean => path.startsWith('/v1/')

/** Finds the endpoint of a path, or null (section "Endpoints"; the paths not shown there are the sandbox's own). */
export function findRoute(path: string): Route | null {
  if (path === '/v1/me') return { name: 'me' }
  if (path === '/v1/search') return { name: 'search' }
  const [, encoded, list] = USER_LIST.exec(path) ?? []
  const user = encoded === undefined ? null : decode(encoded)
  if (user === null) return null
  return { name: list === 'tweets' ? 'timeline' : 'followers', user }
}

function decode(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}
