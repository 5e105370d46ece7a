import fc from 'fast-check'
import { ROUTES } from '../access-table'
import type { AllThings } from '../two-teams'
import { hostileText } from './hostile'

/** Parameters that the routes know, and some that they do not. */
const NAMES = [
  ...['team', 'searches', 'format', 'text', 'only', 'sort', 'from', 'to', 'count', 'environment', 'actor'],
  ...['kind', 'before', 'after', '__proto__', 'constructor', 'a'],
] as const

const VALUES = [
  ...[
    'csv',
    'xlsx',
    'jsonl',
    'parquet',
    'all',
    'new',
    'hidden',
    'noted',
    'newest',
    'author',
    '0',
    '1',
    '500',
  ],
  ...['501', '-1', '1e3', '2026-01-01', '2026-12-31', '2099-12-01', '2026-02-30', 'key', 'wallet', 'system'],
]

/** Routes of a team; the others read nothing from an address. */
const FILES = Object.entries(ROUTES).filter(([, { path }]) => path !== undefined)

export interface RouteInput {
  readonly file: string
  readonly path: string
}

/** Returns addresses of the team's routes with parameters removed, replaced, doubled or made up. */
export function routePaths(
  team: string,
  teams: readonly string[],
  all: readonly AllThings[],
): fc.Arbitrary<RouteInput> {
  const ids = all.flatMap((things) => Object.values(things))
  const value = fc.oneof(hostileText, fc.constantFrom(...VALUES, ...teams, ...ids))
  const change = fc.tuple(fc.constantFrom(...NAMES), value, fc.constantFrom('set', 'append', 'delete'))
  return fc
    .record({
      route: fc.constantFrom(...FILES),
      things: fc.constantFrom(...all),
      changes: fc.array(change, { maxLength: 4 }),
      id: fc.option(value, { nil: null, freq: 4 }),
    })
    .map(({ route: [file, { path }], things, changes, id }) => {
      const [place = '', query = ''] = (path?.(team, things) ?? '').split('?')
      const parameters = new URLSearchParams(query)
      for (const [name, text, how] of changes) {
        if (how === 'delete') parameters.delete(name)
        else parameters[how](name, text)
      }
      const known = /[0-9a-f-]{36}/
      const there = id === null ? place : place.replace(known, () => encodeURIComponent(id.toWellFormed()))
      return { file, path: `${there}?${parameters}` }
    })
}
