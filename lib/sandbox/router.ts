import type { Preset } from './presets'

/** The endpoint that a path leads to. */
export type Route =
  | { readonly name: 'me' }
  | { readonly name: 'timeline' | 'followers'; readonly user: string }
  | { readonly name: 'search' }

const TIMELINE_PATH = /^\/v1\/users\/([^/]+)\/tweets$/

/** Returns whether a path is below the version, as all endpoints are (section "Versioning"). */
export const isUnderVersion = (path: string): boolean => path.startsWith('/v1/')

/** Finds the endpoint of a path, or null (section "Endpoints"; the paths not shown there are the preset's). */
export function findRoute(path: string, { searchPath, followersPath }: Preset): Route | null {
  if (path === '/v1/me') return { name: 'me' }
  if (path === searchPath) return { name: 'search' }
  return userRoute('timeline', TIMELINE_PATH, path) ?? userRoute('followers', followersPath, path)
}

function userRoute(name: 'timeline' | 'followers', pattern: RegExp, path: string): Route | null {
  const [, encoded] = pattern.exec(path) ?? []
  const user = encoded === undefined ? null : decode(encoded)
  return user === null ? null : { name, user }
}

function decode(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}
