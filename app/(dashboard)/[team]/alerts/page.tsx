import { Stack } from '@mantine/core'
import { z } from 'zod'
import { requireMember, type SearchParams } from '@/app/_server'
import {
  AlertList,
  ChannelFilter,
  ChannelList,
  CreateChannel,
  DeliveryTable,
  OtherNeedsList,
  PastAlerts,
  ResendSince,
  SettingForms,
} from '@/components/alerts'
import {
  ButtonLink,
  Card,
  CardBoundary,
  EmptyState,
  LinkTabs,
  ListPages,
  LiveRefresh,
  PageHeader,
  PageNote,
} from '@/components/ui'
import {
  type ChannelView,
  listAlertSettings,
  listChannels,
  listDeliveries,
  listOpenAlerts,
  listPastAlerts,
} from '@/lib/alerts/alerts'
import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'
import { listTeamNeeds } from '../team-reads'
import {
  acknowledgeAlertAction,
  changeChannelAction,
  changeSettingAction,
  createChannelAction,
  deleteChannelAction,
  muteAlertsAction,
  sendAgainAction,
  sendChannelConfirmationAction,
  sendSinceAction,
  testChannelAction,
} from './actions'

export const metadata = { title: 'Alerts' }

/** The URL parameters of the alerts page: the tab, the channel whose messages are shown, and the cursors of its lists. */
const alertQuery = z.object({
  tab: z.enum(['now', 'history', 'channels', 'rules']).optional().catch(undefined),
  channel: z.string().optional().catch(undefined),
  /** The past alert after which the list continues. */
  past: z.string().optional().catch(undefined),
  /** The message after which the list continues. */
  sent: z.string().optional().catch(undefined),
})

type AlertQuery = z.output<typeof alertQuery>

interface PartProps {
  readonly ctx: TeamCtx
  readonly query: AlertQuery
}

interface AlertsPageProps {
  readonly params: Promise<{ team: string }>
  readonly searchParams: SearchParams
}

/** Shows the team's alerts as an inbox: what is open, what is over, where messages go, and what is watched. */
export default async function AlertsPage({ params, searchParams }: AlertsPageProps) {
  const ctx = await requireMember(params)
  const query = alertQuery.parse(await searchParams)
  const tabs = TABS.filter(({ tab }) => tab !== 'rules' || hasRole(ctx.actor.role, 'admin'))
  const current = tabs.find(({ tab }) => tab === query.tab) ?? TABS[0]
  return (
    <>
      <LiveRefresh team={ctx.team.slug} />
      <PageHeader title="Alerts" description="Current alerts, where they are sent, and what triggers them." />
      <LinkTabs
        label="Parts of alerts"
        tabs={tabs.map(({ tab, label }) => ({
          label,
          href: hrefToAlerts(ctx.team.slug, { tab: tab === 'now' ? undefined : tab }),
          isCurrent: tab === current.tab,
        }))}
      />
      <Stack>
        {current.cards.map((Part) => (
          <CardBoundary key={Part.name}>
            <Part ctx={ctx} query={query} />
          </CardBoundary>
        ))}
      </Stack>
    </>
  )
}

/** Warns that alerts are shown in Purser only, if somebody may expect them to be sent elsewhere. */
async function NoChannelNote({ ctx }: PartProps) {
  const [channels, open] = await Promise.all([listChannels(ctx), listOpenAlerts(ctx)])
  const { canMail } = currentRuntime()
  const meant = channels.filter(({ enabled, events }) => enabled && events.includes('alert'))
  const isUnmailed = ({ kind }: ChannelView) => kind === 'email' && !canMail
  if (meant.some((channel) => !channel.waits && !isUnmailed(channel))) return null
  if (channels.length + open.length === 0) return null
  const unmailed = meant.find(isUnmailed)
  return (
    <PageNote
      tone="warn"
      lead="Alerts are shown only in Purser:"
      actions={
        hasRole(ctx.actor.role, 'admin') && (
          <ButtonLink
            href={`${hrefToAlerts(ctx.team.slug, { tab: 'channels' })}#new`}
            size="xs"
            variant="default"
          >
            Add channel
          </ButtonLink>
        )
      }
    >
      {whyNone(channels.length, meant, unmailed)}
    </PageNote>
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

async function AlertsCard({ ctx }: PartProps) {
  const [open, needs] = await Promise.all([listOpenAlerts(ctx), listTeamNeeds(ctx)])
  const { slug, timeZone } = ctx.team
  const { role } = ctx.actor
  const waiting = needs.filter(({ kind }) => kind === 'raise' || kind === 'unknown_calls')
  return (
    <Card title="Now">
      {open.length + waiting.length === 0 && <EmptyState title="All is well" text="No alert is open." />}
      <Stack gap="lg">
        {open.length > 0 && (
          <AlertList
            team={slug}
            alerts={open}
            timeZone={timeZone}
            acknowledge={hasRole(role, 'member') ? acknowledgeAlertAction : null}
            mute={hasRole(role, 'admin') ? muteAlertsAction : null}
          />
        )}
        <OtherNeedsList team={slug} needs={waiting} isAdmin={hasRole(role, 'admin')} />
      </Stack>
    </Card>
  )
}

/** Lists alerts that are over, page by page. */
async function PastAlertsCard({ ctx, query }: PartProps) {
  const { slug, timeZone } = ctx.team
  const { alerts, hasMore } = await listPastAlerts(ctx, query.past)
  const hrefTo = (past: string | undefined) => hrefToAlerts(slug, { ...query, past })
  return (
    <Card title="Past alerts">
      {alerts.length === 0 ? (
        <EmptyState title="No past alerts" text="Alerts that are over are listed here." />
      ) : (
        <PastAlerts team={slug} alerts={alerts} timeZone={timeZone} />
      )}
      <ListPages
        of="alerts"
        newest={query.past === undefined ? null : hrefTo(undefined)}
        older={hasMore ? hrefTo(alerts.at(-1)?.id) : null}
      />
    </Card>
  )
}

async function ChannelsCard({ ctx }: PartProps) {
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

async function DeliveriesCard({ ctx, query }: PartProps) {
  const channels = await listChannels(ctx)
  const chosen = channels.find(({ id }) => id === query.channel)?.id
  const { deliveries, hasMore } = await listDeliveries(ctx, chosen, query.sent)
  const hrefTo = (sent: string | undefined) => hrefToAlerts(ctx.team.slug, { ...query, sent })
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const used = channels.filter(({ enabled }) => enabled)
  return (
    <Card
      title="Messages sent"
      description="Every message to a channel, and whether it arrived. Messages about events are kept for 30 days."
    >
      {channels.length > 1 && <ChannelFilter team={ctx.team.slug} channels={channels} chosen={chosen} />}
      {deliveries.length === 0 ? (
        <EmptyState title="None yet" text="Messages to channels are listed here, and whether they arrived." />
      ) : (
        <DeliveryTable
          team={ctx.team.slug}
          deliveries={deliveries}
          timeZone={ctx.team.timeZone}
          sendAgain={isAdmin ? sendAgainAction : null}
        />
      )}
      <ListPages
        of="messages"
        newest={query.sent === undefined ? null : hrefTo(undefined)}
        older={hasMore ? hrefTo(deliveries.at(-1)?.id) : null}
      />
      {isAdmin && deliveries.length > 0 && used.length > 0 && (
        <ResendSince
          team={ctx.team.slug}
          channels={used.map(({ id, name }) => ({ id, name }))}
          send={sendSinceAction}
        />
      )}
    </Card>
  )
}

async function SettingsCard({ ctx }: PartProps) {
  const settings = await listAlertSettings(ctx)
  return (
    <Card title="What is watched">
      <SettingForms team={ctx.team.slug} settings={settings} change={changeSettingAction} />
    </Card>
  )
}

const TABS = [
  { tab: 'now', label: 'Now', cards: [NoChannelNote, AlertsCard] },
  { tab: 'history', label: 'History', cards: [PastAlertsCard] },
  { tab: 'channels', label: 'Channels', cards: [ChannelsCard, DeliveriesCard] },
  { tab: 'rules', label: 'Rules', cards: [SettingsCard] },
] as const

/** Returns the URL of the alerts page with these parameters; undefined ones are left out. */
function hrefToAlerts(team: string, query: Partial<AlertQuery>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const search = new URLSearchParams(given).toString()
  return search === '' ? `/${team}/alerts` : `/${team}/alerts?${search}`
}
