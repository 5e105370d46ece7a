import { describe, expect, test } from 'vitest'
import { computeGeometry, dateLabels, px, steppedPath } from '@/components/charts/wallet/geometry'
import {
  crosshairPositions,
  crosshairPositionText,
  hasPreviousPeriod,
  type WalletData,
} from '@/components/charts/wallet/wallet-data'
import { NANO_PER_CREDIT } from '@/lib/kernel'

const DAY = 86_400_000

function dataOf(balances: readonly (number | null)[], over: Partial<WalletData> = {}): WalletData {
  return {
    step: 'day',
    beforeLabel: 'The 3 days before',
    past: balances.map((balance, place) => ({
      title: `day ${place}`,
      fromMs: place * DAY,
      toMs: (place + 1) * DAY,
      balance,
      balanceText: String(balance),
      spent: 1,
      spentText: '1',
      beforeText: '2',
    })),
    first: null,
    series: [],
    before: balances.map(() => 2),
    nowMs: balances.length * DAY,
    now: balances.at(-1) ?? null,
    coming: [],
    empty: null,
    marks: [],
    ...over,
  }
}

/** Expects labels not to overlap, by the approximate width of their letters. */
const expectApart = (dates: readonly { readonly text: string; readonly start: number }[]) => {
  expect(dates.length).toBeGreaterThan(1)
  const inOrder = dates.toSorted((one, other) => one.start - other.start)
  for (const [place, { start }] of inOrder.entries()) {
    const before = inOrder[place - 1]
    if (before) expect(before.start + before.text.length * 6.2).toBeLessThan(start)
  }
}

describe('a wallet’s chart', () => {
  test('draws the balance in steps, with a gap where it is unknown', () => {
    const data = dataOf([100, null, 50])
    const path = steppedPath(data, computeGeometry(data, 600))
    expect(path.match(/M/g)).toHaveLength(2)
    expect(path).not.toMatch(/[LCQ]/)
  })

  test('jumps at the time of a top-up, not at the end of its day', () => {
    const marks = [
      { kind: 'top-up', atMs: 1.25 * DAY, text: 'Top-up +60', nano: 60n * NANO_PER_CREDIT },
    ] as const
    const data = dataOf([40, 100, 100], { marks })
    const geometry = computeGeometry(data, 600)
    const at = Math.round(geometry.x(1.25 * DAY) * 10) / 10
    expect(steppedPath(data, geometry)).toContain(`H${at}V`)
  })

  test('jumps at each of several moments of a day by its own amount, and last to where the day ends', () => {
    const loss = (day: number, credits: bigint) =>
      ({ kind: 'outside', atMs: day * DAY, text: 'Outside spend', nano: -credits * NANO_PER_CREDIT }) as const
    const data = dataOf([100, 30, 30], { marks: [loss(1.25, 20n), loss(1.75, 40n)] })
    const geometry = computeGeometry(data, 600)
    const [x, y] = [
      (day: number) => px(geometry.x(day * DAY)),
      (level: number) => px(geometry.balance.y(level)),
    ]
    expect(steppedPath(data, geometry)).toContain(`H${x(1.25)}V${y(80)}H${x(1.75)}V${y(30)}`)
  })

  test('jumps from the first reading, also on its day', () => {
    const loss = (day: number) =>
      ({ kind: 'outside', atMs: day * DAY, text: 'Outside spend', nano: -20n * NANO_PER_CREDIT }) as const
    const data = dataOf([60, 60], {
      first: { atMs: 0.1 * DAY, balance: 100 },
      marks: [loss(0.25), loss(0.75)],
    })
    const geometry = computeGeometry(data, 600)
    const [x, y] = [
      (day: number) => px(geometry.x(day * DAY)),
      (level: number) => px(geometry.balance.y(level)),
    ]
    expect(steppedPath(data, geometry)).toContain(`H${x(0.25)}V${y(80)}H${x(0.75)}V${y(60)}`)
  })

  test('of a new wallet begins at its first reading, on a scale that shows what was bought since', () => {
    const first = { atMs: 2.5 * DAY, balance: 100_000 }
    const data = dataOf([null, null, 99_987], { first, nowMs: 2.75 * DAY, now: 99_987 })
    const geometry = computeGeometry(data, 600)
    expect(geometry.balance.axis.low).toBe(99_000)
    const path = steppedPath(data, geometry)
    expect(path).toMatch(new RegExp(`^M${Math.round(geometry.x(2.5 * DAY) * 10) / 10} .*H.*V`))
  })

  test('centres a date under its bar, including today’s, early and late in the day', () => {
    for (const hours of [1, 19]) {
      const data = dataOf(new Array(7).fill(100), { nowMs: 6 * DAY + hours * 3_600_000 })
      const geometry = computeGeometry(data, 1100)
      for (const [place, { text, start }] of dateLabels(data, geometry).entries())
        expect(Math.abs(start + (text.length * 6.9) / 2 - geometry.x((place + 0.5) * DAY))).toBeLessThan(1)
    }
  })

  test('labels today or the last day on its axis, even where not every second day has room', () => {
    for (const width of [340, 600, 1100]) {
      const month = dataOf(new Array(26).fill(100), { nowMs: 25.6 * DAY })
      const dates = dateLabels(month, computeGeometry(month, width))
      // On a phone the date would leave no room for the previous one.
      expect(dates.at(-1)?.text).toBe(width < 560 ? 'today' : 'today, 26 Jan')
      expectApart(dates)
      const past = { ...month, nowMs: 40 * DAY }
      expect(dateLabels(past, computeGeometry(past, width)).at(-1)?.text).toBe('26 Jan')
      expectApart(dateLabels(past, computeGeometry(past, width)))
    }
    const coming = Array.from({ length: 30 }, (_, place) => ({
      ...{ atMs: (27 + place) * DAY, low: 1, middle: 2, high: 3 },
    }))
    const data = dataOf(new Array(26).fill(100), { nowMs: 25.6 * DAY, coming })
    const dates = dateLabels(data, computeGeometry(data, 600))
    expectApart(dates)
    expect(dates.map(({ text }) => text)).toContain('today, 26 Jan')
  })

  test('labels days at even steps on a phone, up to today', () => {
    const week = dataOf(new Array(7).fill(100), { nowMs: 6.6 * DAY })
    const texts = dateLabels(week, computeGeometry(week, 358)).map(({ text }) => text)
    expect(texts).toEqual(['1 Jan', '3 Jan', '5 Jan', 'today'])
  })

  test('shows the previous period only if it has any spend', () => {
    expect(hasPreviousPeriod(dataOf([100, 90]))).toBe(true)
    expect(hasPreviousPeriod(dataOf([100, 90], { before: [0, 0] }))).toBe(false)
  })

  test('shows what each environment spent if there are several', () => {
    const series = ['production', 'staging'].map((label, order) => ({
      ...{ key: label, label, color: null },
      values: [1, 2],
      texts: [`${order + 1}.00`, `${order + 2}.00`],
    }))
    const told = (count: number) => {
      const data = dataOf([100, 40], { series: series.slice(0, count) })
      return crosshairPositionText(data, crosshairPositions(data)[1])
    }
    expect(told(2)).toContain('Spent 1, production 2.00, staging 3.00, The 3 days before 2')
    expect(told(1)).toContain('Spent 1, The 3 days before 2')
  })

  test('describes each stop in words: past ones with what happened, future ones with what is likely', () => {
    const marks = [
      { kind: 'outside', atMs: 1.5 * DAY, text: 'Outside spend −60', nano: -60n * NANO_PER_CREDIT },
    ] as const
    const coming = [{ atMs: 5 * DAY, low: 10, middle: 20, high: 30 }]
    const data = dataOf([100, 40, 40], { marks, coming })
    const stops = crosshairPositions(data)
    expect(stops).toHaveLength(4)
    expect(crosshairPositionText(data, stops[1])).toBe(
      'day 1, Balance 40, Spent 1, The 3 days before 2, Outside spend −60',
    )
    expect(crosshairPositionText(data, stops[3])).toBe(
      '5 Jan 1970, Balance forecast 20, Likely range 10 – 30',
    )
  })

  test('never places a date over another one', () => {
    const data = dataOf(new Array(60).fill(100))
    expectApart(dateLabels(data, computeGeometry(data, 600)))
  })
})
