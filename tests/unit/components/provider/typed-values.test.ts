import { expect, test } from 'vitest'
import { PROVIDER_FIELDS } from '@/components/provider/fields'
import { errorAt, exportJson, importJson, toOverrides, toTexts } from '@/components/provider/typed-values'
import { defaultProvider, type Provider } from '@/lib/upstream/client'
import { fieldsOf, withOverrides } from '@/lib/upstream/providers'

const textsOf = (provider: Provider) => toTexts(Object.fromEntries(fieldsOf(provider)))
const defaults = textsOf(defaultProvider)
const own = withOverrides(defaultProvider, {
  searchPath: '/v1/tweets/search',
  itemsArray: { search: 'data.posts' },
  fields: { id: ['post_id', 'id'] },
  price: { search: '0.2' },
  limits: { answerMs: 5000 },
  retryAfterUnit: 'milliseconds',
})

test('the form has every field of the provider but the path that the interface itself gives', () => {
  const names = [...fieldsOf(defaultProvider).keys()].filter((name) => name !== 'timelinePath')
  expect(PROVIDER_FIELDS.map(({ name }) => name).sort()).toEqual(names.sort())
})

test('what is shown and not touched is sent as it was', () => {
  expect(withOverrides(defaultProvider, toOverrides(textsOf(own)))).toEqual(own)
  expect(withOverrides(own, toOverrides(defaults))).toEqual(defaultProvider)
})

test('export holds what differs, and importing it elsewhere gives the same form', () => {
  const json = exportJson(textsOf(own), defaults)
  expect(JSON.parse(json)).toEqual({
    searchPath: '/v1/tweets/search',
    itemsArray: { search: 'data.posts' },
    fields: { id: ['post_id', 'id'] },
    price: { search: '0.2' },
    limits: { answerMs: 5000 },
    retryAfterUnit: 'milliseconds',
  })
  expect(importJson(json, defaults)).toEqual({ texts: textsOf(own), problem: null })
  expect(exportJson(defaults, defaults)).toBe('{}')
})

test.each([
  ['{', 'not JSON'],
  ['[]', 'not a provider'],
  ['"x"', 'not a provider'],
  ['{"searchpath":"/v1/x"}', 'no field searchpath'],
  ['{"fields":{"ids":["x"]}}', 'no field fields.ids'],
])('an import of %s is refused in words and changes nothing', (json, words) => {
  const imported = importJson(json, defaults)
  expect(imported.texts).toBeNull()
  expect(imported.problem).toContain(words)
})

test('what cannot be told as a value is sent as it was typed, for the server to refuse by the field’s name', () => {
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

test('an error stands at its field, also one of a single name in a list', () => {
  expect(errorAt({ 'search.path': 'bad' }, 'search.path')).toBe('bad')
  expect(errorAt({ 'fields.id.1': 'bad' }, 'fields.id')).toBe('bad')
  expect(errorAt({ 'fields.id.1': 'bad' }, 'fields')).toBe('bad')
  expect(errorAt({ 'fields.id.1': 'bad' }, 'fields.link')).toBeUndefined()
})
