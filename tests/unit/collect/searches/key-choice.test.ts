import { expect, test } from 'vitest'
import { choosesKey } from '@/lib/collect/searches'

const KEY = { id: 'key', walletId: 'wallet', environmentId: 'live' }
const NONE = { keyId: null, walletId: null, environmentId: null }

test.each([
  [{ ...NONE, keyChoice: 'key', keyId: 'key' }, true],
  [{ ...NONE, keyChoice: 'key', keyId: 'other', environmentId: 'live' }, false],
  [{ ...NONE, keyChoice: 'wallet', walletId: 'wallet', environmentId: 'test' }, true],
  [{ ...NONE, keyChoice: 'wallet', walletId: 'other', environmentId: 'live' }, false],
  [{ ...NONE, keyChoice: 'environment', environmentId: 'live' }, true],
  [{ ...NONE, keyChoice: 'environment', environmentId: 'test' }, false],
  [{ ...NONE, keyChoice: 'environment' }, true],
] as const)('%o chooses the key: %s', (search, isChosen) => {
  expect(choosesKey(search, KEY)).toBe(isChosen)
})
