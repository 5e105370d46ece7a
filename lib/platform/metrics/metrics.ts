import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { processWide } from '@/lib/platform/process'
import { type LabelsOf, METRICS, type MetricDefinition, type MetricName, type MetricOf } from './definitions'
import { boundLabels, type LabelBound, type Labels } from './label-bound'

interface KeptCounts {
  readonly registry: Registry
  readonly processName: string
  readonly counters: ReadonlyMap<string, Counter>
  readonly gauges: ReadonlyMap<string, Gauge>
  readonly histograms: ReadonlyMap<string, Histogram>
  readonly bounds: ReadonlyMap<string, LabelBound>
  /** Additions that are not yet in the counters, because the library takes some microseconds for each. */
  readonly added: ReadonlyMap<string, Map<Labels, number>>
}

const holder = processWide('metrics', (): { kept: KeptCounts | null } => ({ kept: null }))

const DELAY_RESOLUTION_MS = 20

/**
 * Starts counting in this process; before that, counting does nothing and costs nothing. `processName` distinguishes
 * the metrics of Node itself: web, worker, or both in one.
 */
export function startMetrics(processName: string): void {
  if (holder.kept) return
  const registry = new Registry()
  const [counters, gauges, histograms] = [new Map(), new Map(), new Map()] as [
    Map<string, Counter>,
    Map<string, Gauge>,
    Map<string, Histogram>,
  ]
  const bounds = new Map<string, LabelBound>()
  const added = new Map<string, Map<Labels, number>>()
  for (const [name, definition] of Object.entries<MetricDefinition>(METRICS)) {
    const { help, labels, kind, buckets } = definition
    const options = { name, help, labelNames: [...labels], registers: [registry] }
    bounds.set(name, boundLabels(definition))
    if (kind === 'counter') {
      counters.set(name, new Counter(options))
      added.set(name, new Map())
    } else if (kind === 'gauge') gauges.set(name, new Gauge(options))
    else histograms.set(name, new Histogram({ ...options, buckets: [...(buckets ?? [])] }))
  }
  const labels = { process: processName }
  collectDefaultMetrics({ register: registry, labels, eventLoopMonitoringPrecision: DELAY_RESOLUTION_MS })
  holder.kept = { registry, processName, counters, gauges, histograms, bounds, added }
}

/** Returns whether this process counts. */
export const isCounting = (): boolean => holder.kept !== null

/** Returns the name under which this process counts. */
export const countingProcess = (): string => holder.kept?.processName ?? ''

/** Returns what the present process counts, for writing it out. */
export const keptRegistry = (): Registry | null => holder.kept?.registry ?? null

/** Adds to a counter what has accumulated since it was last written out. */
export function tellAdditions(name: string): void {
  const { kept } = holder
  const additions = kept?.added.get(name)
  for (const [labels, by] of additions ?? []) kept?.counters.get(name)?.inc(labels, by)
  additions?.clear()
}

/** Adds to a counter. */
export function count<Name extends MetricOf<'counter'>>(name: Name, labels: LabelsOf<Name>, by = 1): void {
  const { kept } = holder
  const additions = kept?.added.get(name)
  if (!kept || !additions) return
  const under = bounded(kept, name, labels)
  additions.set(under, (additions.get(under) ?? 0) + by)
}

/** Adds a duration to a histogram, in milliseconds. */
export function observeMs<Name extends MetricOf<'histogram'>>(
  name: Name,
  labels: LabelsOf<Name>,
  ms: number,
): void {
  const { kept } = holder
  if (kept) kept.histograms.get(name)?.observe(bounded(kept, name, labels), ms / 1000)
}

/** Sets all values of a gauge; values that are not among them are dropped. */
export function setGauge<Name extends MetricOf<'gauge'>>(
  name: Name,
  values: Iterable<readonly [labels: LabelsOf<Name>, value: number]>,
): void {
  const { kept } = holder
  const gauge = kept?.gauges.get(name)
  if (!kept || !gauge) return
  gauge.reset()
  // Only present values take room, so those of deleted wallets free it.
  const bound = boundLabels(METRICS[name])
  for (const [labels, value] of values) if (bound.admits(labels)) gauge.set(bound.labelsFor(labels), value)
}

const bounded = (kept: KeptCounts, name: MetricName, labels: Readonly<Record<string, string>>) =>
  kept.bounds.get(name)?.labelsFor(labels) ?? labels
