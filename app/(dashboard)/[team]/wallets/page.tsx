import { Stack } from '@mantine/core'
import { z } from 'zod'
import { requireMember, type SearchParams, teamProvider } from '@/app/_server'
import { type ListParams, listParams, WholeList } from '@/components/lists'
import { describeRunOutBriefly } from '@/components/overview'
import { AppLink, Card, CardBoundary, EmptyState, LiveRefresh, PageHeader } from '@/components/ui'
import {
  AddWallet,
  LostCallSums,
  OutsideCredits,
  ResolvedCalls,
  UnknownCalls,
  WalletMenu,
  WalletTable,
} from '@/components/wallets'
import { hasRole, toCredits } from '@/lib/kernel'
import { listLostCallGroups, listUnknowns, sumOutsideSpend } from '@/lib/money/statements'
import { listSpend } from '@/lib/money/usage'
import type { WalletView } from '@/lib/money/wallets'
import { DAY_MS, resolveRange } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { readRunOuts, readWalletAlerts } from '../_overview/reads'
import { listTeamWallets } from '../team-reads'
import {
  createWalletAction,
  renameWalletAction,
  resolveTogetherAction,
  resolveUnknownAction,
} from './actions'

export const metadata = { title: 'Wallets' }

interface WalletsPageProps {
  readonly params: Promise<{ team: string }>
  /** `calls`: number of unknown calls to show. `sums`: number of windows of them whose sum is known. */
  readonly searchParams: SearchParams
}

interface WalletsCardProps {
  readonly ctx: TeamCtx
  readonly asked: ListParams
}

/** Shows which wallet to top up next, and the calls whose cost is not known. */
export default async function WalletsPage({ params, searchParams }: WalletsPageProps) {
  const ctx = await requireMember(params)
  const given = await searchParams
  const shown = shownUnknown.parse(given)
  const asked = listParams(given, ['text', 'sort'])
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  return (
    <>
      <LiveRefresh team={ctx.team.slug} />
      <PageHeader
        title="Wallets"
        description="Balances as last read, minus what was spent since, and when they run out."
        actions={isAdmin && <AddWallet team={ctx.team.slug} create={createWalletAction} />}
      />
      <Stack gap="lg">
        <CardBoundary>
          <WalletsCard ctx={ctx} asked={asked} />
        </CardBoundary>
        <CardBoundary>
          <div id="unknown-calls">
            <UnknownCallsCard ctx={ctx} wallets={await listTeamWallets(ctx)} shown={shown} />
          </div>
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
  const { slug: team, timeZone } = ctx.team
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  return (
    <Card title="All wallets">
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
              words: describeRunOutBriefly(runOut, timeZone, alerts.get(id)),
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

/** Number of rows shown of a list, and added each time on request: each takes a while to draw. */
const AT_ONCE = 20
const MAX = 1000
const OPEN =
  'Requests whose response never arrived. What they may have cost stays reserved until it is known.'

const shown = z.coerce.number().int().min(AT_ONCE).max(MAX).catch(AT_ONCE)

/** Number of unknown calls that the URL asks for, and of windows of them whose sum is known. */
const shownUnknown = z.object({ calls: shown, sums: shown })

interface UnknownCallsCardProps {
  readonly ctx: TeamCtx
  readonly wallets: readonly WalletView[]
  readonly shown: z.output<typeof shownUnknown>
}

/**
 * Lists calls whose answers were lost, and what those of a window were charged together. Resolved calls are summed up
 * in one line. Renders nothing if there are none.
 */
async function UnknownCallsCard({ ctx, wallets, shown }: UnknownCallsCardProps) {
  const found = await listUnknowns(ctx, shown.calls + 1)
  if (found.length === 0) return null
  const sums = await listLostCallGroups(ctx, wallets)
  const { slug: team, timeZone } = ctx.team
  const calls = found.slice(0, shown.calls)
  const open = calls.filter(({ resolution }) => resolution === null)
  const resolved = calls.flatMap((call) => (call.resolution ? { ...call, resolution: call.resolution } : []))
  const hrefTo = (more: Partial<typeof shown>) => {
    const { calls, sums } = { ...shown, ...more }
    return `/${team}/wallets?calls=${calls}&sums=${sums}`
  }
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  return (
    <Card title="Unknown calls" description={open.length > 0 ? OPEN : 'None is open.'}>
      <Stack gap="lg">
        {sums.length > 0 && (
          <LostCallSums
            team={team}
            timeZone={timeZone}
            sums={sums.slice(0, shown.sums)}
            resolve={isAdmin ? resolveTogetherAction : null}
          />
        )}
        {sums.length > shown.sums && shown.sums < MAX && (
          <AppLink href={hrefTo({ sums: shown.sums + AT_ONCE })} size="sm" scroll={false}>
            Show {AT_ONCE} more of {sums.length - shown.sums}
          </AppLink>
        )}
        <UnknownCalls
          team={team}
          timeZone={timeZone}
          calls={open}
          resolve={isAdmin ? resolveUnknownAction : null}
        />
        <ResolvedCalls team={team} timeZone={timeZone} calls={resolved} />
        {found.length > shown.calls && shown.calls < MAX && (
          <AppLink href={hrefTo({ calls: shown.calls + AT_ONCE })} size="sm" scroll={false}>
            Show {AT_ONCE} more
          </AppLink>
        )}
      </Stack>
    </Card>
  )
}

/** Returns what each wallet spent on each of the last 30 days, and in total. */
async function spentByDay(ctx: TeamCtx) {
  const { series, buckets } = await listSpend(ctx, {
    range: resolveRange({ preset: '30d' }, ctx.clock.now(), ctx.team.timeZone),
    dimension: 'walletId',
    walletIds: [],
    nameOf: (label) => ({ label, color: null }),
  })
  return (walletId: string) => {
    const found = series.find(({ key }) => key === walletId)
    return {
      days: found?.chargeNano.map(toCredits) ?? new Array<number>(buckets.length).fill(0),
      oursNano: found?.totalChargeNano ?? 0n,
    }
  }
}
