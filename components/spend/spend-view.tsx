'use client'

import { useRouter } from 'next/navigation'
import { type ChartData, SpendChart } from '@/components/charts'
import { EmptyState } from '@/components/ui'
import { formatCount, formatCredits } from '@/lib/kernel'
import type { SpendReport } from '@/lib/spend'

interface SpendViewProps {
  readonly name: string
  readonly report: SpendReport
  /** Where a bar leads, by the key of its bucket. */
  readonly hrefs?: Readonly<Record<string, string>>
}

/** Spend per bucket against the balance, in credits or items. */
export function SpendView({ name, report, hrefs }: SpendViewProps) {
  const router = useRouter()
  if (report.totals.pages === 0) {
    return (
      <EmptyState title="Nothing was spent in this range" text="Choose a longer range, or run a search." />
    )
  }
  const select = (bucket: string) => {
    const href = hrefs?.[bucket]
    if (href) router.push(href)
  }
  return <SpendChart name={name} data={inCredits(report)} otherUnit={inItems(report)} onSelect={select} />
}

const credits = (micro: bigint): number => Number(micro) / 1e6

function inCredits(report: SpendReport): ChartData {
  const { buckets, series, balance } = report
  return {
    unit: 'credits',
    buckets,
    series: series.map(({ key, label, color, chargeMicro }) => ({
      key,
      label,
      color,
      values: chargeMicro.map(credits),
      texts: chargeMicro.map(formatCredits),
    })),
    line: {
      label: 'Balance',
      values: balance.map((micro) => (micro === null ? null : credits(micro))),
      texts: balance.map((micro) => (micro === null ? 'unknown' : `${formatCredits(micro)} credits`)),
    },
  }
}

function inItems(report: SpendReport): ChartData {
  const { buckets, series } = report
  return {
    unit: 'items',
    buckets,
    series: series.map(({ key, label, color, items }) => ({
      key,
      label,
      color,
      values: items,
      texts: items.map(formatCount),
    })),
    line: inCredits(report).line,
  }
}
