import {
  currentUnit,
  formatCredits,
  formatDay,
  formatShortDay,
  type Nano,
  toCredits,
  unitTitle,
} from '@/lib/kernel'
import type { WalletChart } from '@/lib/money/usage'
import { axisTitle, type ChartData } from './chart-data'

const creditsOrNull = (nano: Nano | null): number | null => (nano === null ? null : toCredits(nano))
const textOf = (nano: Nano | null): string => (nano === null ? 'not known' : formatCredits(nano))

/** Days of a bucket of each step that a wallet's chart may have. */
const daysOf = (step: WalletChart['step']): number => (step === 'week' ? 7 : 1)

/** Prepares a wallet's chart: its past buckets, then the coming ones of its forecast, in steps of the same length. */
export function walletChartData(chart: WalletChart, timeZone: string, beforeLabel: string): ChartData {
  const { series, beforeNano, marks, nowMs, nowNano, step, runOut } = chart
  const past = chart.buckets.filter(({ fromMs }) => fromMs <= nowMs)
  const pastEndMs = past.at(-1)?.toMs ?? nowMs
  const coming = chart.forecast
    .filter(({ atMs }) => atMs > pastEndMs)
    .filter((_, index) => (index + 1) % daysOf(step) === 0)
  const today = past.length - 1
  const isUntilNow = nowNano !== null && pastEndMs >= nowMs
  const balances = past.map(
    (_, index) => (isUntilNow && index === today ? nowNano : chart.balance[index]) ?? null,
  )
  const spentNano = past.map((_, index) =>
    series.reduce((sum, { chargeNano }) => sum + (chargeNano[index] ?? 0n), 0n),
  )
  const blank = coming.map(() => '')
  const none = coming.map(() => null)
  const now = isUntilNow && coming.length > 0 ? toCredits(nowNano) : null
  const day = (at: Date) => formatShortDay(at, timeZone)
  const emptyAt = runOut?.p50?.getTime() ?? null
  const emptyIndex = emptyAt === null ? -1 : coming.findIndex(({ atMs }) => atMs >= emptyAt)
  return {
    unit: currentUnit(),
    axis: axisTitle(unitTitle(), step, currentUnit()),
    buckets: [
      ...past.map(({ key, title, fromMs }) => ({ key, title, label: day(new Date(fromMs)) })),
      // The last moment of the day at whose end the forecast holds.
      ...coming.map(({ atMs }) => {
        const last = new Date(atMs - 1)
        return { key: `${atMs}`, title: formatDay(last, timeZone), label: day(last) }
      }),
    ],
    ...(isUntilNow && { today }),
    series: series.map(({ key, label, color, chargeNano }) => ({
      ...{ key, label, color },
      values: [...past.map((_, index) => toCredits(chargeNano[index] ?? 0n)), ...none],
      texts: [...past.map((_, index) => formatCredits(chargeNano[index] ?? 0n)), ...blank],
    })),
    totals: [...spentNano.map((nano) => formatCredits(nano)), ...blank],
    before: {
      label: beforeLabel,
      values: [...past.map((_, index) => toCredits(beforeNano[index] ?? 0n)), ...none],
      texts: [...past.map((_, index) => formatCredits(beforeNano[index] ?? 0n)), ...blank],
    },
    marks: [
      ...past.map(({ fromMs, toMs }) => marks.filter(({ atMs }) => atMs >= fromMs && atMs < toMs)),
      ...coming.map(() => []),
    ],
    line: {
      label: 'Balance',
      axis: `Balance, ${currentUnit()}`,
      isMain: true,
      values: [...balances.map(creditsOrNull), ...none],
      texts: [
        ...balances.map(textOf),
        ...coming.map(
          ({ p10, p50, p90 }) =>
            `about ${formatCredits(p50)} (${formatCredits(p10)} – ${formatCredits(p90)})`,
        ),
      ],
      forecast: [
        ...past.map((_, index) =>
          now !== null && index === today ? { low: now, middle: now, high: now } : null,
        ),
        ...coming.map(({ p10, p50, p90 }) => ({
          low: toCredits(p10),
          middle: toCredits(p50),
          high: toCredits(p90),
        })),
      ],
      end:
        emptyAt === null || emptyIndex < 0
          ? null
          : { index: past.length + emptyIndex, text: `${day(new Date(emptyAt))}: empty` },
    },
  }
}
