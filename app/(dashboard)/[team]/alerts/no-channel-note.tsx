import { Button } from '@mantine/core'
import { Note } from '@/components/ui'
import { type ChannelView, listChannels, listOpenAlerts } from '@/lib/alerts/alerts'
import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'

/** Warns that alerts are shown in Purser only, if somebody may expect them to be sent elsewhere. */
export async function NoChannelNote({ ctx }: { readonly ctx: TeamCtx }) {
  const [channels, open] = await Promise.all([listChannels(ctx), listOpenAlerts(ctx)])
  const { canMail } = currentRuntime()
  const meant = channels.filter(({ enabled, events }) => enabled && events.includes('alert'))
  const isUnmailed = ({ kind }: ChannelView) => kind === 'email' && !canMail
  if (meant.some((channel) => !channel.waits && !isUnmailed(channel))) return null
  if (channels.length + open.length === 0) return null
  const unmailed = meant.find(isUnmailed)
  return (
    <Note
      tone="warn"
      lead="Alerts are shown only in Purser:"
      actions={
        hasRole(ctx.actor.role, 'admin') && (
          // A plain link: its hash opens the drawer on this page.
          <Button component="a" href="#new" size="xs" variant="default">
            Add channel
          </Button>
        )
      }
    >
      {whyNone(channels.length, meant, unmailed)}
    </Note>
  )
}

function whyNone(many: number, [meant]: readonly ChannelView[], unmailed: ChannelView | undefined): string {
  if (many === 0) return 'there is no channel yet.'
  if (unmailed)
    return `“${unmailed.name}” needs a mail server. The person who runs Purser can set one. Slack and webhooks work without it.`
  return meant
    ? `“${meant.name}” gets nothing until its address is confirmed.`
    : 'no channel in use gets alerts.'
}
