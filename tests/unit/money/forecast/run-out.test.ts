import { expect, test } from 'vitest'
import {
  forecastRunOut,
  type RunOut,
  type RunOutForecastInput,
  toPastDays,
} from '@/lib/money/forecast/run-out'
import { DAY_MS, historyOf, START } from './histories'

const CREDIT = 1_000_000_000n
const NOW = new Date(START + 63 * DAY_MS)

const spentOf = (perDay: readonly number[]) =>
  perDay.map((nano, day) => ({ startsAt: new Date(START + day * DAY_MS), nano: BigInt(Math.round(nano)) }))

const question = (over: Partial<RunOutForecastInput> = {}): RunOutForecastInput => ({
  days: toPastDays(spentOf(historyOf('weekly pattern', 63, 3)), new Date(START), NOW, 'UTC'),
  balanceNano: 20_000n * CREDIT,
  now: NOW,
  timeZone: 'UTC',
  horizonDays: 90,
  seed: 1,
  ...over,
})

const timesOf = ({ runOut }: RunOut) =>
  [runOut.p10, runOut.p50, runOut.p90].map((at) => at?.getTime() ?? Number.POSITIVE_INFINITY)

test('the same input gives the same forecast, and the band is in order', async () => {
  const [p10 = 0, p50 = 0, p90 = 0] = timesOf(await forecastRunOut(question()))
  expect(timesOf(await forecastRunOut(question()))).toEqual([p10, p50, p90])
  expect(p10).toBeGreaterThan(NOW.getTime())
  expect(p10).toBeLessThanOrEqual(p50)
  expect(p50).toBeLessThanOrEqual(p90)
})

test('a steady spend runs out when expected', async () => {
  const days = toPastDays(spentOf(new Array(63).fill(1_000_000_000_000)), new Date(START), NOW, 'UTC')
  const { runOut } = await forecastRunOut(question({ days, balanceNano: 10_000n * CREDIT }))
  const inDays = ((runOut.p50?.getTime() ?? 0) - NOW.getTime()) / DAY_MS
  expect(inDays).toBeGreaterThan(9)
  expect(inDays).toBeLessThan(11)
})

test('more planned spend moves the band earlier, a cap moves it later', async () => {
  const usual = timesOf(await forecastRunOut(question()))
  const planned = [{ startsAt: NOW, endsAt: null, nanoPerDay: 500n * CREDIT }]
  const more = timesOf(await forecastRunOut(question({ planned })))
  const caps = [{ period: 'day', nano: 200n * CREDIT, spentNano: 0n }] as const
  const less = timesOf(await forecastRunOut(question({ caps })))
  for (const at of [0, 1, 2]) {
    expect(more[at]).toBeLessThan(usual[at] ?? 0)
    expect(less[at]).toBeGreaterThan(usual[at] ?? 0)
  }
})

test('a monthly cap postpones what it stops until the next month', async () => {
  const caps = [{ period: 'month', nano: 1n, spentNano: 0n }] as const
  const { days, runOut } = await forecastRunOut(question({ caps }))
  expect(runOut.p90).toBeNull()
  expect(days.at(-1)?.balanceNano.p10).toBeGreaterThanOrEqual(20_000n * CREDIT - 5n)
})

test('nothing is forecast without a week of spend, and an empty wallet has run out', async () => {
  const few = question().days.slice(0, 5)
  const none = await forecastRunOut(question({ days: few }))
  expect(none).toEqual({ hasHistory: false, runOut: { p10: null, p50: null, p90: null }, days: [] })
  const { runOut } = await forecastRunOut(question({ balanceNano: 0n }))
  expect(runOut).toEqual({ p10: NOW, p50: NOW, p90: NOW })
})

test('days follow the team’s zone: those of 23 and 25 hours are whole days', async () => {
  const from = new Date('2026-03-07T05:00:00Z')
  const now = new Date('2026-03-10T12:00:00Z')
  const spent = Array.from({ length: 79 }, (_, hour) => ({
    startsAt: new Date(from.getTime() + hour * 3_600_000),
    nano: 1n,
  }))
  const days = toPastDays(spent, from, now, 'America/New_York')
  expect(days.map(({ hours, total }) => [hours.length, total])).toEqual([
    [24, 24],
    [23, 23],
    [24, 24],
  ])
  const autumn = toPastDays(
    [],
    new Date('2026-11-01T04:00:00Z'),
    new Date('2026-11-02T06:00:00Z'),
    'America/New_York',
  )
  expect(autumn.map(({ hours }) => hours.length)).toEqual([25])
})

test('outside spend continues even if a budget stops our own spend', async () => {
  const caps = [{ period: 'month', nano: 1n, spentNano: 1n }] as const
  const { runOut, days } = await forecastRunOut(
    question({ caps, balanceNano: 100n * CREDIT, outsidePerDayNano: 10n * CREDIT }),
  )
  const inDays = ((runOut.p50?.getTime() ?? 0) - NOW.getTime()) / DAY_MS
  expect(inDays).toBeGreaterThan(9)
  expect(inDays).toBeLessThanOrEqual(10.1)
  expect(days[3]?.balanceNano.p50).toBe(60n * CREDIT)
})
