import { expect, test } from 'vitest'
import { defaultProvider, detectError, detectRetryAfter, suggestFromErrors } from '@/lib/upstream/client'
import { parseJson } from '@/lib/upstream/client/json'
import { KEY, KEY_TEXT } from './server'

const error = (text: string, httpStatus = 401) =>
  detectError({ httpStatus, headers: new Map(), text, body: parseJson(text, 32) }, defaultProvider, KEY)

test('words that hold the key only once their tags are removed are withheld', () => {
  const parts = KEY_TEXT.slice(0, 36).match(/.{1,6}/g) ?? []
  const found = error(`<p>Key ${parts.join('<i></i>')} <style>x</style>may not</p>`)
  expect(found.words).toBe('[withheld: contains the API key]')
})

test.each([
  ['{"error":"unauthorized","message":"The key is not known"}', 'json', 'The key is not known'],
  ['{"detail":"Not found"}', 'json', 'Not found'],
  ['{"title":"Unauthorized","detail":"No such key","type":"about:blank"}', 'json', 'No such key'],
  ['{"success":false,"error":{"message":"Bad key"}}', 'json', 'Bad key'],
  ['{"errors":[{"code":32,"message":"Could not authenticate you"}]}', 'json', 'Could not authenticate you'],
  [
    '<html><head><title>x</title></head><body><h1>Insufficient credits</h1></body></html>',
    'html',
    'Insufficient credits',
  ],
  ['Forbidden here', 'text', 'Forbidden here'],
  ['', 'empty', null],
])('%s: %s with its words', (text, shape, words) => {
  expect(error(text)).toEqual({ httpStatus: 401, shape, words, field: null })
})

test('words in a field that the provider does not name are found, and the field is suggested', () => {
  const found = error('{"problem":{"code":7,"explanation":"Try another user"}}')
  expect(found).toMatchObject({ words: null, field: 'explanation' })
  const provider = suggestFromErrors(defaultProvider, [found], null)
  expect(provider.errorFields).toEqual([...defaultProvider.errorFields, 'explanation'])
})

test.each([
  [['1'], 'seconds'],
  [['0.85'], 'seconds'],
  [['850'], 'milliseconds'],
  [['1', '37', '950'], 'milliseconds'],
  [['3'], 'unclear'],
  [['Tue, 10 Mar 2026 12:00:01 GMT'], 'date'],
  [['soon'], 'unclear'],
])('retry-after %j seems to be in %s', (values, unit) => {
  expect(detectRetryAfter(values)).toEqual({ unit, example: values[0] })
})

test('without a value, nothing is said about its unit', () => {
  expect(detectRetryAfter([])).toBeNull()
  expect(detectRetryAfter([''])).toBeNull()
})

test('only an unambiguous unit is suggested', () => {
  const unitOf = (values: string[]) =>
    suggestFromErrors(defaultProvider, [], detectRetryAfter(values)).retryAfterUnit
  expect(unitOf(['850'])).toBe('milliseconds')
  expect(unitOf(['1'])).toBe('seconds')
  expect(unitOf(['Tue, 10 Mar 2026 12:00:01 GMT'])).toBe('auto')
  expect(unitOf(['3'])).toBe('auto')
})
