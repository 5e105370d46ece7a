import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { METRICS, type MetricDefinition } from '@/lib/platform/metrics'
import { faultsOfDashboard, metricRow, nodeMetrics } from './operations'

const dashboard = readFileSync('docs/grafana/purser.json', 'utf8')
const document = readFileSync('docs/run/operations.md', 'utf8')
const metrics: Readonly<Record<string, MetricDefinition>> = METRICS

describe('the dashboard', () => {
  test('queries metrics and labels that exist', async () => {
    expect(faultsOfDashboard(dashboard, metrics, await nodeMetrics())).toEqual([])
  })

  test('shows each of Purser’s own metrics', () => {
    expect(Object.keys(metrics).filter((name) => !dashboard.includes(name))).toEqual([])
  })

  test.each([
    ['rate(purser_pages_sum[5m])', 'no metric purser_pages_sum'],
    ['sum by (team, query) (purser_pages_total)', 'no label query'],
    ['purser_wallet_days_left{service="a"}', 'no label service'],
    ['nodejs_eventloop_lag', 'no metric nodejs_eventloop_lag'],
  ])('that queries another one with %s is reported: %s', async (expr, fault) => {
    const planted = JSON.stringify({ panels: [{ targets: [{ expr, legendFormat: '' }] }] })
    expect(faultsOfDashboard(planted, metrics, await nodeMetrics())).toEqual([expect.stringContaining(fault)])
  })
})

test('the table of metrics in docs/run/operations.md matches the code', () => {
  const rows = [...document.matchAll(/^\| `purser_\w+` \|.*$/gm)].map(([row]) => row)
  expect(rows).toEqual(Object.entries(metrics).map(metricRow))
})
