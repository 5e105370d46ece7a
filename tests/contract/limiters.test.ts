import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '@/lib/kernel'
import { LIMITER_NAMES, PRESET_NAMES } from '@/lib/sandbox'
import { createUpstream } from '@/lib/upstream/client'
import { CHECKS } from './checks'
import { openSandboxTarget, type SandboxTarget } from './sandbox-target'
import type { Outcome } from './suite/check'
import { judge } from './suite/judge'
import { openSession } from './suite/session'

const PARTS = CHECKS.filter(({ topic }) => topic === 'pagination' || topic === 'rate limit')
const PAIRS = PRESET_NAMES.flatMap((preset) => LIMITER_NAMES.map((limiter) => ({ preset, limiter })))
/**
 * Each limiter once and each preset about equally often; `npm run test:long -- limiters` tests every pair.
 */
const FEW = LIMITER_NAMES.map((limiter, place) => ({
  preset: PRESET_NAMES[place % PRESET_NAMES.length] ?? 'plain',
  limiter,
}))
const COMBINATIONS = process.env.LIMITERS === 'all' ? PAIRS : FEW

/** Paging and the rate limit with every way of counting requests. */
describe('the sandbox', () => {
  const targets = new Map<unknown, SandboxTarget>()
  // Searches once before all tests: client and limiter share one event loop, so a call that waits for another
  // sandbox's first search would be judged too late to say anything about its pace.
  beforeAll(async () => {
    for (const choice of COMBINATIONS) {
      const target = await openSandboxTarget(choice)
      await searchOnce(target)
      targets.set(choice, target)
    }
  })
  afterAll(() => Promise.all([...targets.values()].map((target) => target.close())))

  const isStrict = ({ limiter }: (typeof COMBINATIONS)[number]) => limiter === 'gcra-strict'
  const name = '$preset, with the limiter $limiter'
  test.concurrent.each(COMBINATIONS.filter((choice) => !isStrict(choice)))(name, check)
  // Not concurrent: a limiter that allows no burst counts each delay that other work causes.
  test.each(COMBINATIONS.filter(isStrict))(name, check)

  async function check(choice: (typeof COMBINATIONS)[number]): Promise<void> {
    const target = targets.get(choice)
    if (!target) throw new Error('Its sandbox did not open.')
    const session = openSession(target)
    const outcomes: Outcome[] = []
    for (const check of PARTS) outcomes.push(await judge(session, check))
    await session.close()
    expect(outcomes.filter(({ state }) => state !== 'holds')).toEqual([])
  }
})

/**
 * Searches once, because a sandbox creates its people and posts at its first search. The wallet is empty, so
 * nothing is bought.
 */
async function searchOnce(target: SandboxTarget): Promise<void> {
  const upstream = createUpstream({ ...target, clock: systemClock })
  const request = { operation: 'search', subject: target.subjects.searchQuery } as const
  const answer = await upstream.fetchPage(target.emptyKey, request)
  expect(answer).toMatchObject({ problem: { kind: 'wallet_empty' } })
  await upstream.close()
}
