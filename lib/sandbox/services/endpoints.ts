import type { SandboxOperation } from '../operations'
import type { ListShape, LookUpShape, ReportShape, ServiceShape, UserKind } from './service'

/** What one path of a service serves. */
export type ServiceEndpoint =
  | { readonly serves: 'list'; readonly operation: SandboxOperation; readonly shape: ListShape }
  | { readonly serves: 'look-up'; readonly shape: LookUpShape }
  | { readonly serves: 'report'; readonly shape: ReportShape }

/** An endpoint, and the step of the path that stands for a user. */
export interface FoundEndpoint {
  readonly endpoint: ServiceEndpoint
  readonly step: string | null
}

/** Finds what a path of a service serves; null where it is nothing. */
export function endpointsOf({
  lists,
  lookUps,
  reports,
}: ServiceShape): (path: string) => FoundEndpoint | null {
  const endpoints: readonly ServiceEndpoint[] = [
    { serves: 'list', operation: 'timeline', shape: lists.timeline },
    { serves: 'list', operation: 'search', shape: lists.search },
    { serves: 'list', operation: 'followers', shape: lists.followers },
    ...reports.map((shape) => ({ serves: 'report' as const, shape })),
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

/** Who is asked for: the name of what says so, the value (empty where it is missing), and what it should be. */
export function namedUser(
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

/** The parameters that an endpoint knows. */
export function knownParameters({ serves, shape }: ServiceEndpoint): readonly string[] {
  const users = shape.user && 'query' in shape.user ? Object.keys(shape.user.query) : []
  // Fields of users may be asked for wherever users are told.
  if (serves !== 'list') return [...users, 'user.fields', 'expansions', 'tweet.fields']
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
