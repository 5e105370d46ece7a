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
/** Each limiter once and each preset about equally often; `npm run test:long -- limiters` makes every pair. */
const FEW = LIMITER_NAMES.map((limiter, place) => ({
  preset: PRESET_NAMES[place % PRESET_NAMES.length] ?? 'plain',
  limiter,
}))
const COMBINATIONS = process.env.LIMITERS === 'all' ? PAIRS : FEW

/** Paging and the rate limit under every way of counting requests. */
describe('the sandbox', () => {
  const targets = new Map<unknown, SandboxTarget>()
  // Before all: client and limiter share one event loop here, and a call that waits for another sandbox's first
  // search is judged too late to tell anything about its pace.
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
  // Alone: a limiter without any burst counts each delay that the others’ work brings about.
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

/** Its first search makes a sandbox's people and posts; the key of an empty wallet buys nothing by it. */
async function searchOnce(target: SandboxTarget): Promise<void> {
  const upstream = createUpstream({ ...target, clock: systemClock })
  const request = { operation: 'search', subject: target.subjects.searchQuery } as const
  const answer = await upstream.fetchPage(target.emptyKey, request)
  expect(answer).toMatchObject({ problem: { kind: 'wallet_empty' } })
  await upstream.close()
}
