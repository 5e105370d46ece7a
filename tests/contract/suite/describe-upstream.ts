import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultProvider, listFormOf, type Provider } from '@/lib/upstream/client'
import { CHECKS } from '../checks'
import type { Check, Outcome } from './check'
import { judge } from './judge'
import { openSession, type Session } from './session'
import type { Target } from './target'

declare module 'vitest' {
  interface TaskMeta {
    /** For the summary in words. */
    providerOutcome?: Outcome
  }
}

/** Even a key of one call a second, and a retry-after of some seconds, end within it. */
const MAX_CHECK_MS = 300_000

/**
 * The whole suite against one upstream, a test a check, in order. Within a budget a check that does not fit is skipped
 * and says so; without one nothing may be skipped.
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

/** A check's name, with the items it may cost at most. */
function titleOf({ topic, name, buys }: Check, provider: Provider): string {
  const items = buys.reduce((sum, operation) => sum + listFormOf(provider, operation).count.maximum, 0)
  return `${topic}: ${name} (${items === 0 ? 'costs nothing' : `at most ${items} items`})`
}
