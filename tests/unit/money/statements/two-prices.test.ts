import { expect, test } from 'vitest'
import { explainReadings } from '@/lib/money/statements/explain-readings'
import { proveLostCalls } from '@/lib/money/statements/lost-sum'
import { certain } from './explained'
import { Life } from './life'

const PRICE = 100_000_000n
const [DEARER, DEAR] = [113_000_000n, 109_000_000n]

const seen = () => new Life().page('search', 50, PRICE).read().page('timeline', 50, PRICE).read()

test('two prices that change in one window cause no outside spend, and are found once both are booked correctly', () => {
  const life = seen().page('search', 37, DEARER, PRICE).page('timeline', 53, DEAR, PRICE).read()
  expect(certain(life)).toEqual([])
  life.page('search', 40, DEARER).read()
  expect(certain(life)).toEqual([])
  life.page('timeline', 30, DEAR).read()
  expect(explainReadings(life.readings, []).movements[2]).toMatchObject({
    shiftNano: 37n * (DEARER - PRICE) + 53n * (DEAR - PRICE),
    outsideNano: 0n,
    unexplainedNano: 0n,
  })
})

test('so do two prices that two admins leave wrong for a while', () => {
  const life = new Life().page('search', 30, PRICE).page('timeline', 40, PRICE).read()
  life
    .page('search', 37, 3n * PRICE, PRICE)
    .page('timeline', 53, PRICE, 2n * PRICE)
    .read()
  life
    .page('search', 31, 3n * PRICE)
    .page('timeline', 50, PRICE)
    .read()
  expect(certain(life)).toEqual([])
})

test('outside spend beside a page of each operation is certain once both have cost what they did before', () => {
  const life = seen().page('search', 37, PRICE).page('timeline', 53, PRICE).thief(1_234_567_891n).read()
  life.page('search', 40, PRICE).read()
  expect(certain(life)).toEqual([])
  life.page('timeline', 30, PRICE).read()
  expect(certain(life)).toEqual([1_234_567_891n])
})

/** Returns a life in which a price is confirmed only after another operation's price has changed. */
const between = (what: (life: Life) => Life) => {
  const life = what(new Life().page('search', 100, 120_000_000n, PRICE).read()).read()
  for (const items of [50, 40]) life.page('timeline', items, PRICE / 2n, PRICE).read()
  return life.page('search', 70, 120_000_000n, PRICE).read()
}

test('a window is recalculated at the price that is found, not at another operation’s later one', () => {
  const beside = (most: number) =>
    between((life) => life.page('timeline', 60, PRICE).lose(30, 120_000_000n, most))
  expect(certain(beside(40))).toEqual([])
  const { readings, lost } = beside(100)
  expect(proveLostCalls(explainReadings(readings, lost).movements)).toMatchObject([
    { finding: 'charged', items: 30 },
  ])
  const up = between((life) =>
    life
      .page('timeline', 60, PRICE)
      .page('search', 10, 120_000_000n, PRICE)
      .topUp(10n ** 12n),
  )
  expect(explainReadings(up.readings, []).movements[1]).toMatchObject({ topUpNano: 10n ** 12n })
})
