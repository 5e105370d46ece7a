import { BellLink } from '@/components/shell'
import type { TeamCtx } from '@/lib/platform/db'
import { teamNeeds } from './team-needs'

/**
 * Renders the link to the alerts, with the number of things that need attention; the overview shows the same number.
 */
export async function Bell({ ctx }: { readonly ctx: TeamCtx }) {
  return <BellLink href={`/${ctx.team.slug}/alerts`} count={(await teamNeeds(ctx)).length} />
}
