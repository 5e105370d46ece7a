import { formatCredits, inUnit, type Nano, operationLabel, type ProviderPrices } from '@/lib/kernel'
import { type BudgetView, countsCall, describeAmount, listBudgets } from '@/lib/money/budgets'
import { listPriceChanges, type PriceChange } from '@/lib/money/prices'
import { type BalanceMark, listBalanceMarks } from '@/lib/money/statements'
import type { WalletView } from '@/lib/money/wallets'
import { quarterHourOf } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'

/** An event of a wallet, in words, for its chart. */
export interface ChartMark {
  readonly kind: 'top-up' | 'outside' | 'price' | 'budget'
  readonly atMs: number
  readonly text: string
  /** Change of the balance, below 0 if it fell; null if it did not change. */
  readonly nano: Nano | null
}

/**
 * Returns what happened to a wallet since a moment: top-ups, outside spend, and changes of prices and of budgets that
 * limit it.
 */
export async function listChartMarks(
  ctx: TeamCtx,
  wallet: Pick<WalletView, 'id' | 'balance'>,
  since: Date,
  provider: ProviderPrices,
): Promise<ChartMark[]> {
  const [balances, prices, budgets] = await Promise.all([
    listBalanceMarks(ctx, wallet, since),
    listPriceChanges(ctx, wallet.id, since, provider),
    listBudgets(ctx),
  ])
  const limiting = budgets.filter((budget) =>
    countsCall(budget, { teamId: ctx.team.id, walletId: wallet.id }),
  )
  return [...balances.map(ofBalance), ...prices.map(ofPrice), ...limiting.flatMap(ofBudget)]
    .filter(({ atMs }) => atMs >= since.getTime() && atMs <= ctx.clock.now().getTime())
    .sort((a, b) => a.atMs - b.atMs)
}

/** An event of a quarter hour, in words. */
export interface UsageMark extends Pick<ChartMark, 'kind'> {
  readonly quarterHour: number
  readonly text: string
}

/** Maximum number of wallets with marks. With more, a chart would be crowded and slow. */
const MAX_WALLETS = 3

/** Returns what happened to these wallets since a moment, each event once. Empty for more than `MAX_WALLETS`. */
export async function listUsageMarks(
  ctx: TeamCtx,
  wallets: readonly WalletView[],
  since: Date,
  provider: ProviderPrices,
): Promise<UsageMark[]> {
  if (wallets.length > MAX_WALLETS) return []
  const found = await Promise.all(
    wallets.map(async (wallet) => {
      const marks = await listChartMarks(ctx, wallet, since, provider)
      const of = wallets.length === 1 ? '' : `${wallet.name}: `
      // A budget may limit several wallets, so its mark names none.
      return marks.map(({ kind, atMs, text }) => ({
        ...{ kind, atMs },
        text: kind === 'budget' ? text : of + text,
      }))
    }),
  )
  const once = new Map(found.flat().map((mark) => [`${mark.atMs} ${mark.text}`, mark]))
  return [...once.values()].map(({ kind, atMs, text }) => ({
    ...{ kind, text },
    quarterHour: quarterHourOf(new Date(atMs)),
  }))
}

const ofBalance = ({ kind, at, nano }: BalanceMark): ChartMark =>
  kind === 'top-up'
    ? { kind, atMs: at.getTime(), text: `Top-up +${formatCredits(nano)}`, nano }
    : { kind, atMs: at.getTime(), text: `Outside spend −${formatCredits(nano)}`, nano: -nano }

const ofPrice = ({ operation, priceNano, each, at, isInferred }: PriceChange): ChartMark => ({
  kind: 'price',
  atMs: at.getTime(),
  text: `${operationLabel(operation)}: ${inUnit(priceNano)} per ${each}${isInferred ? ', by readings' : ''}`,
  nano: null,
})

function ofBudget({ name, unit, amount, createdAt, changedAt, raises }: BudgetView): ChartMark[] {
  const mark = (at: Date, text: string): ChartMark => ({
    kind: 'budget',
    atMs: at.getTime(),
    text,
    nano: null,
  })
  const granted = raises.flatMap(({ state, decidedAt, amount: more }) =>
    state === 'granted' && decidedAt
      ? [mark(decidedAt, `Budget “${name}” raised by ${describeAmount(more, unit)}`)]
      : [],
  )
  return [
    mark(createdAt, `Budget “${name}” created`),
    ...(changedAt > createdAt ? [mark(changedAt, `Budget “${name}”: ${describeAmount(amount, unit)}`)] : []),
    ...granted,
  ]
}
