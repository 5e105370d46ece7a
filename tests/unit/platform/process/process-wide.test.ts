import { expect, test, vi } from 'vitest'
import { processWide } from '@/lib/platform/process'

test('makes one value, also for a second copy of the module', async () => {
  const first = processWide('test-value', () => ({ made: 'first' }))
  vi.resetModules()
  const copy = await import('@/lib/platform/process')
  expect(copy.processWide).not.toBe(processWide)
  expect(copy.processWide('test-value', () => ({ made: 'second' }))).toBe(first)
})
