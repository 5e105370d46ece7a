import { type PageRange, teamProvider } from '@/app/_server'
import {
  BudgetVerdict,
  DailySpendLines,
  NeedsList,
  RepurchaseFact,
  RunOutList,
  SpendersFact,
  SpentFact,
  type SpentTotal,
} from '@/components/overview'
import { hasRole } from '@/lib/kernel'
import { type ComparedSpend, readDailySpend } from '@/lib/money/usage'
import type { TeamCtx } from '@/lib/platform/db'
import { listTeamNeeds } from '../team-reads'
import { describePreviousRange, readRunOuts, readSpendByDimension, readWalletAlerts } from './reads'
import { breakdownHref, breakdownName, listBreakdownNames, narrowedUsageHref } from './went'

interface CellProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
}

export async function RunsOutCell({ ctx }: CellProps) {
  const [wallets, alerts, { provider }] = await Promise.all([
    readRunOuts(ctx),
    readWalletAlerts(ctx),
    teamProvider(ctx),
  ])
  const { slug: team } = ctx.team
  return <RunOutList team={team} wallets={wallets} alerts={alerts} unit={provider.balanceUnit} />
}

export async function SpentCell({ ctx, range }: CellProps) {
  const [rows, daily, { provider }] = await Promise.all([
    readSpendByDimension(ctx, range, 'search'),
    readDailySpend(ctx),
    teamProvider(ctx),
  ])
  const { slug, timeZone } = ctx.team
  const now = ctx.clock.now()
  const month = new Intl.DateTimeFormat('en-GB', { timeZone, month: 'short' }).format(now)
  return (
    <SpentFact
      spent={totalOf(rows)}
      before={describePreviousRange(range)}
      unit={provider.balanceUnit}
      verdict={
        <BudgetVerdict team={slug} daily={daily} month={month} isAdmin={hasRole(ctx.actor.role, 'admin')} />
      }
    >
      <DailySpendLines team={slug} daily={daily} month={month} now={now} />
    </SpentFact>
  )
}

export async function SpendersCell({ ctx, range }: CellProps) {
  const [rows, { provider }] = await Promise.all([
    readSpendByDimension(ctx, range, 'member'),
    teamProvider(ctx),
  ])
  const spent = rows.filter(({ nano }) => nano > 0n)
  const ids = spent.map(({ member }) => member)
  const names = await listBreakdownNames(ctx, range, 'member', ids)
  return (
    <SpendersFact
      spenders={spent.map(({ member, nano }) => ({
        key: member,
        name: breakdownName('member', member, names),
        href: breakdownHref(ctx.team.slug, range, 'member', member),
        nano,
      }))}
      totalNano={spent.reduce((sum, { nano }) => sum + nano, 0n)}
      unit={provider.balanceUnit}
      href={narrowedUsageHref(ctx.team.slug, range, { by: 'member' })}
    />
  )
}

export async function RepurchaseCell({ ctx, range }: CellProps) {
  const [rows, members, { provider }] = await Promise.all([
    readSpendByDimension(ctx, range, 'search'),
    // The figures of members are not kept by environment.
    range.environmentId ? [] : readSpendByDimension(ctx, range, 'member'),
    teamProvider(ctx),
  ])
  const search = maxAgain(rows)
  const member = maxAgain(members)
  const [searches, people] = await Promise.all([
    listBreakdownNames(ctx, range, 'search', search ? [search.member] : []),
    member ? listBreakdownNames(ctx, range, 'member', [member.member]) : new Map<string, string>(),
  ])
  const name = search && searches.get(search.member)
  return (
    <RepurchaseFact
      spent={totalOf(rows)}
      unit={provider.balanceUnit}
      search={
        search && name
          ? // A background run stops as soon as it finds nothing new.
            {
              name,
              nano: search.nano,
              // Viewers run nothing, so the page would offer them no way to act.
              href: hasRole(ctx.actor.role, 'member')
                ? `/${ctx.team.slug}/searches/${search.member}?mode=background`
                : null,
            }
          : null
      }
      member={
        member && {
          name: breakdownName('member', member.member, people),
          nano: member.nano,
        }
      }
    />
  )
}

export async function AttentionCell({ ctx }: CellProps) {
  const needs = await listTeamNeeds(ctx)
  return <NeedsList team={ctx.team.slug} needs={needs} isAdmin={hasRole(ctx.actor.role, 'admin')} />
}

/** Returns the row that spent most on buying items again, or null if none did. */
function maxAgain(rows: readonly ComparedSpend[]): { readonly member: string; readonly nano: bigint } | null {
  const [max] = rows
    .flatMap(({ member, again }) => (again && again.nano > 0n ? [{ member, nano: again.nano }] : []))
    .sort((a, b) => (a.nano < b.nano ? 1 : -1))
  return max ?? null
}

const totalOf = (rows: readonly ComparedSpend[]): SpentTotal =>
  rows.reduce<SpentTotal>(
    (sum, row) => ({
      nano: sum.nano + row.nano,
      beforeNano: sum.beforeNano + row.beforeNano,
      items: sum.items + row.items,
      // As on Usage: what a provider's test finds is not compared with anything.
      newItems: sum.newItems + (row.searched?.items ? row.newItems : 0),
      unpricedItems: sum.unpricedItems + row.unpricedItems,
      again: {
        items: sum.again.items + (row.again?.items ?? 0),
        nano: sum.again.nano + (row.again?.nano ?? 0n),
      },
      searched: {
        items: sum.searched.items + (row.searched?.items ?? 0),
        nano: sum.searched.nano + (row.searched?.nano ?? 0n),
      },
    }),
    {
      nano: 0n,
      beforeNano: 0n,
      items: 0,
      newItems: 0,
      unpricedItems: 0,
      again: { items: 0, nano: 0n },
      searched: { items: 0, nano: 0n },
    },
  )
