import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultProvider, readProvider } from '@/lib/upstream/client'
import {
  fieldSourcesOf,
  flattenProvider,
  overridesBetween,
  withOverrides,
} from '@/lib/upstream/providers/merge'
import { providers } from '../client/arbitraries'

const deployment = readProvider({
  search: { path: '/v1/find' },
  price: { search: '0.2' },
  balanceUnit: 'coins',
})

test('a team sets some fields; the deployment and the defaults set the others', () => {
  const provider = withOverrides(deployment, {
    search: { path: '/v1/tweets/search' },
    price: { timeline: '1' },
  })
  expect(provider).toMatchObject({
    search: { path: '/v1/tweets/search', subject: { name: 'q' } },
    balanceUnit: 'coins',
    price: { timeline: { perItem: '1' }, search: { perItem: '0.2' }, followers: null },
  })
  expect(fieldSourcesOf(provider, { deployment, fromFile: deployment })).toMatchObject({
    'search.path': 'team',
    'price.timeline': 'team',
    'price.search': 'deployment',
    balanceUnit: 'deployment',
    'price.followers': 'default',
    'search.subject.name': 'default',
  })
})

test('lists of names are replaced, never merged', () => {
  const provider = withOverrides(deployment, { fields: { id: ['post_id'] } })
  expect(provider.fields.id).toEqual(['post_id'])
  expect(provider.fields.text).toEqual(defaultProvider.fields.text)
})

test('a team may remove what the deployment sets', () => {
  const provider = withOverrides(deployment, { price: { search: null } })
  expect(provider.price.search).toBeNull()
  expect(fieldSourcesOf(provider, { deployment, fromFile: deployment })['price.search']).toBe('team')
})

test('the overrides between two providers are the smallest that lead from one to the other', () => {
  const given = {
    search: { path: '/v1/tweets/search' },
    balanceUnit: 'coins',
    fields: { id: ['post_id'], text: [...defaultProvider.fields.text] },
  }
  const provider = withOverrides(deployment, given)
  const overrides = overridesBetween(deployment, provider)
  expect(overrides).toEqual({ search: { path: '/v1/tweets/search' }, fields: { id: ['post_id'] } })
  expect(withOverrides(deployment, overrides)).toEqual(provider)
  expect(overridesBetween(provider, provider)).toEqual({})
})

test.each([
  [{ search: { path: 'no slash' } }, 'search.path'],
  [{ search: { cursor: { read: 'a b' } } }, 'search.cursor.read'],
  [{ fields: { id: [] } }, 'fields.id'],
  [{ fields: 'all' }, 'fields'],
  [{ nonsense: 1 }, 'nonsense'],
  [{ price: { search: '1,5' } }, 'price.search'],
])('%j is refused by the field’s name', (overrides, field) => {
  expect(() => withOverrides(deployment, overrides)).toThrow(
    expect.objectContaining({
      code: 'invalid',
      fields: expect.objectContaining({ [field]: expect.any(String) }),
    }),
  )
})

test('what is known about the built-in sandbox does not come from the provider file', () => {
  const known = withOverrides(deployment, { price: { timeline: '0.1' }, chargeDelayMs: 0 })
  const sources = fieldSourcesOf(known, { deployment: known, fromFile: deployment })
  expect(sources).toMatchObject({
    'price.timeline': 'sandbox',
    chargeDelayMs: 'sandbox',
    'price.search': 'deployment',
    timeZone: 'default',
  })
  const own = withOverrides(known, { price: { timeline: '0.3' } })
  expect(fieldSourcesOf(own, { deployment: known, fromFile: deployment })['price.timeline']).toBe('team')
})

test('every field has its own dotted name', () => {
  const names = [...flattenProvider(defaultProvider).keys()]
  expect(names).toEqual(
    expect.arrayContaining([
      ...['search.path', 'fields.id', 'search.items', 'price.search', 'auth.header', 'key.length'],
      ...['timeline.subject.is', 'timeline.count.name', 'followers.cursor.none', 'rateHeaders.reset'],
    ]),
  )
  expect(new Set(names).size).toBe(names.length)
})

test('groups are merged at any depth', () => {
  const provider = withOverrides(deployment, {
    search: { cursor: { more: 'has_more' }, subject: { name: 'query' } },
    auth: { scheme: 'Bearer' },
  })
  expect(provider.search).toMatchObject({
    path: '/v1/find',
    subject: { in: 'query', name: 'query', is: 'any' },
    cursor: { send: 'cursor', read: 'next_cursor', none: [], more: 'has_more' },
  })
  expect(provider.auth).toEqual({ header: 'x-api-key', scheme: 'Bearer', also: {} })
  expect(overridesBetween(deployment, provider)).toEqual({
    search: { cursor: { more: 'has_more' }, subject: { name: 'query' } },
    auth: { scheme: 'Bearer' },
  })
})

test('a group that may be absent is one field, and so are parameters and headers that are always sent', () => {
  const of = (overrides: object) => withOverrides(deployment, overrides)
  const full = of({
    rate: { requests: 120, perMs: 60_000 },
    lookup: { path: '/users/{user}' },
    timeline: { rate: { requests: 900, perMs: 900_000 }, fixed: { lang: 'en' } },
    auth: { also: { 'x-host': 'a' } },
  })
  const names = [...flattenProvider(full).keys()]
  const whole = [
    'account',
    'rate',
    'lookup',
    'timeline.rate',
    'search.product',
    'timeline.fixed',
    'auth.also',
  ]
  expect(names).toEqual(expect.arrayContaining(whole))
  const parts = names.filter((name) => whole.some((each) => name.startsWith(`${each}.`)))
  expect(parts).toEqual([])
  // The fields are the same whether or not a group is present.
  const without = of({ account: null, search: { product: null } })
  expect([...flattenProvider(without).keys()].sort()).toEqual([...flattenProvider(full).keys()].sort())
  // Fixed parameters are replaced as a whole, so that one can be removed.
  expect(withOverrides(full, { timeline: { fixed: { region: 'de' } } }).timeline.fixed).toEqual({
    region: 'de',
  })
})

test('an absent group can be added, and a present one removed', () => {
  const none = withOverrides(deployment, { account: null, search: { product: null } })
  expect(none.account).toBeNull()
  expect(none.search.product).toBeNull()
  expect(overridesBetween(deployment, none)).toEqual({ account: null, search: { product: null } })
  const again = withOverrides(none, { account: { path: '/me' } })
  expect(again.account).toEqual({ ...defaultProvider.account, path: '/me' })
  const part = withOverrides(deployment, { account: { path: '/me' } })
  expect(part.account).toEqual({ ...defaultProvider.account, path: '/me' })
  expect(withOverrides(deployment, overridesBetween(deployment, part))).toEqual(part)
})

test('whatever a team changes, its overrides lead to the same provider again, even through JSON', () => {
  fc.assert(
    fc.property(providers, providers, (base, provider) => {
      const overrides: unknown = JSON.parse(JSON.stringify(overridesBetween(base, provider)))
      expect(withOverrides(base, overrides)).toEqual(provider)
    }),
  )
})
