import { Button } from '@mantine/core'
import { Note } from '@/components/ui'
import { type ChannelView, listChannels, listOpenAlerts } from '@/lib/alerts/alerts'
import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'

/** That no alert reaches anybody outside Purser, where somebody may think that it does. */
export async function NoChannelNote({ ctx }: { readonly ctx: TeamCtx }) {
  const [channels, open] = await Promise.all([listChannels(ctx), listOpenAlerts(ctx)])
  const { canMail } = currentRuntime()
  const works = ({ kind, events, enabled, waits }: ChannelView) =>
    enabled && !waits && events.includes('alert') && (kind !== 'email' || canMail)
  if (channels.some(works) || channels.length + open.length === 0) return null
  return (
    <Note
      tone="warn"
      lead="No alert reaches anybody outside Purser:"
      actions={
        hasRole(ctx.actor.role, 'admin') && (
          // A bare link: it opens the drawer on this page by its hash.
          <Button component="a" href="#new" size="xs" variant="default">
            Add channel
          </Button>
        )
      }
    >
      {channels.length === 0 ? 'there is no channel yet.' : 'no channel can receive one now.'}
    </Note>
  )
}
