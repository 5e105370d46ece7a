import { describe, expect, test } from 'vitest'
import { EXPECTED_SUITE_ITEMS, MAX_SUITE_CALLS } from '@/lib/server/cli/test-provider'
import { CHECKS } from './checks'
import { openSandboxTarget } from './sandbox-target'
import type { Check, Outcome } from './suite/check'
import { judge } from './suite/judge'
import { openSession } from './suite/session'

/**
 * Runs checks against a sandbox within a budget. Returns the outcomes, the delivered items and the number of
 * paced calls.
 */
async function runWithin(maxItems: number | null, checks: readonly Check[]) {
  const target = await openSandboxTarget({ maxItems })
  const session = openSession(target)
  const outcomes: Outcome[] = []
  for (const check of checks) outcomes.push(await judge(session, check))
  await session.close()
  await target.close()
  return { outcomes, delivered: target.delivered(), calls: session.paced.counts().calls }
}

const buying = CHECKS.filter(({ buys, topic }) => buys.length > 0 && topic !== 'rate limit')

describe('the suite’s budget', () => {
  test.concurrent.each([50, 99, 200, 400])(
    'never exceeds %i items, and reports what it skipped',
    async (most) => {
      const { outcomes, delivered } = await runWithin(most, buying)
      expect(delivered).toBeLessThanOrEqual(most)
      expect(outcomes.at(-1)?.itemsSpent).toBe(delivered)
      expect(outcomes.filter(({ state }) => state === 'differs')).toEqual([])
      const skipped = outcomes.filter(({ why }) => why?.startsWith('Skipped for the budget'))
      expect(skipped.length).toBeGreaterThan(0)
    },
  )

  test.concurrent('without one everything is checked, with about the calls and items that the command line states', async () => {
    const { outcomes, delivered, calls } = await runWithin(null, CHECKS)
    expect(outcomes.filter(({ state }) => state !== 'holds')).toEqual([])
    expect(calls).toBeLessThanOrEqual(MAX_SUITE_CALLS)
    expect(Math.abs(delivered - EXPECTED_SUITE_ITEMS)).toBeLessThan(EXPECTED_SUITE_ITEMS / 10)
  })
})
