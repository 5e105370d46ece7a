import { expect, test } from 'vitest'
import { describeRate } from '@/components/services/gateway-key-table'

test('a gateway key without its own rate shows which one applies', () => {
  const keyRate = { requests: 900, windowMs: 900_000 }
  expect(describeRate({ requestsPerSecond: 5, keyRate })).toBe('5 a second')
  expect(describeRate({ requestsPerSecond: null, keyRate })).toBe(
    'As the API key: 900 requests in 15 minutes',
  )
  expect(describeRate({ requestsPerSecond: null, keyRate: null })).toBe('As the API key')
})
