import { setImmediate } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { processSingleton } from '@/lib/platform/process'
import { type LabelsOf, METRICS, type MetricDefinition, type MetricName, type MetricOf } from './definitions'

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

const holder = processSingleton('metrics', (): { kept: KeptCounts | null } => ({ kept: null }))

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
export const isMetricsStarted = (): boolean => holder.kept !== null

/** Returns the name under which this process counts. */
export const metricsProcessName = (): string => holder.kept?.processName ?? ''

/** Returns what the present process counts, for writing it out. */
const keptRegistry = (): Registry | null => holder.kept?.registry ?? null

/** Adds to a counter what has accumulated since it was last written out. */
function tellAdditions(name: string): void {
  const { kept } = holder
  const additions = kept?.added.get(name)
  for (const [labels, by] of additions ?? []) kept?.counters.get(name)?.inc(labels, by)
  additions?.clear()
}

/** Adds to a counter. */
export function incrementCounter<Name extends MetricOf<'counter'>>(
  name: Name,
  labels: LabelsOf<Name>,
  by = 1,
): void {
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

/** Label values by name. */
export type Labels = Readonly<Record<string, string>>

/** Limits the number of label sets of one metric. */
export interface LabelBound {
  /** Returns whether these labels are known, or there is room for them. */
  admits(labels: Labels): boolean
  /** Returns the labels to use: these or, if there is no room, the same with names replaced by `other`. */
  labelsFor(labels: Labels): Labels
}

/** Maximum number of label sets; a histogram has a line for each of its buckets. */
const MAX: Readonly<Record<MetricDefinition['kind'], number>> = {
  counter: 1000,
  gauge: 1000,
  histogram: 200,
}
const MAX_LENGTH = 80
/** Labels that have few values, whatever people do. */
const FEW = new Set([
  'priority',
  'outcome',
  'band',
  'process',
  'engine',
  'work',
  'method',
  'status',
  'period',
])

/**
 * Creates the limit of a metric. Once there is no room, further labels are counted together under `other`, so that
 * sums stay correct.
 */
function boundLabels({ kind, labels: names }: MetricDefinition): LabelBound {
  const known = new Map<string, Labels>()
  // Callers that count the same labels repeatedly pass the same object.
  const seen = new WeakMap<Labels, Labels>()
  const nameOf = (labels: Labels) => {
    let text = ''
    for (const name of names) text += `${labels[name]}\n`
    return text
  }
  return {
    admits: (labels) => known.size < MAX[kind] || known.has(nameOf(labels)),
    labelsFor(labels) {
      const before = seen.get(labels)
      if (before) return before
      const bounded = find(labels)
      seen.set(labels, bounded)
      return bounded
    },
  }

  function find(labels: Labels): Labels {
    const name = nameOf(labels)
    const before = known.get(name)
    if (before) return before
    if (known.size >= MAX[kind]) return mapped(labels, (value, label) => (FEW.has(label) ? value : 'other'))
    const made = mapped(labels, (value) => value.slice(0, MAX_LENGTH))
    known.set(name, made)
    return made
  }
}

const mapped = (labels: Labels, map: (value: string, label: string) => string): Labels =>
  Object.fromEntries(Object.entries(labels).map(([label, value]) => [label, map(value, label)]))

/** The metrics of one process: by metric, its lines in Prometheus' text format. */
export type MetricTexts = Readonly<Record<string, string>>

/** Content type of a scrape's answer. */
export const METRICS_CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE

/** Writes out what this process has counted, one metric at a time, so that its event loop is never held for long. */
export async function writeMetrics(): Promise<MetricTexts> {
  const registry = keptRegistry()
  const texts: Record<string, string> = {}
  for (const { name } of registry?.getMetricsAsArray() ?? []) {
    tellAdditions(name)
    const text = (await registry?.getSingleMetricAsString(name)) ?? ''
    // Two lines describe it; without a third it has no values yet.
    if (text.split('\n', 3).length === 3) texts[name] = text
    await setImmediate()
  }
  return texts
}

/** Joins what several processes have counted: each metric once, with the lines of all. */
export function joinMetrics(all: readonly MetricTexts[]): string {
  const names = new Set(all.flatMap((texts) => Object.keys(texts)))
  const parts = [...names].map((name) => {
    const [first = '', ...others] = all.flatMap((texts) => texts[name] ?? [])
    return [first, ...others.map(withoutHead)].join('\n')
  })
  return `${parts.join('\n\n')}\n`
}

const withoutHead = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
