import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLeakFinder } from '@/tests/support/leaks'

const KEY = 'xd_live_abcdEFGHijkl0123MNOPqrst4567UVWX'
const find = createLeakFinder([KEY])
const secret = KEY.slice(12)

test.each([
  ['plain', KEY],
  ['plain', secret.slice(3, 15)],
  ['base64', Buffer.from(KEY).toString('base64')],
  ['base64', Buffer.from(`x-api-key: ${KEY}`).toString('base64url')],
  ['hex', Buffer.from(KEY).toString('hex').toUpperCase()],
  ['percent', [...Buffer.from(secret)].map((byte) => `%${byte.toString(16)}`).join('')],
])('finds a planted key: %s', (encoding, planted) => {
  expect(find('page', `before ${planted} after`)).toEqual([`page: part of xd_live_abcd… (${encoding})`])
  expect(find('file', Buffer.concat([Buffer.from([0, 255, 128]), Buffer.from(planted)]))).toHaveLength(1)
})

test('finds it in base64 at any alignment', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 20 }), fc.uint8Array({ maxLength: 20 }), (before, after) => {
      const text = Buffer.concat([before, Buffer.from(KEY), after]).toString('base64')
      expect(find('body', text)).toEqual(['body: part of xd_live_abcd… (base64)'])
    }),
  )
})

test('leaves the prefix and eleven characters alone', () => {
  expect(find('page', KEY.slice(0, 12))).toEqual([])
  expect(find('page', secret.slice(0, 11))).toEqual([])
})

test('does not repeat the secret in its findings', () => {
  expect(find('page', KEY).join()).not.toContain(secret.slice(0, 4))
})
