import { Stack } from '@mantine/core'
import { z } from 'zod'
import { requireMember, type SearchParams } from '@/app/_server'
import {
  ALERT_KIND_LABELS,
  ALERT_SUBJECT_LABELS,
  AlertTable,
  ChannelFilter,
  ChannelList,
  CreateChannel,
  DeliveryTable,
  InboxTable,
  ResendSince,
  SettingForms,
} from '@/components/alerts'
import { type ListFilter, ListTools, listHref, type Sort, sortingOf } from '@/components/lists'
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
  ALERT_KINDS,
  ALERT_SUBJECTS,
  alertPart,
  type ChannelView,
  countAlerts,
  endOfSnooze,
  inboxPart,
  listAlertPage,
  listAlertSettings,
  listChannels,
  listDeliveries,
  listInbox,
  listOpenAlerts,
} from '@/lib/alerts/alerts'
import { compareByName, formatCount, formatTime, hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'
import { listTeamMembers, listTeamNeeds } from '../team-reads'
import {
  acknowledgeAlertAction,
  changeAlertsAction,
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
  /** The message after which the list continues. */
  sent: z.string().optional().catch(undefined),
})

type AlertQuery = z.output<typeof alertQuery> & {
  /** The part of all alerts. */
  readonly part: z.output<typeof alertPart>
  /** The part of the open ones. */
  readonly inbox: z.output<typeof inboxPart>
}

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
  const given = await searchParams
  const query = { ...alertQuery.parse(given), part: alertPart.parse(given), inbox: inboxPart.parse(given) }
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
  if (many === 0) return 'there are no channels yet.'
  if (unmailed)
    return `“${unmailed.name}” needs a mail server. The person who runs Purser can set one. Slack and webhooks work without it.`
  return meant
    ? `“${meant.name}” receives nothing until its address is confirmed.`
    : 'no enabled channel receives alerts.'
}

const INBOX_FILTERS: readonly ListFilter[] = [
  {
    parameter: 'show',
    label: 'Show',
    data: [
      { value: 'mine', label: 'Assigned to me' },
      { value: 'snoozed', label: 'Snoozed' },
    ],
  },
  {
    parameter: 'about',
    label: 'About',
    data: ALERT_SUBJECTS.map((subject) => ({ value: subject, label: ALERT_SUBJECT_LABELS[subject].all })),
  },
]

async function InboxCard({ ctx, query: { inbox: part } }: PartProps) {
  const { slug, timeZone } = ctx.team
  const { role, memberId } = ctx.actor
  const isWriter = hasRole(role, 'member')
  const isAdmin = hasRole(role, 'admin')
  const [inbox, needs, members] = await Promise.all([
    listInbox(ctx, part),
    listTeamNeeds(ctx),
    isWriter ? listTeamMembers(ctx) : [],
  ])
  const { after, before, ...filters } = part
  const areAllShown = Object.values(filters).every((value) => !value)
  const isWhole = areAllShown && after === undefined && before === undefined
  const waiting = isWhole ? needs.filter(({ kind }) => kind === 'raise' || kind === 'unknown_calls') : []
  const base = `/${slug}/alerts`
  const hrefTo = (place: 'before' | 'after', key: string | null) =>
    key === null ? null : listHref(base, filters, { [place]: key })
  // The person themselves first.
  const assignable = members
    .filter((member) => hasRole(member.role, 'member'))
    .sort((a, b) => Number(b.id === memberId) - Number(a.id === memberId) || compareByName(a, b))
  return (
    <Card title="Now" isTitleHidden>
      {inbox.counts.all > 0 && (
        <ListTools
          base={base}
          params={filters}
          findBy="title or name"
          filters={INBOX_FILTERS}
          sorts={[]}
          counts={inbox.counts}
          of={['row', 'rows']}
          summary={areAllShown ? describeStates({ ...inbox.states, open: needs.length }) : undefined}
        />
      )}
      {inbox.groups.length + waiting.length === 0 && (
        <NoAlert isWhole={isWhole} snoozed={inbox.states.snoozed} />
      )}
      {inbox.groups.length + waiting.length > 0 && (
        <InboxTable
          team={slug}
          groups={inbox.groups}
          needs={waiting}
          isSnoozed={part.show === 'snoozed'}
          members={assignable.map(({ id, name }) => ({
            id,
            name: id === memberId ? `${name} (me)` : name,
          }))}
          tomorrow={formatTime(endOfSnooze.tomorrow(ctx.clock.now(), timeZone), timeZone)}
          acknowledge={isWriter ? acknowledgeAlertAction : null}
          mute={isAdmin ? muteAlertsAction : null}
          change={isWriter ? changeAlertsAction : null}
        />
      )}
      <ListPages previous={hrefTo('before', inbox.previous)} next={hrefTo('after', inbox.next)} />
    </Card>
  )
}

/** Says how many rows are open, as the bell does, and how many somebody has acknowledged or snoozed. */
const describeStates = ({ open, acknowledged, snoozed }: Awaited<ReturnType<typeof listInbox>>['states']) =>
  [
    `${formatCount(open)} open`,
    ...(acknowledged > 0 ? [`${formatCount(acknowledged)} acknowledged`] : []),
    ...(snoozed > 0 ? [`${formatCount(snoozed)} snoozed`] : []),
  ].join(' · ')

/** Says that no alert is shown, and whether some are elsewhere. */
function NoAlert({ isWhole, snoozed }: { readonly isWhole: boolean; readonly snoozed: number }) {
  if (!isWhole)
    return <EmptyState title="No matching alerts" text="Nothing matches these words and filters." />
  if (snoozed === 0) return <EmptyState title="All is well" text="No open alerts." />
  return <EmptyState title="Nothing needs you now" text={`${formatCount(snoozed)} snoozed.`} />
}

const SORTS: readonly Sort[] = [{ key: 'from', label: 'Began', isDownFirst: true }]
const USUAL = '-from'

const FILTERS: readonly ListFilter[] = [
  {
    parameter: 'kind',
    label: 'Kind',
    data: ALERT_KINDS.map((kind) => ({ value: kind, label: ALERT_KIND_LABELS[kind].label })),
  },
  {
    parameter: 'state',
    label: 'State',
    data: [
      { value: 'open', label: 'Open' },
      { value: 'over', label: 'Ended' },
      { value: 'unanswered', label: 'Not acknowledged' },
    ],
  },
]

/** Lists all alerts, page by page. */
async function HistoryCard({ ctx, query: { part } }: PartProps) {
  const { slug } = ctx.team
  const [page, counts] = await Promise.all([listAlertPage(ctx, part), countAlerts(ctx, part)])
  const base = `/${slug}/alerts`
  const params = { ...part, tab: 'history', sort: part.sort === USUAL ? undefined : part.sort }
  const hrefTo = (place: 'before' | 'after', id: string | null) =>
    id === null ? null : listHref(base, params, { [place]: id })
  return (
    <Card title="All alerts" isTitleHidden>
      {counts.all > 0 && (
        <ListTools
          base={base}
          params={params}
          findBy="title"
          filters={FILTERS}
          sorts={SORTS}
          usualSort={USUAL}
          counts={counts}
          of={['alert', 'alerts']}
        />
      )}
      {page.alerts.length === 0 ? (
        <EmptyState
          title={counts.all > 0 ? 'No matching alerts' : 'No alerts yet'}
          text="All alerts are listed here."
        />
      ) : (
        <AlertTable
          team={slug}
          alerts={page.alerts}
          sorting={sortingOf(base, params, SORTS, USUAL)}
          change={hasRole(ctx.actor.role, 'member') ? changeAlertsAction : null}
        />
      )}
      <ListPages previous={hrefTo('before', page.previous)} next={hrefTo('after', page.next)} />
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
      isTitleHidden
      description="A channel receives a message when an alert begins and another when it is over. It can also receive messages about ended runs, new items, budgets and balances."
    >
      {channels.length === 0 && (
        <EmptyState
          title="No channels yet"
          text={
            isAdmin
              ? 'A channel is an e-mail address, a Slack webhook, or a signed webhook of your own.'
              : 'An admin of your team can add one. Until then, alerts appear only here.'
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
  const { tab, channel } = query
  const hrefTo = (sent: string | undefined) => hrefToAlerts(ctx.team.slug, { tab, channel, sent })
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
          sendAgain={isAdmin ? sendAgainAction : null}
        />
      )}
      <ListPages
        first={query.sent === undefined ? null : hrefTo(undefined)}
        next={hasMore ? hrefTo(deliveries.at(-1)?.id) : null}
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
    <Card title="What is watched" isTitleHidden>
      <SettingForms team={ctx.team.slug} settings={settings} change={changeSettingAction} />
    </Card>
  )
}

const TABS = [
  { tab: 'now', label: 'Now', cards: [NoChannelNote, InboxCard] },
  { tab: 'history', label: 'History', cards: [HistoryCard] },
  { tab: 'channels', label: 'Channels', cards: [ChannelsCard, DeliveriesCard] },
  { tab: 'rules', label: 'Rules', cards: [SettingsCard] },
] as const

/** Returns the URL of the alerts page with these parameters; undefined ones are left out. */
function hrefToAlerts(team: string, query: Partial<z.output<typeof alertQuery>>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const search = new URLSearchParams(given).toString()
  return search === '' ? `/${team}/alerts` : `/${team}/alerts?${search}`
}
