import { ChannelList, CreateChannel } from '@/components/alerts'
import { Card, EmptyState } from '@/components/ui'
import { listChannels } from '@/lib/alerts/alerts'
import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'
import {
  changeChannelAction,
  createChannelAction,
  deleteChannelAction,
  sendChannelConfirmationAction,
  testChannelAction,
} from './actions'

export async function ChannelsCard({ ctx }: { readonly ctx: TeamCtx }) {
  const channels = await listChannels(ctx)
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const { canMail } = currentRuntime()
  return (
    <Card
      title="Channels"
      description="Alerts are also sent to channels: one message when an alert begins, one when it is over. A channel can also get messages about ended runs, new items, budgets and balances."
    >
      {channels.length === 0 && (
        <EmptyState
          title="No channels yet"
          text={
            isAdmin
              ? 'It can be an e-mail address, a Slack webhook, or a signed webhook of your own.'
              : 'An admin of your team can add one. Until then alerts show here and under the bell.'
          }
        />
      )}
      <ChannelList
        team={ctx.team.slug}
        channels={channels}
        canMail={canMail}
        actions={
          isAdmin
            ? {
                change: changeChannelAction,
                remove: deleteChannelAction,
                test: testChannelAction,
                confirm: sendChannelConfirmationAction,
              }
            : null
        }
      />
      {isAdmin && <CreateChannel team={ctx.team.slug} canMail={canMail} create={createChannelAction} />}
    </Card>
  )
}
