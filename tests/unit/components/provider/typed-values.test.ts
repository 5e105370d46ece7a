import { describe, expect, test } from 'vitest'
import { PROVIDER_FIELDS } from '@/components/provider/fields'
import {
  exportJson,
  fieldErrorAt,
  HIDDEN_OVERRIDES_NAME,
  importJson,
  toOverrides,
  toProviderTexts,
} from '@/components/provider/typed-values'
import { defaultProvider, type Provider, readProvider } from '@/lib/upstream/client'
import {
  flattenProvider,
  overridesBetween,
  readReadyProviders,
  withOverrides,
} from '@/lib/upstream/providers'

const valuesOf = (provider: Provider) => Object.fromEntries(flattenProvider(provider))
const textsOf = (provider: Provider, base = defaultProvider) =>
  toProviderTexts(valuesOf(provider), overridesBetween(base, provider))
const defaults = textsOf(defaultProvider)
const names = [...flattenProvider(defaultProvider).keys()]
const given = {
  search: { path: '/v1/tweets/search', items: 'data.posts', rate: { requests: 450, perMs: 900_000 } },
  fields: { id: ['post_id', 'id'] },
  price: { search: '0.2' },
  limits: { answerMs: 5000 },
  retryAfterUnit: 'milliseconds',
  rate: { requests: 120, perMs: 60_000 },
}
const own = withOverrides(defaultProvider, given)

test('the form has every field that is not a separate group, and no other', () => {
  const groups =
    /^(account|rate|plans|lookup|paths|sources|unconfirmed|auth\.also|rateHeaders\..*|\w+\.rate|(timeline|followers)\.product)$/
  const shown = PROVIDER_FIELDS.map(({ name }) => name)
  const plain = names.filter((name) => !groups.test(name))
  expect(shown.filter((name) => !name.startsWith('account.')).sort()).toEqual(
    plain.filter((name) => name !== 'search.subject.is').sort(),
  )
  expect(new Set(PROVIDER_FIELDS.map(({ label }) => label)).size).toBe(shown.length)
})

test('what is shown but untouched is sent unchanged, and so is what is not shown', () => {
  expect(withOverrides(defaultProvider, toOverrides(textsOf(own)))).toEqual(own)
  const back = withOverrides(
    own,
    toOverrides({ ...defaults, [HIDDEN_OVERRIDES_NAME]: textsOf(own)[HIDDEN_OVERRIDES_NAME] ?? '' }),
  )
  expect(back).toEqual(
    withOverrides(defaultProvider, { rate: given.rate, search: { rate: given.search.rate } }),
  )
})

test('each ready provider survives the form unchanged', async () => {
  for (const provider of Object.values(await readReadyProviders())) {
    const texts = textsOf(provider, provider)
    expect(texts[HIDDEN_OVERRIDES_NAME]).toBe('{}')
    expect(withOverrides(provider, toOverrides(texts))).toEqual(provider)
  }
})

test('a service without an account has none, whatever its other fields contain', () => {
  const typed = { ...defaults, 'account.path': '' }
  expect(withOverrides(defaultProvider, toOverrides(typed)).account).toBeNull()
  const none = withOverrides(defaultProvider, { account: null })
  const texts = textsOf(none)
  expect(texts['account.path']).toBe('')
  expect(withOverrides(defaultProvider, toOverrides(texts)).account).toBeNull()
  expect(JSON.parse(exportJson(texts, defaults))).toEqual({ account: null })
  const { texts: imported } = importJson('\ufeff{"account":null}', defaults, names)
  expect(withOverrides(defaultProvider, toOverrides(imported ?? {})).account).toBeNull()
})

test('parameters and the order of a search are parsed as typed', () => {
  const typed = {
    ...defaults,
    'search.fixed': 'tweet.fields=created_at,author_id&lang=en',
    'search.product': 'sort_order: recency, relevancy',
  }
  const { search } = withOverrides(defaultProvider, toOverrides(typed))
  expect(search.fixed).toEqual({ 'tweet.fields': 'created_at,author_id', lang: 'en' })
  expect(search.product).toEqual({ name: 'sort_order', latest: 'recency', top: 'relevancy' })
  expect(textsOf(withOverrides(defaultProvider, toOverrides(typed)))).toMatchObject({
    'search.fixed': typed['search.fixed'],
    'search.product': typed['search.product'],
  })
  const none = toOverrides({ ...defaults, 'search.product': '' })
  expect(withOverrides(defaultProvider, none).search.product).toBeNull()
  expect(() => withOverrides(defaultProvider, toOverrides({ ...defaults, 'search.product': 'Top' }))).toThrow(
    'must be a parameter with its values for Latest and Top',
  )
})

test('an export contains what differs, and its import elsewhere gives the same form', () => {
  const json = exportJson(textsOf(own), defaults)
  expect(JSON.parse(json)).toEqual(given)
  expect(importJson(json, defaults, names)).toEqual({ texts: textsOf(own), problem: null })
  expect(exportJson(defaults, defaults)).toBe('{}')
})

test.each([
  ['{', 'not JSON'],
  ['[]', 'not a provider'],
  ['"x"', 'not a provider'],
  ['{"searchpath":"/v1/x"}', 'no field searchpath'],
  ['{"fields":{"ids":["x"]}}', 'no field fields.ids'],
  ['{"search":{"paths":"/v1/x"}}', 'no field search.paths'],
])('an import of %s is refused in words and changes nothing', (json, words) => {
  const imported = importJson(json, defaults, names)
  expect(imported.texts).toBeNull()
  expect(imported.problem).toContain(words)
})

test('a value that cannot be parsed is sent as typed, for the server to refuse by the field’s name', () => {
  const typed = { ...defaults, 'limits.answerMs': 'soon', 'fields.id': ' , ' }
  expect(() => withOverrides(defaultProvider, toOverrides(typed))).toThrow(
    expect.objectContaining({
      fields: expect.objectContaining({
        'limits.answerMs': expect.any(String),
        'fields.id': expect.any(String),
      }),
    }),
  )
})

test('an error is shown at its field, even one of a single name in a list', () => {
  expect(fieldErrorAt({ 'search.path': 'bad' }, 'search.path')).toBe('bad')
  expect(fieldErrorAt({ 'fields.id.1': 'bad' }, 'fields.id')).toBe('bad')
  expect(fieldErrorAt({ 'fields.id.1': 'bad' }, 'fields')).toBe('bad')
  expect(fieldErrorAt({ 'fields.id.1': 'bad' }, 'fields.link')).toBeUndefined()
})

describe('a price imported as JSON silently loses nothing', () => {
  const imported = (price: unknown) => {
    const { texts, problem } = importJson(JSON.stringify({ price: { search: price } }), defaults, names)
    return problem === null ? toOverrides(texts) : expect.unreachable(problem)
  }
  test.each([
    { perItem: '3', minPerCal: '60' },
    { perItem: '3', steps: {} },
    { perItem: '3', steps: null },
    { perItem: '3', steps: [null] },
    { perItem: '3', steps: ['2'] },
    { perItem: '3', steps: [{ from: 5, perItem: '2', to: 9 }] },
    {
      perItem: '3',
      steps: [
        { from: 200, perItem: '1' },
        { from: 100, perItem: '2' },
      ],
    },
    { perItem: null },
    { perItem: 3 },
    { perItem: '0,15' },
    { perItem: '3, at least 60 a call' },
    ['3'],
    [],
    true,
  ])('%j is refused as in a file', (price) => {
    expect(() => readProvider({ price: { search: price } })).toThrow('price.search')
    expect(() => readProvider(imported(price))).toThrow('price.search')
  })
  test.each([
    { perItem: '3', minPerCall: '60', steps: [{ from: 100, perItem: '2' }] },
    { perCall: '2' },
    { steps: [{ perItem: '2', from: 100 }] },
    {},
    '0.15',
    null,
  ])('%j is accepted as in a file', (price) =>
    expect(readProvider(imported(price)).price.search).toEqual(
      readProvider({ price: { search: price } }).price.search,
    ),
  )
})
