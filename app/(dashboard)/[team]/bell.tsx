import { BellLink } from '@/components/shell'
import { countAlerts } from '@/lib/alerts/alerts'
import type { TeamCtx } from '@/lib/platform/db'

/** The link to the alerts, with the number of open ones that nobody handles. */
export async function Bell({ ctx }: { readonly ctx: TeamCtx }) {
  return <BellLink href={`/${ctx.team.slug}/alerts`} count={await countAlerts(ctx)} />
}
