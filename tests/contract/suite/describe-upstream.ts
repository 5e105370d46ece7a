import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultProvider, listFormOf, type Provider } from '@/lib/upstream/client'
import { CHECKS } from '../checks'
import type { Check, Outcome } from './check'
import { judge } from './judge'
import { openSession, type Session } from './session'
import type { Target } from './target'

declare module 'vitest' {
  interface TaskMeta {
    /** For the summary. */
    providerOutcome?: Outcome
  }
}

/** Enough even for a key of one call a second and a retry-after of some seconds. */
const MAX_CHECK_MS = 300_000

/**
 * Runs the whole suite against one upstream, with a test for each check, in order. With a budget, a check
 * that does not fit is skipped with its reason; without one nothing may be skipped.
 */
export function describeUpstream(
  name: string,
  open: () => Promise<Target>,
  provider: Provider = defaultProvider,
): void {
  describe(name, () => {
    let session: Session
    beforeAll(async () => {
      session = openSession(await open())
    })
    afterAll(() => session.close())

    for (const check of CHECKS)
      test(titleOf(check, provider), { timeout: MAX_CHECK_MS }, async ({ task, skip }) => {
        const { target } = session
        const outcome = await judge(session, check)
        task.meta.providerOutcome = outcome
        if (outcome.state === 'not checked' && target.maxItems !== null) skip(outcome.why ?? '')
        expect(outcome).toMatchObject({ state: 'holds', why: null })
      })
  })
}

/** Returns a check's name, with the items that it may cost at most. */
function titleOf({ topic, name, buys }: Check, provider: Provider): string {
  const items = buys.reduce((sum, operation) => sum + listFormOf(provider, operation).count.maximum, 0)
  return `${topic}: ${name} (${items === 0 ? 'costs nothing' : `at most ${items} items`})`
}
