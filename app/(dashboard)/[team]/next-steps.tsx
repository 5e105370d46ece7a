import { NextSteps } from '@/components/next-steps'
import { listKeys } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'
import { listNextSteps } from '@/lib/server/next-steps'
import { OfferExample } from './offer-example'
import { hideStepsAction } from './settings/actions'

/** The next steps of a new team; nothing where there are none, or for who is no admin. */
export async function TeamNextSteps({ ctx }: { readonly ctx: TeamCtx }) {
  const steps = await listNextSteps(ctx)
  if (!steps) return null
  // Without a key the page's empty cards offer it.
  const hasKeys = (await listKeys(ctx)).length > 0
  return (
    <NextSteps team={ctx.team.slug} steps={steps} hide={hideStepsAction}>
      {hasKeys && <OfferExample userId={ctx.actor.userId} />}
    </NextSteps>
  )
}
