import { Stack } from '@mantine/core'
import { requireMember, type SearchParams, teamProvider } from '@/app/_server'
import { type ListParams, listParams, WholeList } from '@/components/lists'
import { describeRunOutBriefly } from '@/components/overview'
import { ButtonLink, Card, CardBoundary, EmptyState, LiveRefresh, PageHeader } from '@/components/ui'
import { AddWallet, OutsideCredits, WalletMenu, WalletTable } from '@/components/wallets'
import { hasRole, toCredits } from '@/lib/kernel'
import { sumOutsideSpend } from '@/lib/money/statements'
import { listUsage } from '@/lib/money/usage'
import { DAY_MS, resolveRange } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { readRunOuts, readWalletAlerts } from '../_overview/reads'
import { createWalletAction, renameWalletAction } from './actions'

export const metadata = { title: 'Wallets' }

interface WalletsPageProps {
  readonly params: Promise<{ team: string }>
  /** `text` and `sort` of the list. */
  readonly searchParams: SearchParams
}

interface WalletsCardProps {
  readonly ctx: TeamCtx
  readonly asked: ListParams
}

/** Shows which wallet to top up next. */
export default async function WalletsPage({ params, searchParams }: WalletsPageProps) {
  const ctx = await requireMember(params)
  const asked = listParams(await searchParams, ['text', 'sort'])
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  return (
    <>
      <LiveRefresh team={ctx.team.slug} />
      <PageHeader
        title="Wallets"
        description="Balances as last read, minus what was spent since, and when they run out."
        actions={
          <>
            <ButtonLink href={`/${ctx.team.slug}/reports`} variant="default">
              Monthly report
            </ButtonLink>
            {isAdmin && <AddWallet team={ctx.team.slug} create={createWalletAction} />}
          </>
        }
      />
      <Stack gap="lg">
        <CardBoundary>
          <WalletsCard ctx={ctx} asked={asked} />
        </CardBoundary>
      </Stack>
    </>
  )
}

const OUTSIDE_DAYS = 30

const HEADS = [
  { key: 'name', label: 'Wallet' },
  { key: 'balance', label: 'Balance', isDownFirst: true },
  { key: 'left', label: 'Days left' },
  { key: 'ours', label: 'Spent', isDownFirst: true },
  { key: 'outside', label: 'Outside spend', isDownFirst: true },
]

/** Lists the wallets, soonest to run out first. */
async function WalletsCard({ ctx, asked }: WalletsCardProps) {
  const [wallets, alerts, spentOf, { provider }] = await Promise.all([
    readRunOuts(ctx),
    readWalletAlerts(ctx),
    spentByDay(ctx),
    teamProvider(ctx),
  ])
  const since = new Date(ctx.clock.now().getTime() - OUTSIDE_DAYS * DAY_MS)
  const outside = await sumOutsideSpend(
    ctx,
    wallets.map(({ wallet }) => wallet),
    since,
  )
  const { slug: team } = ctx.team
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  return (
    <Card title="All wallets" isTitleHidden>
      {wallets.length === 0 ? (
        <EmptyState title="No wallets yet" text="An admin adds a wallet, then the keys that draw on it." />
      ) : (
        <WholeList
          base={`/${team}/wallets`}
          params={asked}
          rows={wallets.map((runOut) => {
            const { id, name, expectedNano, isPaused } = runOut.wallet
            return {
              id,
              name,
              expectedNano,
              isPaused,
              daysLeft: runOut.daysLeft,
              ...spentOf(id),
              href: `/${team}/wallets/${id}`,
              words: describeRunOutBriefly(runOut, alerts.get(id)),
              outsideNano: outside.get(id) ?? null,
              outside: <OutsideCredits nano={outside.get(id) ?? null} />,
              menu: isAdmin && <WalletMenu team={team} wallet={{ id, name }} rename={renameWalletAction} />,
            }
          })}
          of={['wallet', 'wallets']}
          findBy="name"
          words={({ name }) => name}
          heads={HEADS}
          sorts={{
            name: ({ name }) => name,
            balance: ({ expectedNano }) => expectedNano,
            left: ({ daysLeft }) => daysLeft,
            ours: ({ oursNano }) => oursNano,
            outside: ({ outsideNano }) => outsideNano,
          }}
        >
          {(rows, sorting) => <WalletTable unit={provider.balanceUnit} rows={rows} sorting={sorting} />}
        </WholeList>
      )}
    </Card>
  )
}

/** Returns what each wallet spent on each of the last 30 days, and in total. */
async function spentByDay(ctx: TeamCtx) {
  const range = resolveRange({ preset: '30d' }, ctx.clock.now(), ctx.team.timeZone)
  const { members, sumsIn } = await listUsage(ctx, {
    range,
    step: 'day',
    comparison: null,
    dimension: 'walletId',
    needsSearched: false,
  })
  return (walletId: string) => ({
    days: sumsIn([walletId]).map(({ nano }) => toCredits(nano)),
    oursNano: members.find(({ member }) => member === walletId)?.sums.nano ?? 0n,
  })
}
