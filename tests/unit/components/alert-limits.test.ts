import { expect, test } from 'vitest'
import { describeLimits } from '@/components/alerts/labels'

test('of two limits only the effective one is shown', () => {
  const low = (parameters: Record<string, string>) => describeLimits({ kind: 'low_balance', parameters })
  expect(low({ percent: '10', credits: '' })).toBe('10% of the highest balance in 30 days')
  expect(low({ percent: '10', credits: '1000000' })).toBe('1,000,000 credits')
  expect(describeLimits({ kind: 'run_out', parameters: { days: '7' } })).toBe('7 days ahead')
  expect(describeLimits({ kind: 'run_out', parameters: { days: '' } })).toBe('None')
  expect(describeLimits({ kind: 'budget_threshold', parameters: {} })).toBe('Each budget has its own')
  // A fixed limit is shown as well, though nobody can change it.
  expect(describeLimits({ kind: 'upstream_failing', parameters: {} })).toBe('5 calls, fixed')
})
