import { setImmediate } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { keptRegistry, tellAdditions } from './metrics'

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
