import type { WalletData } from '@/components/charts'
import { formatCredits, type Nano, toCredits } from '@/lib/kernel'
import type { WalletChart } from '@/lib/money/usage'

const creditsOrNull = (nano: Nano | null): number | null => (nano === null ? null : toCredits(nano))
const textOf = (nano: Nano | null): string => (nano === null ? 'not known' : formatCredits(nano))

/** Converts a wallet's chart for drawing: credits as numbers for lengths, and exact texts for reading. */
export function walletData(
  { buckets, balance, first, series, beforeNano, forecast, runOut, marks, nowMs, nowNano, step }: WalletChart,
  timeZone: string,
  beforeLabel: string,
): WalletData {
  const spent = buckets.map((_, place) =>
    series.reduce((sum, { chargeNano }) => sum + (chargeNano[place] ?? 0n), 0n),
  )
  return {
    timeZone,
    beforeLabel,
    nowMs,
    step,
    past: buckets.map(({ title, fromMs, toMs }, place) => ({
      title,
      fromMs,
      toMs,
      balance: creditsOrNull(balance[place] ?? null),
      balanceText: textOf(toMs > nowMs && nowNano !== null ? nowNano : (balance[place] ?? null)),
      spent: toCredits(spent[place] ?? 0n),
      spentText: formatCredits(spent[place] ?? 0n),
      beforeText: formatCredits(beforeNano[place] ?? 0n),
    })),
    first: first && { atMs: first.atMs, balance: toCredits(first.nano) },
    series: series.map(({ key, label, color, chargeNano }) => ({
      key,
      label,
      color,
      values: chargeNano.map(toCredits),
      texts: chargeNano.map((charge) => formatCredits(charge)),
    })),
    before: beforeNano.map(toCredits),
    now: creditsOrNull(nowNano),
    coming: forecast.map(({ atMs, p10, p50, p90 }) => ({
      atMs,
      low: toCredits(p10),
      middle: toCredits(p50),
      high: toCredits(p90),
    })),
    empty: runOut && {
      low: runOut.p10?.getTime() ?? null,
      middle: runOut.p50?.getTime() ?? null,
      high: runOut.p90?.getTime() ?? null,
    },
    marks: marks.map(({ kind, atMs, text }) => ({ kind, atMs, text })),
  }
}
