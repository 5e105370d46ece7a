import type { Product } from '../catalogue'
import type { Wire } from '../form'
import type { SandboxOperation } from '../operations'
import type {
  FinderShape,
  ListShape,
  LookUpShape,
  ReportShape,
  ServiceShape,
  SizeShape,
  UserKind,
} from './service'
import { ServiceRefusal, withField } from './writing'

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
export function endpointsOf({
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
export function refuseUnknown(endpoint: ServiceEndpoint, parameters: URLSearchParams): void {
  const known = knownParameters(endpoint)
  for (const [name, value] of parameters)
    if (!known.includes(name)) throw new ServiceRefusal('badParameter', name, value)
}

/** Reads the words to search for. */
export function queryOf({ query: name = '' }: ListShape, parameters: URLSearchParams): string {
  const query = parameters.get(name)?.trim() ?? ''
  if (query === '') throw new ServiceRefusal('badParameter', name)
  return query
}

/** Reads the order of a search: newest first by default. */
export function productOf({ order }: ListShape, parameters: URLSearchParams): Product {
  const value = order && parameters.get(order.name)
  if (!order || value === null || value === order.values.Latest) return 'Latest'
  if (value === order.values.Top) return 'Top'
  throw new ServiceRefusal('badParameter', order.name, value)
}

/** Reads the number of items requested. */
export function countOf(size: SizeShape, parameters: URLSearchParams): number {
  if ('fixed' in size) return size.fixed
  const text = parameters.get(size.name)
  if (text === null) return size.usual
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (size.others === 'limited' && count > 0) return Math.min(Math.max(count, size.least), size.most)
  if (count < size.least || count > size.most) throw new ServiceRefusal('badParameter', size.name, text)
  return count
}

/** Returns the size of the largest page. */
export const mostOf = (size: SizeShape): number => ('fixed' in size ? size.fixed : size.most)

/** Returns what faults may do to the answer of an endpoint. */
export function wireOf({ lists }: ServiceShape, endpoint: ServiceEndpoint | undefined): Wire {
  const cursor = endpoint?.serves === 'list' ? endpoint.shape.cursor : null
  const fields = endpoint?.serves === 'report' ? endpoint.shape.fields : []
  const wrong = fields.flatMap((field) =>
    ['plenty', null, { credits: 5 }].map((value) => withField({}, field, value)),
  )
  return {
    asks: cursor ? 'page' : fields.length > 0 ? 'key info' : 'else',
    cursorParameters: cursor?.send ?? [],
    cursorField: cursor?.read ?? '',
    maxCountOf: (operation) => mostOf(lists[operation].size),
    wrongKeyInfos: [wrong[0] ?? {}, ...wrong.slice(1)],
  }
}
