import { cache } from 'react'
import { NextSteps } from '@/components/next-steps'
import { listKeys } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'
import { listNextSteps } from '@/lib/server/next-steps'
import { currentRuntime } from '@/lib/server/runtime'
import { OfferExample } from './offer-example'
import { hideStepsAction } from './settings/actions'

/** Read once a request: the overview asks at two places. */
const stepsOf = cache(listNextSteps)

interface TeamNextStepsProps {
  readonly ctx: TeamCtx
  /** Shows them only where the first of them is done, or only where none is. */
  readonly isBegun?: boolean
}

/** The next steps of a new team; nothing where there are none, or for who is no admin. */
export async function TeamNextSteps({ ctx, isBegun }: TeamNextStepsProps) {
  const steps = await stepsOf(ctx, currentRuntime().canMail)
  if (!steps) return null
  const hasBegun = steps.some(({ isDone }) => isDone)
  if (isBegun !== undefined && isBegun !== hasBegun) return null
  // Without a key the page's empty cards offer it; a team that has begun has figures of its own.
  const isOffered = !hasBegun && (await listKeys(ctx)).length > 0
  return (
    <NextSteps team={ctx.team.slug} steps={steps} hide={hideStepsAction}>
      {isOffered && <OfferExample userId={ctx.actor.userId} />}
    </NextSteps>
  )
}
