import { expect, test } from 'vitest'
import { cutPastedKeys } from '@/lib/kernel'
import { newApiToken, newGatewayToken } from '@/lib/platform/vault'

test('a key or token that is pasted to find something is cut to the part that lists show', () => {
  const [key, token] = [newGatewayToken(), newApiToken()]
  expect(cutPastedKeys(key)).toBe(key.slice(0, 12))
  expect(cutPastedKeys(`x-api-key: ${key} and ${token}`)).toBe(
    `x-api-key: ${key.slice(0, 12)} and ${token.slice(0, 7)}`,
  )
})

test.each([
  '',
  'coffee',
  'xd_live_',
  'xd_live_ab12',
  'pt_BR',
  'pt_wallet_of_ada',
  'script_loader_name',
  'an empty_pt_wallet',
])('any other text stays: %j', (text) => {
  expect(cutPastedKeys(text)).toBe(text)
})
