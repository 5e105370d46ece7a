import { expect, test, vi } from 'vitest'
import { processSingleton } from '@/lib/platform/process'

test('creates one value, even for a second copy of the module', async () => {
  const first = processSingleton('test-value', () => ({ made: 'first' }))
  vi.resetModules()
  const copy = await import('@/lib/platform/process')
  expect(copy.processSingleton).not.toBe(processSingleton)
  expect(copy.processSingleton('test-value', () => ({ made: 'second' }))).toBe(first)
})
