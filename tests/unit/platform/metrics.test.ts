import { expect, test } from 'vitest'
import {
  incrementCounter,
  joinMetrics,
  observeMs,
  setGauge,
  startMetrics,
  writeMetrics,
} from '@/lib/platform/metrics'

const CALL = { team: 'acme', wallet: 'Main', key: 'xd_live_AbCd', environment: 'production', service: '' }
const lines = async (name: string) =>
  ((await writeMetrics())[name] ?? '').split('\n').filter((line) => line !== '' && !line.startsWith('#'))

test('nothing is counted before the process starts its metrics', async () => {
  incrementCounter('purser_pages_total', CALL)
  expect(await writeMetrics()).toEqual({})
  startMetrics('web')
  expect(await lines('purser_pages_total')).toEqual([])
  incrementCounter('purser_pages_total', CALL)
  expect(await lines('purser_pages_total')).toEqual([
    'purser_pages_total{team="acme",wallet="Main",key="xd_live_AbCd",environment="production",service=""} 1',
  ])
})

test('beyond a thousand label sets of a metric, further ones are counted together as other', async () => {
  for (let each = 0; each < 1500; each++)
    incrementCounter('purser_missed_calls_total', { ...CALL, service: `service ${each}`, outcome: 'free' })
  const written = await lines('purser_missed_calls_total')
  expect(written).toHaveLength(1001)
  expect(written).toContain(
    'purser_missed_calls_total{team="other",wallet="other",key="other",environment="other",service="other",outcome="free"} 500',
  )
})

test('a gauge drops what is not stated again', async () => {
  const of = (wallet: string) => ({ team: 'acme', wallet })
  setGauge('purser_wallet_balance_credits', [
    [of('Main'), 10.5],
    [of('Old'), 1],
  ])
  setGauge('purser_wallet_balance_credits', [[of('Main'), 9]])
  expect(await lines('purser_wallet_balance_credits')).toEqual([
    'purser_wallet_balance_credits{team="acme",wallet="Main"} 9',
  ])
})

test('names chosen by people stay within their quotes', async () => {
  setGauge('purser_wallet_balance_credits', [[{ team: 'acme', wallet: 'a"b\\c\nd' }, 1]])
  expect(await lines('purser_wallet_balance_credits')).toEqual([
    String.raw`purser_wallet_balance_credits{team="acme",wallet="a\"b\\c\nd"} 1`,
  ])
})

test('durations are in seconds', async () => {
  observeMs('purser_http_request_seconds', { route: '/' }, 40)
  expect(await lines('purser_http_request_seconds')).toContain(
    'purser_http_request_seconds_sum{route="/"} 0.04',
  )
  expect(await lines('purser_http_request_seconds')).toContain(
    'purser_http_request_seconds_bucket{le="0.05",route="/"} 1',
  )
})

test('each metric of several processes has one head and the lines of all', () => {
  const of = (name: string) => ({ up: `# HELP up Up.\n# TYPE up gauge\nup{process="${name}"} 1` })
  expect(
    joinMetrics([of('web'), { ...of('worker'), more: '# HELP more m\n# TYPE more gauge\nmore 2' }]),
  ).toBe(
    '# HELP up Up.\n# TYPE up gauge\nup{process="web"} 1\nup{process="worker"} 1\n\n# HELP more m\n# TYPE more gauge\nmore 2\n',
  )
})
