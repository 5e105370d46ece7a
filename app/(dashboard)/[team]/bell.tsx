import { BellLink } from '@/components/shell'
import { countAlerts } from '@/lib/alerts/alerts'
import type { TeamCtx } from '@/lib/platform/db'

/** The way to the alerts, with how many go on that nobody sees to. */
export async function Bell({ ctx }: { readonly ctx: TeamCtx }) {
  return <BellLink href={`/${ctx.team.slug}/alerts`} count={await countAlerts(ctx)} />
}
