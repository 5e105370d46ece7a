import { expect, test } from 'vitest'
import { readCallerPreferences, readSentKey } from '@/lib/gateway/find-caller'

const revealed = (headers: Record<string, string[]>) => {
  const sent = readSentKey(headers)
  return typeof sent === 'string' ? sent : sent.reveal()
}

test.each([
  [{ 'x-api-key': ['k'] }, 'k'],
  [{ authorization: ['Bearer k'] }, 'k'],
  [{ authorization: ['bearer   k '] }, 'k'],
  [{ 'x-api-key': ['k'], authorization: ['Bearer k'] }, 'k'],
  [{ 'x-api-key': ['k'], authorization: ['Bearer other'] }, 'many'],
  [{ 'x-api-key': ['k', 'other'] }, 'many'],
  [{ authorization: ['Bearer k', 'Bearer other'] }, 'many'],
  ...[
    'Basic abc',
    'Bearer',
    'Bearer ',
    'Bearer   ',
    'bearer a b',
    'Negotiate YII',
    'Digest a="b"',
    'other',
    '',
  ].flatMap((authorization): [Record<string, string[]>, string][] => [
    [{ 'x-api-key': ['k'], authorization: [authorization] }, 'k'],
    [{ authorization: [authorization, 'Bearer k'] }, 'k'],
    [{ authorization: [authorization] }, 'none'],
  ]),
  [{ 'x-api-key': ['', ' '], authorization: ['Bearer k'] }, 'k'],
  [{ 'x-api-key': ['k', 'other'], authorization: ['Basic abc'] }, 'many'],
  [{ 'x-api-key': [''] }, 'none'],
  [{}, 'none'],
])('%j sends the key %s', (headers, key) => {
  expect(revealed(headers)).toBe(key)
})

test.each([
  [undefined, 10_000],
  ['wait=3', 3000],
  ['respond-async, wait=3', 3000],
  ['Wait="4"', 4000],
  ['wait=0', 250],
  ['wait=86400', 60_000],
  ['wait=-1', 10_000],
  ['wait=soon', 10_000],
])('Prefer: %s waits %d ms', (prefer, waitMs) => {
  expect(readCallerPreferences(prefer === undefined ? {} : { prefer: [prefer] }, '/v1/me').waitMs).toBe(
    waitMs,
  )
})

test.each([
  [undefined, null],
  ['max-age=60', 60_000],
  ['no-transform, max-age=60', 60_000],
  ['max-age=0', null],
  ['no-cache', null],
  ['max-age=1.5', null],
])('Cache-Control: %s allows an age of %s', (value, maxAgeMs) => {
  expect(readCallerPreferences(value === undefined ? {} : { 'cache-control': [value] }, '/').maxAgeMs).toBe(
    maxAgeMs,
  )
})

test('an idempotency key names one request, and a request id each target of its job', () => {
  const idOf = (headers: Record<string, string[]>, target: string) =>
    readCallerPreferences(headers, target).requestId
  expect(idOf({ 'idempotency-key': ['a'] }, '/x')).toBe(idOf({ 'idempotency-key': ['a'] }, '/y'))
  expect(idOf({ 'x-request-id': ['a'] }, '/x')).not.toBe(idOf({ 'x-request-id': ['a'] }, '/y'))
  expect(idOf({ 'x-request-id': ['a'] }, '/x')).not.toBe(idOf({ 'idempotency-key': ['a'] }, '/x'))
  expect(idOf({}, '/x')).toBeNull()
})

test('a long id, and one split over several headers, name a request like any other', () => {
  const idOf = (...ids: string[]) => readCallerPreferences({ 'idempotency-key': ids }, '/x').requestId
  const long = 'a'.repeat(10_000)
  expect(idOf(long)).toBe(idOf(long))
  expect(idOf(long)).not.toBe(idOf(`${long}b`))
  expect(idOf(long)?.length).toBeLessThan(100)
  expect(idOf('a', 'b')).not.toBe(idOf('a', 'c'))
})
