import { expect, test } from 'vitest'
import { formatBytes } from '@/lib/kernel'

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [12_345_678, '12.3 MB'],
  [999_949, '999.9 kB'],
  [999_950, '1.0 MB'],
  [5_000_000_000_000_000, '5000.0 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
