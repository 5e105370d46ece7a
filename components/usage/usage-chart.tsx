'use client'

import { useRouter } from 'next/navigation'
import { type ChartData, SpendChart } from '@/components/charts'
import { OTHERS_KEY } from './usage-chart-data'

interface UsageChartProps {
  readonly name: string
  readonly data: ChartData
  /** The same bars in another unit; adds a switch between the two. */
  readonly otherUnit?: ChartData
  /** The page's own address, and the span of each bar: a bar leads to its calls, and a drag to its days. */
  readonly bars: {
    readonly href: string
    readonly spans: readonly (readonly [number, number])[]
    /** First and last day of each. */
    readonly days: readonly (readonly [string, string])[]
  }
  /** URL parameter that narrows to a series. */
  readonly seriesParameter: string
  /** Targets of the legend's entries, by the key of their series. */
  readonly seriesHrefs?: Readonly<Record<string, string>>
  /** True on the page Usage, where it is larger, and a drag narrows the page. */
  readonly isMain?: boolean
}

/** Shows usage per bucket by one measure; a bar leads to the calls behind it. */
export function UsageChart({ bars, seriesParameter, isMain = false, ...chart }: UsageChartProps) {
  const { data } = chart
  const router = useRouter()
  const select = (bucket: string, seriesKey: string | null) => {
    const span = bars.spans[data.buckets.findIndex(({ key }) => key === bucket)]
    if (!span) return
    const url = new URL(bars.href, window.location.href)
    url.searchParams.set('since', new Date(span[0]).toISOString())
    url.searchParams.set('until', new Date(span[1]).toISOString())
    if (seriesKey && seriesKey !== OTHERS_KEY) url.searchParams.set(seriesParameter, seriesKey)
    router.push(url.pathname + url.search + url.hash)
  }
  const zoom = (first: number, last: number) => {
    const [from, to] = [bars.days[first]?.[0], bars.days[last]?.[1]]
    if (!from || !to) return
    const url = new URL(bars.href, window.location.href)
    // So that one click leads back; a second zoom leads back to where the first one began.
    if (!url.searchParams.has('zoomedFrom')) url.searchParams.set('zoomedFrom', rangeOf(url))
    url.searchParams.delete('range')
    url.searchParams.set('from', from)
    url.searchParams.set('to', to)
    router.push(url.pathname + url.search, { scroll: false })
  }
  return <SpendChart {...chart} onSelect={select} {...(isMain && { onSpan: zoom, isMain })} />
}

/** Returns the range of an address as a parameter: a preset, or its first and last day. */
const rangeOf = ({ searchParams }: URL): string =>
  searchParams.get('range') ?? `${searchParams.get('from')}_${searchParams.get('to')}`
