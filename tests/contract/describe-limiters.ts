import { describe, expect, test } from 'vitest'
import { LIMITER_NAMES, type PresetName } from '@/lib/sandbox'
import { CHECKS } from './checks'
import { openSandboxTarget } from './sandbox-target'
import type { Outcome } from './suite/check'
import { judge } from './suite/judge'
import { openSession } from './suite/session'

const PARTS = CHECKS.filter(({ topic }) => topic === 'pagination' || topic === 'rate limit')

/**
 * Paging and the rate limit under every way of counting requests. One after another and a preset a process: where
 * client and limiter share a busy event loop, a call is judged too late to tell anything about its pace.
 */
export function describeLimiters(preset: PresetName): void {
  describe(`the sandbox, ${preset}`, { timeout: 60_000 }, () => {
    test.each(LIMITER_NAMES)('paging and the rate limit with the limiter %s', async (limiter) => {
      const target = await openSandboxTarget({ preset, limiter })
      const session = openSession(target)
      const outcomes: Outcome[] = []
      for (const check of PARTS) outcomes.push(await judge(session, check))
      await session.close()
      await target.close()
      expect(outcomes.filter(({ state }) => state !== 'holds')).toEqual([])
    })
  })
}
