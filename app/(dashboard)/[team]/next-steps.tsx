import { cache } from 'react'
import { NextSteps } from '@/components/next-steps'
import { listKeys } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'
import { listNextSteps } from '@/lib/server/next-steps'
import { currentRuntime } from '@/lib/server/runtime'
import { OfferExample } from './offer-example'
import { hideStepsAction } from './settings/actions'

/** Reads the steps once per request: the overview asks for them twice. */
const stepsOf = cache(listNextSteps)

interface TeamNextStepsProps {
  readonly ctx: TeamCtx
  /** If true, shows the steps only once the first is done; if false, only while none is. */
  readonly isBegun?: boolean
}

/** Shows the next steps of a new team; nothing if there are none, or to anyone but admins. */
export async function TeamNextSteps({ ctx, isBegun }: TeamNextStepsProps) {
  const steps = await stepsOf(ctx, currentRuntime().canMail)
  if (!steps) return null
  const hasBegun = steps.some(({ isDone }) => isDone)
  if (isBegun !== undefined && isBegun !== hasBegun) return null
  // Without a key, the page's empty cards offer the example; a team that has begun has figures of its own.
  const isOffered = !hasBegun && (await listKeys(ctx)).length > 0
  return (
    <NextSteps team={ctx.team.slug} steps={steps} hide={hideStepsAction}>
      {isOffered && <OfferExample userId={ctx.actor.userId} />}
    </NextSteps>
  )
}
