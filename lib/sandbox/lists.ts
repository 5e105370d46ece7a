import { Refusal } from './answers'
import type { Catalogue } from './catalogue'
import { OPERATIONS } from './operations'
import type { ListPage, ListSubject, ReadPage } from './pages'
import { readCount, readProduct, readQueryText } from './parameters'
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
    if (!person) throw new Refusal(404, 'There is no such user.')
    return { operation: route.name, person }
  }

  return (route, query) => {
    const { parameters, keyHash, now, preset } = query
    const count = readCount(parameters, route.name, preset)
    const page = readPage(subjectOf(route, query), {
      keyHash,
      cursor: parameters.get('cursor'),
      count,
      maxCount: OPERATIONS[route.name].maxCount,
      now,
    })
    if (!page)
      throw new Refusal(400, 'cursor is not valid here: send next_cursor back unchanged, with the same key.')
    return page
  }
}
