import { LinkTo, Note } from '@/components/ui'
import { findFreshTrouble } from '@/lib/alerts/alerts'
import { formatTime } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'

/** Says on every page that the upstream fails or cannot be reached, and since when. */
export async function UpstreamNote({ ctx }: { readonly ctx: TeamCtx }) {
  const trouble = await findFreshTrouble(ctx)
  if (trouble === null) return null
  const { isOutOfReach, since, reason } = trouble
  const { slug, timeZone } = ctx.team
  return (
    <div style={SPACE}>
      <Note
        tone="warn"
        lead={`Upstream ${isOutOfReach ? 'not reachable' : 'failing'} since ${formatTime(since, timeZone)}.`}
        actions={<LinkTo href={`/${slug}/usage`}>See calls</LinkTo>}
      >
        {reason}
      </Note>
    </div>
  )
}

const SPACE = { marginBottom: 16 }
