import { collectDefaultMetrics, Registry } from 'prom-client'
import { z } from 'zod'
import type { MetricDefinition } from '@/lib/platform/metrics'

type Metrics = Readonly<Record<string, MetricDefinition>>

const target = z.object({ expr: z.string(), legendFormat: z.string() })
const dashboard = z.object({ panels: z.array(z.object({ targets: z.array(target).default([]) })) })

/** Labels that Prometheus adds to every line, and to those of a histogram. */
const EVERYWHERE = ['instance', 'process']
const PARTS = /_(bucket|sum|count)$/

/** Returns metrics and labels of a dashboard that nothing exports, each with its query. */
export function faultsOfDashboard(text: string, metrics: Metrics, node: readonly string[]): string[] {
  const targets = dashboard.parse(JSON.parse(text)).panels.flatMap(({ targets }) => targets)
  return targets.flatMap(({ expr, legendFormat }) => {
    const names = [...expr.matchAll(/\b(purser|nodejs|process)_\w+/g)].map(([name]) => name)
    const missing = names
      .filter((name) => !isTold(name, metrics) && !node.includes(name))
      .map((name) => `no metric ${name}: ${expr}`)
    const known = new Set([...EVERYWHERE, ...names.flatMap((name) => labelsOf(name, metrics))])
    const strange =
      missing.length > 0 ? [] : labelsIn(expr, legendFormat).filter((label) => !known.has(label))
    return [...missing, ...strange.map((label) => `no label ${label}: ${expr}`)]
  })
}

/** Returns the Node and process metrics that our processes export. */
export async function nodeMetrics(): Promise<string[]> {
  const register = new Registry()
  collectDefaultMetrics({ register })
  return (await register.getMetricsAsJSON()).map(({ name }) => name)
}

/** Returns a metric's row in docs/run/operations.md. */
export const metricRow = ([name, { kind, labels, help }]: [string, MetricDefinition]): string =>
  `| \`${name}\` | ${kind} | ${labels.length > 0 ? labels.join(', ') : '–'} | ${help} |`

const isTold = (name: string, metrics: Metrics): boolean =>
  Object.hasOwn(metrics, name)
    ? metrics[name]?.kind !== 'histogram'
    : metrics[name.replace(PARTS, '')]?.kind === 'histogram' && PARTS.test(name)

function labelsOf(name: string, metrics: Metrics): readonly string[] {
  const base = Object.hasOwn(metrics, name) ? name : name.replace(PARTS, '')
  return [...(metrics[base]?.labels ?? []), ...(name.endsWith('_bucket') ? ['le'] : [])]
}

/** Returns the labels in `by (…)`, in braces and in a legend. */
const labelsIn = (expr: string, legend: string): string[] => [
  ...[...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(',').map((each) => each.trim()),
  ),
  ...[...expr.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = '']) => label),
  ...[...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label),
]
