import { Refusal } from './answers'
import type { Catalogue, Person, Slice, SliceRequest, Tweet, User } from './catalogue'
import type { PageSizes } from './count-habits'
import type { Binding, Cursors } from './cursors'
import type { SandboxOperation } from './operations'
import { readCount, readProduct, readQueryText } from './parameters'
import type { Preset } from './presets'
import type { Route } from './router'

/** The items of a page, and the cursor to the next one: null on the last. */
export interface ListPage {
  readonly operation: SandboxOperation
  readonly items: readonly (Tweet | User)[]
  readonly nextCursor: string | null
}

interface List {
  readonly subject: Binding
  read(request: SliceRequest): Slice<Tweet | User>
}

type ListRoute = Exclude<Route, { name: 'me' }>

interface ListQuery {
  readonly parameters: URLSearchParams
  readonly keyHash: string
  /** Milliseconds since 1970. */
  readonly now: number
  readonly preset: Preset
}

export type ListReader = (route: ListRoute, query: ListQuery) => ListPage

/** Reads pages of the three lists; refuses unknown users, bad parameters and cursors that are not this list's. */
export function createListReader(
  catalogue: Catalogue,
  cursors: Cursors,
  sizes: Pick<PageSizes, 'sizeOf'>,
): ListReader {
  const find = (user: string): Person => {
    const person = catalogue.find(user)
    if (!person) throw new Refusal(404, 'There is no such user.')
    return person
  }
  const open = (route: ListRoute, { parameters, preset }: ListQuery): List => {
    if (route.name === 'search') {
      const query = readQueryText(parameters, preset.queryParameter)
      const product = readProduct(parameters)
      return { subject: [query, product], read: (request) => catalogue.search(query, product, request) }
    }
    const person = find(route.user)
    const read = route.name === 'timeline' ? catalogue.timeline : catalogue.followers
    return { subject: [person.id], read: (request) => read(person, request) }
  }

  return (route, query) => {
    const { parameters, keyHash, now, preset } = query
    const count = readCount(parameters, route.name, preset)
    const list = open(route, query)
    const binding = [keyHash, route.name, ...list.subject]
    const cursor = parameters.get('cursor')
    const place = cursor === null ? { asOf: now, after: null } : cursors.open(cursor, binding)
    if (!place)
      throw new Refusal(400, 'cursor is not valid here: send next_cursor back unchanged, with the same key.')
    const { items, next } = list.read({ ...place, count: sizes.sizeOf(route.name, count) })
    const nextCursor = next === null ? null : cursors.seal({ asOf: place.asOf, after: next }, binding)
    return { operation: route.name, items, nextCursor }
  }
}
