import { expect, test } from 'vitest'
import { inferPrices } from '@/lib/money/statements/infer-prices'
import { explainWindows } from '@/lib/money/statements/movements'
import { buildWindows, createCleanReadingTest } from '@/lib/money/statements/windows'
import { Life } from './life'

const infer = ({ readings, lost }: Life) => {
  const isClean = createCleanReadingTest(lost)
  const anchors = readings.filter((reading) => isClean(reading))
  return inferPrices(explainWindows(buildWindows(anchors, lost)).movements)
}

test('pages of one operation between readings reveal its price', () => {
  const life = new Life()
  for (let page = 0; page < 20; page++) life.page('search', 40 + page, 123_456_000n, null).read()
  expect(infer(life)).toEqual([
    {
      operation: 'search',
      priceNano: 123_456_000n,
      spreadNano: 0n,
      observations: 20,
      items: expect.any(Number),
      changedAt: null,
      isSure: true,
    },
  ])
})

test('with pages of two operations between readings, the known price reveals the other', () => {
  const life = new Life()
  for (let page = 0; page < 3; page++) life.page('search', 50, 200_000_000n, null).read()
  for (let page = 0; page < 3; page++)
    life.page('search', 10, 200_000_000n, null).page('timeline', 25, 70_000_000n, null).read()
  expect(
    infer(life).map(({ operation, priceNano, observations }) => [operation, priceNano, observations]),
  ).toEqual([
    ['search', 200_000_000n, 3],
    ['timeline', 70_000_000n, 3],
  ])
})

test('an occasional thief and a top-up do not move the price', () => {
  const life = new Life()
  for (let page = 0; page < 12; page++) {
    life.page('search', 50, 200_000_000n, null)
    if (page === 4 || page === 9) life.thief(3_000_000_000n)
    if (page === 6) life.topUp(1_000_000_000_000n)
    life.read()
  }
  expect(infer(life)[0]?.priceNano).toBe(200_000_000n)
})

test('a change is reported with its day, and the new price applies', () => {
  const life = new Life()
  for (let page = 0; page < 5; page++) life.page('search', 50 + page, 200_000_000n, null).read()
  const changed = life.readings.length
  for (let page = 0; page < 4; page++) life.page('search', 50 + page, 260_000_000n, null).read()
  expect(infer(life)).toMatchObject([
    { priceNano: 260_000_000n, observations: 4, changedAt: life.readings[changed]?.at },
  ])
})

/** Adds windows of both operations, with pages of these sizes. */
const bothIn = (
  life: Life,
  search: bigint,
  timeline: bigint,
  counts: readonly (readonly [number, number])[],
) => {
  for (const [searched, followed] of counts)
    life.page('search', searched, search, null).page('timeline', followed, timeline, null).read()
}

test('a changed price does not alter another operation’s price in earlier windows', () => {
  const life = new Life()
  for (let page = 0; page < 3; page++) life.page('search', 50 + page, 200_000_000n, null).read()
  bothIn(life, 200_000_000n, 70_000_000n, [
    [30, 20],
    [35, 25],
    [20, 40],
  ])
  for (let page = 0; page < 3; page++) life.page('search', 50 + page, 200_000_000n, null).read()
  for (let page = 0; page < 3; page++) life.page('search', 50 + page, 300_000_000n, null).read()
  expect(infer(life)).toMatchObject([
    { operation: 'search', priceNano: 300_000_000n },
    { operation: 'timeline', priceNano: 70_000_000n, spreadNano: 0n, observations: 3, isSure: true },
  ])
})

test('a new price that shows only in mixed windows is never mistaken for another operation’s', () => {
  const life = new Life()
  for (let page = 0; page < 3; page++)
    life
      .page('search', 50 + page, 200_000_000n, null)
      .read()
      .page('timeline', 20 + page, 70_000_000n, null)
      .read()
  bothIn(life, 300_000_000n, 70_000_000n, [
    [30, 20],
    [60, 40],
    [30, 20],
    [15, 10],
  ])
  expect(infer(life)).toMatchObject([
    { operation: 'search', priceNano: 200_000_000n },
    { operation: 'timeline', priceNano: 70_000_000n, spreadNano: 0n },
  ])
  const mixed = new Life()
  for (let page = 0; page < 3; page++) mixed.page('search', 50 + page, 200_000_000n, null).read()
  bothIn(mixed, 300_000_000n, 70_000_000n, [
    [30, 20],
    [60, 40],
    [30, 20],
  ])
  expect(infer(mixed)[1]).toMatchObject({ operation: 'timeline', isSure: false })
})

test('a price that no window shows exactly has a spread, and is not sure', () => {
  const life = new Life()
  for (let page = 0; page < 5; page++)
    life
      .page('search', 50, 200_000_000n)
      .thief(100_000_000n + BigInt(page) * 1_111_000n)
      .read()
  const [search] = infer(life)
  expect(search).toMatchObject({ observations: 5, isSure: false })
  expect(search?.priceNano).toBeGreaterThan(201_000_000n)
})
