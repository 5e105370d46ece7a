import { expect, test } from 'vitest'
import { describeRate } from '@/components/services/gateway-key-table'

test('a gateway key without a rate of its own says which it has', () => {
  expect(describeRate({ requestsPerSecond: 5, keyRate: 100 })).toBe('5 a second')
  expect(describeRate({ requestsPerSecond: null, keyRate: 100 })).toBe('As the upstream key: 100 a second')
  expect(describeRate({ requestsPerSecond: null, keyRate: null })).toBe('As the upstream key')
})
