import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { Secret } from '@/lib/kernel'

const secret = new Secret('xd_live_do-not-show-this')

test.each([
  ['String()', String(secret)],
  ['a template', `${secret}`],
  ['JSON', JSON.stringify({ secret })],
  ['inspect', inspect({ deep: { secret } }, { depth: 9, showHidden: true })],
  ['its own keys', Object.keys(secret).join() + Object.values(secret).join()],
])('shows nothing through %s', (_, text) => {
  expect(text).not.toContain('do-not-show')
})

test('reveals the secret on explicit request', () => {
  expect(secret.reveal()).toBe('xd_live_do-not-show-this')
})
