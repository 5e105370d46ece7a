import { expect, test } from 'vitest'
import { freeName } from '@/components/keys/add-key-form'

test('a key is proposed a name that no other key has, ignoring case', () => {
  expect(freeName('production', [])).toBe('production')
  expect(freeName('production', ['Production'])).toBe('production 2')
  expect(freeName('production', ['production', 'production 2', 'staging'])).toBe('production 3')
})
