import { expect, test } from 'vitest'
import { compareByName } from '@/lib/kernel'

test('names are compared with their numbers as numbers, ignoring case', () => {
  const names = ['Wallet 10', 'wallet 2', 'Büro', 'Wallet 1', 'alpha']
  expect(names.map((name) => ({ name })).sort(compareByName)).toEqual(
    ['alpha', 'Büro', 'Wallet 1', 'wallet 2', 'Wallet 10'].map((name) => ({ name })),
  )
})
