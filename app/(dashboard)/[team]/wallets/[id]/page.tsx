import { Group } from '@mantine/core'
import type { Metadata } from 'next'
import { cache } from 'react'
import { z } from 'zod'
import {
  type PageRange,
  pageTitle,
  readForPage,
  readPageRange,
  requireMember,
  type SearchParams,
  teamProvider,
} from '@/app/_server'
import { PageSections } from '@/components/overview'
import {
  AppLink,
  ButtonLink,
  Card,
  CardBoundary,
  LinkTabs,
  LiveRefresh,
  PageHeader,
  PageNote,
} from '@/components/ui'
import { RangePicker } from '@/components/usage'
import { EnterBalance, IncidentEvidence, WalletCheck } from '@/components/wallets'
import { listIncidents, listOpenAlerts } from '@/lib/alerts/alerts'
import { formatPlural, hasRole, localiseStoredText } from '@/lib/kernel'
import { listKeys } from '@/lib/keys/keys'
import { findWalletCheck } from '@/lib/keys/wallet-check'
import { findOutsideSpendAndPriceShifts } from '@/lib/money/statements'
import { getWallet, type WalletView } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { WalletChartView } from '../../_overview/wallet-chart'
import { endCheckAction, enterBalanceAction, readCheckBalanceAction, startCheckAction } from './actions'
import { CostCard } from './cost-card'
import { IncidentNotes } from './incident-notes'
import { CurrentWalletState, ForecastCard, RunOutStrip } from './run-out'
import { PriceCard, StatementCards } from './statement-cards'

/** Returns a query with another tab; the range and the environment stay. */
function withTab(given: Awaited<SearchParams>, tab: string): string {
  const kept = ['range', 'from', 'to', 'environment'].flatMap((name) => {
    const value = [given[name]].flat()[0]
    return value === undefined ? [] : [[name, value]]
  })
  return new URLSearchParams([...kept, ['tab', tab]]).toString()
}

interface WalletPageProps {
  readonly params: Promise<{ team: string; id: string }>
  readonly searchParams: SearchParams
}

/** Shows a wallet: first how it falls, which a phone's first screen must hold, and when it runs out, then where it went, and who else may use it. */
export default async function WalletPage({ params, searchParams }: WalletPageProps) {
  const ctx = await requireMember(params)
  const { id } = await params
  const { slug } = ctx.team
  const wallet = await readForPage(() => readWallet(ctx, id), `/${slug}/wallets/${id}`)
  const given = await searchParams
  const chosen = chosenTab.parse([given.tab].flat()[0])
  const current = TABS.find(({ tab }) => tab === chosen) ?? TABS[0]
  // A tab that shows no range must not depend on the one that another tab left in the URL.
  const page = await readPageRange(ctx, current.hasRange ? searchParams : Promise.resolve({}), 'month')
  const { preset, from, to, environments, environmentId } = page
  const hrefTo = (tab: string) => `/${slug}/wallets/${id}?${withTab(given, tab)}`
  return (
    <>
      <LiveRefresh team={slug} />
      <PageHeader
        back={{ href: `/${slug}/wallets`, label: 'All wallets' }}
        title={wallet.name}
        badge={
          // A statement on paper is of its period, and this is of now.
          <Group component="span" gap="xs" data-print="never">
            <CardBoundary>
              <CurrentWalletState ctx={ctx} wallet={wallet} />
            </CardBoundary>
            <AppLink href={`/${slug}/keys`}>{formatPlural(wallet.keyCount, 'key')}</AppLink>
          </Group>
        }
        actions={
          <>
            <EnterBalanceButton ctx={ctx} wallet={wallet} />
            {current.hasRange && (
              <RangePicker
                preset={preset}
                from={from}
                to={to}
                environments={environments}
                environmentId={environmentId}
              />
            )}
          </>
        }
      />
      <PageSections>
        <IncidentNotes ctx={ctx} walletId={id} />
        <BalanceNotes ctx={ctx} walletId={id} />
        <LinkTabs
          label="Parts of the wallet"
          tabs={TABS.map(({ tab, label }) => ({
            label,
            href: hrefTo(tab),
            isCurrent: tab === current.tab,
          }))}
        />
        {current.cards.map((Part) => (
          <CardBoundary key={Part.name}>
            <Part ctx={ctx} wallet={wallet} page={page} />
          </CardBoundary>
        ))}
      </PageSections>
    </>
  )
}

interface PartProps {
  readonly ctx: TeamCtx
  readonly wallet: WalletView
  readonly page: PageRange
}

const ChartPart = ({ ctx, wallet, page }: PartProps) => (
  <Card title="Balance and spend">
    <WalletChartView ctx={ctx} range={page} wallet={wallet} />
  </Card>
)

const StatementPart = ({ ctx, wallet, page: { range, environmentId } }: PartProps) => (
  <StatementCards ctx={ctx} wallet={wallet} range={range} environmentId={environmentId} />
)

const PricePart = ({ ctx, wallet, page: { range } }: PartProps) => (
  <PriceCard ctx={ctx} wallet={wallet} range={range} />
)

const CostPart = ({ ctx, wallet }: PartProps) => <CostCard ctx={ctx} wallet={wallet} title="Costs" />

const TABS = [
  { tab: 'overview', label: 'Overview', hasRange: true, cards: [ChartPart, RunOutStrip, ForecastCard] },
  { tab: 'statement', label: 'Statement', hasRange: true, cards: [StatementPart] },
  { tab: 'prices', label: 'Prices and packs', hasRange: false, cards: [PricePart, CostPart] },
  { tab: 'check', label: 'Check', hasRange: false, cards: [EvidenceCard, CheckCard] },
] as const

const chosenTab = z.enum(['overview', 'statement', 'prices', 'check']).catch('overview')

/** Reads the wallet once for the page and its title. */
const readWallet = cache(getWallet)

/** Titles the page with the wallet's name, so that several open wallets can be told apart by their tabs. */
export async function generateMetadata(props: {
  readonly params: Promise<{ team: string; id: string }>
}): Promise<Metadata> {
  const ctx = await requireMember(props.params)
  const { id } = await props.params
  return { title: await pageTitle('wallet', async () => (await readWallet(ctx, id)).name) }
}

interface BalanceNotesProps {
  readonly ctx: TeamCtx
  readonly walletId: string
}

const KINDS = new Set(['low_balance', 'run_out'])
const INCIDENT = 'outside_spend'

/**
 * Shows what is open about the wallet's balance. Alerts link here, so this repeats them with the possible actions. An
 * incident replaces the other notes, because a phone's first screen must still hold the chart.
 */
async function BalanceNotes({ ctx, walletId }: BalanceNotesProps) {
  const open = await listOpenAlerts(ctx, walletId)
  if (open.some(({ kind, acknowledgedBy }) => kind === INCIDENT && acknowledgedBy === null)) return null
  const alerts = `/${ctx.team.slug}/alerts`
  return open
    .filter(({ kind }) => KINDS.has(kind))
    .map(({ id, title, detail, acknowledgedBy }) => (
      <PageNote
        key={id}
        tone="bad"
        lead={`${localiseStoredText(title)}.`}
        actions={
          <>
            <ButtonLink href={alerts} size="xs" variant="default">
              See alert
            </ButtonLink>
            {hasRole(ctx.actor.role, 'admin') && (
              <ButtonLink href={`${alerts}?tab=rules`} size="xs" variant="default">
                Change when to warn
              </ButtonLink>
            )}
          </>
        }
      >
        {localiseStoredText(detail)}
        {acknowledgedBy && ` Acknowledged by ${acknowledgedBy}.`}
      </PageNote>
    ))
}

interface EnterBalanceButtonProps {
  readonly ctx: TeamCtx
  readonly wallet: WalletView
}

/** Lets admins enter the wallet's balance if the service has not stated it. */
async function EnterBalanceButton({ ctx, wallet }: EnterBalanceButtonProps) {
  if (!hasRole(ctx.actor.role, 'admin')) return null
  const { provider } = await teamProvider(ctx)
  const isTold = provider.account !== null && wallet.balance !== null && !wallet.balance.isTyped
  // Without a key, no service could be asked yet.
  if (isTold || (provider.account !== null && wallet.keyCount === 0)) return null
  return (
    <EnterBalance
      team={ctx.team.slug}
      walletId={wallet.id}
      service={provider.name}
      unit={provider.balanceUnit}
      enter={enterBalanceAction}
    />
  )
}

interface CheckCardProps {
  readonly ctx: TeamCtx
  readonly wallet: WalletView
}

/** Shows what is known of the wallet's open incidents; nothing without one. */
async function EvidenceCard({ ctx, wallet }: CheckCardProps) {
  const open = (await listIncidents(ctx)).filter(({ walletId }) => walletId === wallet.id)
  const [first] = open.map(({ from }) => from).sort((a, b) => a.getTime() - b.getTime())
  if (!first) return null
  const [{ outside }, keys] = await Promise.all([
    findOutsideSpendAndPriceShifts(ctx, wallet, first),
    listKeys(ctx),
  ])
  return (
    <Card
      title="What is known"
      description="A leaked key is one of these keys, used elsewhere. Report a leak on the page of the key."
    >
      <IncidentEvidence
        team={ctx.team.slug}
        now={ctx.clock.now()}
        losses={outside
          .filter(({ to }) => to > first)
          .map(({ from, to, nano }) => ({ from, to, nano }))
          .reverse()}
        keys={keys
          .filter(({ walletId, status }) => walletId === wallet.id && status === 'active')
          .map(({ id, name, prefix, createdAt, lastUsedAt }) => ({
            id,
            name,
            prefix,
            createdAt,
            lastUsedAt,
          }))}
      />
    </Card>
  )
}

async function CheckCard({ ctx, wallet }: CheckCardProps) {
  const [check, keys] = await Promise.all([findWalletCheck(ctx, wallet.id), listKeys(ctx)])
  return (
    <Card
      title="Who else spends?"
      description="While the check lasts, Purser refuses your team’s calls with this wallet. If the balance still falls, someone else spends it."
    >
      <WalletCheck
        team={ctx.team.slug}
        walletId={wallet.id}
        check={check}
        keys={keys
          .filter(({ walletId, status }) => walletId === wallet.id && status === 'active')
          .map(({ id, name, prefix }) => ({ id, name, prefix }))}
        actions={
          hasRole(ctx.actor.role, 'admin')
            ? { start: startCheckAction, read: readCheckBalanceAction, end: endCheckAction }
            : null
        }
      />
    </Card>
  )
}
