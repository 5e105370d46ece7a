'use client'

import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { axisTitle, type ChartData, SpendChart } from '@/components/charts'
import { EmptyState } from '@/components/ui'
import { currentUnit, formatCount, formatCredits, formatPlural, toCredits, unitTitle } from '@/lib/kernel'
import type { SpendReport } from '@/lib/money/usage'
import { balanceLine, foldSeries, OTHERS_KEY } from './fold-series'

interface SpendViewProps {
  readonly name: string
  readonly report: SpendReport
  /** Targets of the bars, by the key of the bucket. */
  readonly hrefs: Readonly<Record<string, string>>
  /** URL parameter that narrows a bar's target to one series; null if there is none. */
  readonly seriesParameter: string | null
  /** Targets of the legend's entries, by the key of their series. */
  readonly seriesHrefs?: Readonly<Record<string, string>>
  /** Advice for when nothing was spent yet. */
  readonly firstStep?: ReactNode
}

/** Shows spend per bucket against the balance, in credits or items. */
export function SpendView({
  name,
  report,
  hrefs,
  seriesParameter,
  seriesHrefs = {},
  firstStep,
}: SpendViewProps) {
  const router = useRouter()
  const { pages, unknowns } = report.totals
  if (pages === 0) {
    const lost = `${formatPlural(unknowns, 'call')} got no answer; their cost is unknown.`
    return (
      <EmptyState
        title="Nothing was spent in this range"
        text={unknowns > 0 ? lost : 'A longer range may show earlier spend.'}
        action={firstStep}
      />
    )
  }
  const select = (bucket: string, seriesKey: string | null) => {
    const href = hrefs[bucket]
    if (!href) return
    const url = new URL(href, window.location.href)
    if (seriesParameter && seriesKey && seriesKey !== OTHERS_KEY)
      url.searchParams.set(seriesParameter, seriesKey)
    router.push(url.pathname + url.search + url.hash)
  }
  return (
    <SpendChart
      name={name}
      data={toChart(report, 'credits')}
      otherUnit={toChart(report, 'items')}
      seriesHrefs={seriesHrefs}
      onSelect={select}
    />
  )
}

function toChart({ buckets, series, balance, step }: SpendReport, unit: 'credits' | 'items'): ChartData {
  const inItems = unit === 'items'
  const word = inItems ? 'items' : currentUnit()
  return {
    unit: word,
    axis: axisTitle(inItems ? 'Items' : unitTitle(), step, word),
    buckets,
    series: foldSeries(series).map(({ key, label, color, items, chargeNano }) => ({
      key,
      label,
      color,
      values: inItems ? items : chargeNano.map(toCredits),
      texts: inItems ? items.map(formatCount) : chargeNano.map(formatCredits),
    })),
    line: balanceLine(balance),
  }
}
