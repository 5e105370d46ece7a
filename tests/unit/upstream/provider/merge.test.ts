import { expect, test } from 'vitest'
import { defaultProvider, readProvider } from '@/lib/upstream/client'
import { fieldsOf, overridesBetween, sourcesOf, withOverrides } from '@/lib/upstream/providers/merge'

const deployment = readProvider({ searchPath: '/v1/find', price: { search: '0.2' }, balanceUnit: 'coins' })

test('a team fills some fields; the deployment and the defaults the others', () => {
  const provider = withOverrides(deployment, { searchPath: '/v1/tweets/search', price: { timeline: '1' } })
  expect(provider).toMatchObject({
    searchPath: '/v1/tweets/search',
    balanceUnit: 'coins',
    price: { timeline: '1', search: '0.2', followers: null },
    searchQueryParameter: 'q',
  })
  expect(sourcesOf(provider, { deployment, fromFile: deployment })).toMatchObject({
    searchPath: 'team',
    'price.timeline': 'team',
    'price.search': 'deployment',
    balanceUnit: 'deployment',
    'price.followers': 'default',
    searchQueryParameter: 'default',
  })
})

test('lists of names are replaced, never mixed', () => {
  const provider = withOverrides(deployment, { fields: { id: ['post_id'] } })
  expect(provider.fields.id).toEqual(['post_id'])
  expect(provider.fields.text).toEqual(defaultProvider.fields.text)
})

test('a team may take back what the deployment states', () => {
  const provider = withOverrides(deployment, { price: { search: null } })
  expect(provider.price.search).toBeNull()
  expect(sourcesOf(provider, { deployment, fromFile: deployment })['price.search']).toBe('team')
})

test('the overrides between two providers are the smallest that lead from one to the other', () => {
  const given = {
    searchPath: '/v1/tweets/search',
    balanceUnit: 'coins',
    fields: { id: ['post_id'], text: [...defaultProvider.fields.text] },
  }
  const provider = withOverrides(deployment, given)
  const overrides = overridesBetween(deployment, provider)
  expect(overrides).toEqual({ searchPath: '/v1/tweets/search', fields: { id: ['post_id'] } })
  expect(withOverrides(deployment, overrides)).toEqual(provider)
  expect(overridesBetween(provider, provider)).toEqual({})
})

test.each([
  [{ search: { path: 'no slash' } }, 'searchPath'],
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

test('what is known of the built-in sandbox does not come from the provider file', () => {
  const known = withOverrides(deployment, { price: { timeline: '0.1' }, chargeDelayMs: 0 })
  const sources = sourcesOf(known, { deployment: known, fromFile: deployment })
  expect(sources).toMatchObject({
    'price.timeline': 'sandbox',
    chargeDelayMs: 'sandbox',
    'price.search': 'deployment',
    timeZone: 'default',
  })
  const own = withOverrides(known, { price: { timeline: '0.3' } })
  expect(sourcesOf(own, { deployment: known, fromFile: deployment })['price.timeline']).toBe('team')
})

test('every field has a dotted name of its own', () => {
  const names = [...fieldsOf(defaultProvider).keys()]
  expect(names).toEqual(expect.arrayContaining(['searchPath', 'fields.id', 'search.items', 'price.search']))
  expect(new Set(names).size).toBe(names.length)
})
