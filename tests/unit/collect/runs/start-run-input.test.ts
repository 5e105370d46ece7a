import { expect, test } from 'vitest'
import { startRunInput } from '@/lib/collect/runs'
import { newId } from '@/lib/kernel'

test.each([
  ['2026-03-10T12:00', true],
  ['1970-01-01T00:00:00Z', true],
  ['1969-12-31T23:59:59Z', false],
  // PostgreSQL has no year 0.
  ['0000-01-01T00:00', false],
])('a run may stop at posts older than %s: %s', (untilAt, isTaken) => {
  const input = { runId: newId(), searchId: newId(), untilAt }
  expect(startRunInput.safeParse(input).success).toBe(isTaken)
})
