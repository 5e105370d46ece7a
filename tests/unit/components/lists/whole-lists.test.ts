import { expect, test } from 'vitest'
import { arrange } from '@/components/lists/arrange'
import { listHref, listParams, sortingOf } from '@/components/lists/list-address'

interface Row {
  readonly name: string
  readonly role: string
  readonly spent: bigint | null
}

const ROWS: readonly Row[] = [
  { name: 'Key 10', role: 'b', spent: 5n },
  { name: 'key 2', role: 'a', spent: null },
  { name: 'Étude', role: 'a', spent: 7n },
]
const HOW = {
  words: ({ name }: Row) => name,
  filters: { role: ({ role }: Row) => role },
  sorts: { name: ({ name }: Row) => name, spent: ({ spent }: Row) => spent },
}
const namesOf = (params: Record<string, string>) => arrange(ROWS, params, HOW).map(({ name }) => name)

test('a list that is read whole keeps its own order unless the address names another', () => {
  expect(namesOf({})).toEqual(['Key 10', 'key 2', 'Étude'])
  expect(namesOf({ sort: 'name' })).toEqual(['Étude', 'key 2', 'Key 10'])
  expect(namesOf({ sort: '-name' })).toEqual(['Key 10', 'key 2', 'Étude'])
  expect(namesOf({ sort: 'no such column' })).toEqual(['Key 10', 'key 2', 'Étude'])
})

test('rows without a value come last in both directions', () => {
  expect(namesOf({ sort: 'spent' })).toEqual(['Key 10', 'Étude', 'key 2'])
  expect(namesOf({ sort: '-spent' })).toEqual(['Étude', 'Key 10', 'key 2'])
})

test('rows match if they contain all words, in any case, and the chosen filters', () => {
  expect(namesOf({ text: 'KEY 1' })).toEqual(['Key 10'])
  expect(namesOf({ text: 'e\u0301tude' })).toEqual(['Étude'])
  expect(namesOf({ role: 'a' })).toEqual(['key 2', 'Étude'])
  expect(namesOf({ role: 'a', text: 'key' })).toEqual(['key 2'])
  expect(namesOf({ role: 'c' })).toEqual([])
})

test('a click on a column head sorts by it, the next one reverses, and the default is not in the address', () => {
  const sorts = [
    { key: 'name', label: 'Name' },
    { key: 'spent', label: 'Spent', isDownFirst: true },
  ]
  const { current, hrefs } = sortingOf('/acme/keys', { text: 'a b' }, sorts, 'name')
  expect([current, hrefs]).toEqual([
    'name',
    { name: '/acme/keys?text=a+b&sort=-name', spent: '/acme/keys?text=a+b&sort=-spent' },
  ])
  const reversed = sortingOf('/acme/keys', { sort: '-name', after: 'x' }, sorts, 'name')
  expect(reversed.hrefs.name).toBe('/acme/keys')
  expect(sortingOf('/acme/keys', { sort: '-spent' }, sorts).hrefs.spent).toBe('/acme/keys?sort=spent')
})

test('another filter leads to the first page, and repeated or oversized parameters are ignored', () => {
  expect(listHref('/a', { text: 'x', after: '1', before: undefined }, { tag: 'y' })).toBe('/a?text=x&tag=y')
  expect(listHref('/a', { text: 'x' }, { text: undefined })).toBe('/a')
  const given = { text: ['a', 'b'], sort: 'x'.repeat(101), role: 'admin', other: 'y' }
  expect(listParams(given, ['text', 'sort', 'role'])).toEqual({ role: 'admin' })
})
