import { expect, test } from 'vitest'
import { keyLabel } from '@/components/searches/run-conditions'

const key = { name: 'Production', prefix: 'xd_live_exA1', environmentName: 'production' }

test('a key named after its environment does not repeat the name', () => {
  expect(keyLabel(key)).toBe('Production (xd_live_exA1…)')
  expect(keyLabel({ ...key, name: 'Importer' })).toBe('production · Importer (xd_live_exA1…)')
})
