import { NextSteps } from '@/components/next-steps'
import type { TeamCtx } from '@/lib/platform/db'
import { listNextSteps } from '@/lib/server/next-steps'
import { hideStepsAction } from './settings/actions'

/** The next steps of a new team; nothing where there are none, or for who is no admin. */
export async function TeamNextSteps({ ctx }: { readonly ctx: TeamCtx }) {
  const steps = await listNextSteps(ctx)
  return steps && <NextSteps team={ctx.team.slug} steps={steps} hide={hideStepsAction} />
}
