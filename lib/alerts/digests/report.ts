import { listSearchNames } from '@/lib/collect/searches'
import {
  cachedTeamUnit,
  compareNano,
  costOfAmount,
  formatCost,
  formatCount,
  formatMonth,
  formatPlural,
  formatWithUnit,
  isCurrencyUnit,
  type Micro,
  type Nano,
  notFound,
  type ShownCosts,
  type TeamScope,
} from '@/lib/kernel'
import { listFormerPrefixes, listKeys } from '@/lib/keys/keys'
import { listMonthOfBudgets, type MonthOfBudget } from '@/lib/money/budgets'
import { readShownCosts } from '@/lib/money/costs'
import { type RollupDimension, type SpendSums, sumSpend } from '@/lib/money/ledger'
import { findMonth, findRunningMonth, getWalletReport, spanOfMonth } from '@/lib/money/statements'
import { listWallets } from '@/lib/money/wallets'
import { daysOfMonth, monthContaining, monthNameBefore, quarterHourOf } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import type { Mail } from '@/lib/platform/mail'
import { listEnvironments, listMembers } from '@/lib/teams/teams'
import { NO_SEARCH, UNSEEN_SEARCHES } from './digest'
import { type MailParts, writeSectionedMail } from './mail-text'

/** Maximum number of rows of one kind; the others are one row. */
const MAX_ROWS = 10
/** Maximum number of wallets with their balances, because each needs its readings; the others are one row. */
const MAX_WALLETS = 20

/**
 * Holds what one part of the team spent in a month and in the month before. For a running month, the month before is
 * summed up to the same time.
 */
export interface ReportRow {
  readonly key: string
  readonly name: string
  readonly nano: Nano
  readonly beforeNano: Nano
}

/** A wallet's month. Its balances are those of its statement: as closed, if the month is closed. */
export interface ReportWallet extends ReportRow {
  /** Null if no balance was read up to the month's end. */
  readonly balances: {
    readonly openingNano: Nano
    readonly topUpNano: Nano
    readonly spentNano: Nano
    /** All other changes of the balance, so that the figures add up. */
    readonly otherNano: Nano
    readonly closingNano: Nano
    /** Outside spend, and what may be outside spend. */
    readonly outsideNano: Nano
  } | null
  readonly closed: { readonly by: string; readonly at: Date } | null
  /** Change of the closing balance since the month was closed. */
  readonly sinceNano: Nano
  /** Lost calls of the month that are not resolved. */
  readonly unresolved: number
}

/** Holds what a team spent in a month, as one member may see it. */
export interface MonthReport {
  readonly month: string
  /** True for the month that is not over: its figures are those up to now. */
  readonly isRunning: boolean
  readonly timeZone: string
  readonly totalNano: Nano
  readonly beforeNano: Nano
  /** Items without a known price, which the sums leave out. */
  readonly unpricedItems: number
  readonly wallets: readonly ReportWallet[]
  /** The wallets beyond the listed ones; null if there are none. */
  readonly otherWallets: ReportRow | null
  readonly groups: readonly {
    readonly title: string
    /** Kind of a row, such as "Environment". */
    readonly what: string
    readonly rows: readonly ReportRow[]
  }[]
  readonly budgets: readonly MonthOfBudget[]
  /** Cost of credits, if the team shows money. */
  readonly costs: ShownCosts | null
  /** The sum of what the wallets' credits cost, as far as that is known; null if it is not. */
  readonly cost: { readonly micro: Micro; readonly isAbout: boolean } | null
  /** The one wallet that all spend of the month is of, by whose cost its parts are shown; null if there are more. */
  readonly onlyWalletId: string | null
}

/**
 * Reads what a member's report of a month says, from the sums of days and the wallets' statements. Throws `not_found`
 * for a month that is neither recorded nor the running one.
 */
export async function readReport(ctx: TeamCtx, name: string): Promise<MonthReport> {
  const past = await findMonth(ctx, name)
  const running = past ? null : await findRunningMonth(ctx)
  const month = past ?? running
  if (month?.month !== name) throw notFound('The month')
  const nameBefore = monthNameBefore(name)
  const before =
    (await findMonth(ctx, nameBefore)) ??
    monthContaining(new Date(Date.parse(`${nameBefore}-15T12:00:00Z`)), month.timeZone)
  const elapsedMs = ctx.clock.now().getTime() - month.startsAt.getTime()
  const sameTime = new Date(before.startsAt.getTime() + elapsedMs)
  const beforeEnd = running && sameTime < month.startsAt ? sameTime : month.startsAt
  const spans = [month, { ...before, endsAt: beforeEnd }].map(({ startsAt, endsAt }) => ({
    from: quarterHourOf(startsAt),
    to: quarterHourOf(endsAt),
  }))
  const sumBy = (dimension: RollupDimension) => sumSpend(ctx, spans, dimension)
  const [byWallet, byEnvironment, byKey, byMember, bySearch, budgets, costs] = await Promise.all([
    sumBy('walletId'),
    sumBy('environmentId'),
    sumBy('keyId'),
    sumBy('memberId'),
    sumBy('searchId'),
    listMonthOfBudgets(ctx, month),
    readShownCosts(ctx),
  ])
  const [environments, keys, members, searches] = await Promise.all([
    listEnvironments(ctx),
    keyNames(ctx, byKey),
    listMembers(ctx),
    listSearchNames(ctx, idsOf(bySearch)),
  ])
  const [wallets, otherWallets] = await readWallets(ctx, byWallet, spanOfMonth(month))
  const shownCosts = isCurrencyUnit(cachedTeamUnit(ctx.team.id)) ? null : costs
  const spent = byWallet.filter(({ bucket, chargeNano }) => bucket === 0 && chargeNano !== 0n)
  const total = (bucket: number) =>
    byWallet.reduce((sum, one) => (one.bucket === bucket ? sum + one.chargeNano : sum), 0n)
  return {
    month: name,
    isRunning: running !== null,
    timeZone: month.timeZone,
    totalNano: total(0),
    beforeNano: total(1),
    unpricedItems: byWallet.reduce(
      (sum, { bucket, unpricedItems }) => (bucket === 0 ? sum + unpricedItems : sum),
      0,
    ),
    wallets,
    otherWallets,
    groups: [
      {
        title: 'By environment',
        what: 'Environment',
        rows: toRows(byEnvironment, namesById(environments), 'No environment', 'Former environments'),
      },
      { title: 'By key', what: 'Key', rows: toRows(byKey, keys, 'No key', 'Deleted keys') },
      {
        title: 'By member',
        what: 'Member',
        rows: toRows(byMember, namesById(members), 'Services and tokens', 'Former members'),
      },
      { title: 'By search', what: 'Search', rows: toRows(bySearch, searches, NO_SEARCH, UNSEEN_SEARCHES) },
    ],
    budgets,
    costs: shownCosts,
    cost: shownCosts && sumCosts(spent, shownCosts),
    onlyWalletId: spent.length === 1 ? (spent[0]?.member ?? null) : null,
  }
}

/** Sums what each wallet's spend costs, so that the wallets' figures add up to the whole. */
function sumCosts(spent: readonly SpendSums[], { wallets }: ShownCosts): MonthReport['cost'] {
  const known = spent.flatMap(({ member, chargeNano }) => {
    const cost = wallets[member]
    return cost ? [{ micro: costOfAmount(chargeNano, cost), isAbout: cost.isAbout }] : []
  })
  if (known.length === 0) return null
  return {
    micro: known.reduce((sum, { micro }) => sum + micro, 0n),
    isAbout: known.length < spent.length || known.some(({ isAbout }) => isAbout),
  }
}

const namesById = (rows: readonly { readonly id: string; readonly name: string }[]) =>
  new Map(rows.map(({ id, name }) => [id, name]))

const idsOf = (sums: readonly SpendSums[]): string[] => [
  ...new Set(sums.flatMap(({ member }) => (member === '' ? [] : member))),
]

async function keyNames(ctx: TeamCtx, sums: readonly SpendSums[]): Promise<ReadonlyMap<string, string>> {
  const names = namesById(
    (await listKeys(ctx)).map(({ id, name, prefix }) => ({ id, name: `${name} (${prefix}…)` })),
  )
  const former = await listFormerPrefixes(
    ctx,
    idsOf(sums).filter((id) => !names.has(id)),
  )
  return new Map([...names, ...[...former].map(([id, prefix]) => [id, `Deleted key (${prefix}…)`] as const)])
}

/** Returns the most expensive members by name, and the rest in one row. Those without a name are one row. */
function toRows(
  sums: readonly SpendSums[],
  names: ReadonlyMap<string, string>,
  none: string,
  nameless: string,
): ReportRow[] {
  const rows = new Map<string, ReportRow>()
  for (const { bucket, member, chargeNano } of sums) {
    const key = member === '' || names.has(member) ? member : 'nameless'
    const name = member === '' ? none : (names.get(member) ?? nameless)
    const { nano, beforeNano } = rows.get(key) ?? { nano: 0n, beforeNano: 0n }
    rows.set(key, {
      key,
      name,
      nano: bucket === 0 ? nano + chargeNano : nano,
      beforeNano: bucket === 0 ? beforeNano : beforeNano + chargeNano,
    })
  }
  const sorted = [...rows.values()].filter((row) => row.nano > 0n || row.beforeNano > 0n).sort(bySpend)
  const rest = restOf(sorted.slice(MAX_ROWS))
  return [...sorted.slice(0, MAX_ROWS), ...(rest ? [rest] : [])]
}

const bySpend = (one: ReportRow, other: ReportRow): number =>
  compareNano(other.nano, one.nano) ||
  compareNano(other.beforeNano, one.beforeNano) ||
  one.name.localeCompare(other.name, 'en')

const restOf = (rows: readonly ReportRow[]): ReportRow | null =>
  rows.length === 0
    ? null
    : {
        key: 'rest',
        name: `${formatCount(rows.length)} more`,
        nano: rows.reduce((sum, { nano }) => sum + nano, 0n),
        beforeNano: rows.reduce((sum, { beforeNano }) => sum + beforeNano, 0n),
      }

async function readWallets(
  ctx: TeamCtx,
  sums: readonly SpendSums[],
  span: ReturnType<typeof spanOfMonth>,
): Promise<[ReportWallet[], ReportRow | null]> {
  const spentIn = (walletId: string, at: number) =>
    sums.find(({ bucket, member }) => bucket === at && member === walletId)?.chargeNano ?? 0n
  const sorted = (await listWallets(ctx))
    .filter(({ id, createdAt }) => createdAt < span.to || spentIn(id, 0) > 0n)
    .map(({ id, name }) => ({ key: id, name, nano: spentIn(id, 0), beforeNano: spentIn(id, 1) }))
    .sort(bySpend)
  const wallets: ReportWallet[] = []
  // One after another, because each may read months of balances.
  for (const row of sorted.slice(0, MAX_WALLETS)) {
    const { statement, closed, open } = await getWalletReport(ctx, row.key, span)
    const shown = closed?.statement ?? statement
    wallets.push({
      ...row,
      balances: shown && {
        openingNano: shown.openingNano,
        topUpNano: shown.topUpNano,
        spentNano: shown.pagesNano,
        otherNano: shown.closingNano - shown.openingNano - shown.topUpNano + shown.pagesNano,
        closingNano: shown.closingNano,
        outsideNano: shown.outsideNano + shown.unexplainedNano,
      },
      closed: closed && { by: closed.closedByName, at: closed.closedAt },
      sinceNano: closed && statement ? statement.closingNano - closed.statement.closingNano : 0n,
      unresolved: open.length,
    })
  }
  return [wallets, restOf(sorted.slice(MAX_WALLETS))]
}

/** Writes the mail of a report. */
export function writeReportMail(report: MonthReport, team: TeamScope, parts: MailParts): Mail {
  const unit = cachedTeamUnit(team.id)
  const { month, costs } = report
  const plain = (nano: Nano) => formatWithUnit(nano, unit)
  const amount = (nano: Nano, walletId: string | null) => {
    const cost = walletId === null ? undefined : costs?.wallets[walletId]
    const money =
      nano !== 0n && costs && cost && formatCost(costOfAmount(nano, cost), costs.currency, cost.isAbout)
    return money ? `${plain(nano)} · ${money}` : plain(nano)
  }
  const cost = costs && report.cost && formatCost(report.cost.micro, costs.currency, report.cost.isAbout)
  const before = formatMonth(monthNameBefore(month))
  const compared = ({ nano, beforeNano }: ReportRow, walletId: string | null) =>
    `${amount(nano, walletId)} (${before}: ${plain(beforeNano)})`
  const teamUrl = `${parts.purserUrl}/${team.slug}`
  const budgetAmount = ({ unit: of }: MonthOfBudget, value: bigint) =>
    of === 'items' ? formatPlural(Number(value), 'item') : plain(value)
  const others = report.otherWallets
  return writeSectionedMail({
    ...parts,
    subject: `Purser: ${formatMonth(month)}, ${plain(report.totalNano)} (team ${team.name})`,
    title: `${team.name}, ${formatMonth(month)} (${report.timeZone})`,
    lead: [
      `Spent: ${plain(report.totalNano)}${cost ? ` · ${cost}` : ''} (${before}: ${plain(report.beforeNano)}).`,
      ...openPoints(report, plain),
    ],
    sections: [
      {
        title: 'By wallet',
        lines: [
          ...report.wallets.map((wallet) => {
            const { key, name, balances } = wallet
            const balance = balances
              ? `balance ${plain(balances.openingNano)} to ${plain(balances.closingNano)}, top-ups ${plain(balances.topUpNano)}`
              : 'no balance reading'
            const query = new URLSearchParams({ tab: 'statement', ...daysOfMonth(month) })
            return {
              text: `${name}: ${compared(wallet, key)}; ${balance}.`,
              label: 'Statement',
              url: `${teamUrl}/wallets/${key}?${query}`,
            }
          }),
          ...(others ? [`${others.name}: ${compared(others, null)}`] : []),
        ],
      },
      ...report.groups.map(({ title, rows }) => ({
        title,
        lines: rows.map((row) => `${row.name}: ${compared(row, report.onlyWalletId)}`),
      })),
      {
        title: 'Monthly budgets',
        lines: report.budgets.map(
          (budget) =>
            `${budget.name}: ${budgetAmount(budget, budget.settled)} of ${budgetAmount(budget, budget.amount)}`,
        ),
      },
    ],
    url: `${teamUrl}/reports?month=${month}`,
    sent: 'this monthly',
  })
}

/** Returns what may still change a month's figures, or what none of its calls explains, in sentences. */
export function openPoints(
  { wallets, unpricedItems }: Pick<MonthReport, 'wallets' | 'unpricedItems'>,
  amount: (nano: Nano) => string,
): string[] {
  const unresolved = wallets.reduce((sum, wallet) => sum + wallet.unresolved, 0)
  const outsideNano = wallets.reduce((sum, { balances }) => sum + (balances?.outsideNano ?? 0n), 0n)
  return [
    ...(unresolved > 0
      ? [`Unresolved: ${formatPlural(unresolved, 'call')} without an answer, which may have been charged.`]
      : []),
    ...(unpricedItems > 0
      ? [`Not included: ${formatPlural(unpricedItems, 'item')} without a known price.`]
      : []),
    ...(outsideNano > 0n ? [`Outside spend: ${amount(outsideNano)} that no call of yours explains.`] : []),
  ]
}
