import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explainReadings } from '@/lib/money/statements/explain-readings'
import { event, lifeOf } from './any-life'
import { Life } from './life'

const PRICE = 100_000_000n
const LATE = 5_000_000_000n

const told = ({ readings, lost }: Life) => {
  const { movements, learntMs, anchors } = explainReadings(readings, lost)
  return {
    learntMs,
    anchors: anchors.length,
    movements: movements.map(({ topUpNano, outsideNano, unexplainedNano }) => [
      topUpNano,
      outsideNano + unexplainedNano,
    ]),
  }
}

/** A page of 100, of which only a half is charged at first. */
const pageShownLate = (life: Life, quietMs: number | null) =>
  life.page('search', 100, PRICE).topUp(LATE).read(0, quietMs)

test('a reading just after a page cuts nothing, so a charge that shows late is no top-up', () => {
  const life = pageShownLate(new Life(), 1_500).thief(LATE).read()
  expect(told(life)).toEqual({ learntMs: 0, anchors: 2, movements: [[0n, 0n]] })
})

test('a charge that shows later than expected accuses nobody, and later readings wait for longer', () => {
  const life = pageShownLate(new Life(), 60_000).thief(LATE).read()
  expect(told(life)).toEqual({ learntMs: 120_000, anchors: 2, movements: [[0n, 0n]] })
  pageShownLate(life, 90_000).thief(LATE).read()
  expect(told(life)).toEqual({
    learntMs: 180_000,
    anchors: 3,
    movements: [
      [0n, 0n],
      [0n, 0n],
    ],
  })
})

test('several readings may come before it shows', () => {
  const life = pageShownLate(new Life(), 60_000).read(0, 200_000).thief(LATE).read()
  expect(told(life)).toEqual({ learntMs: 400_000, anchors: 2, movements: [[0n, 0n]] })
})

test('pages without a price that seem to cost nothing were read too early, unless their operation is free', () => {
  const early = () =>
    new Life()
      .page('search', 100, PRICE, null)
      .topUp(100n * PRICE)
      .read(0, 60_000)
      .thief(100n * PRICE)
      .read()
  expect(told(early())).toEqual({ learntMs: 120_000, anchors: 2, movements: [[0n, 0n]] })
  const free = new Life().page('search', 100, 0n, null).read(0, 60_000).read()
  free
    .page('search', 100, 0n, null)
    .read(0, 60_000)
    .thief(100n * PRICE)
    .read()
  expect(told(free).learntMs).toBe(120_000)
  const known = new Life().page('search', 100, 0n, null).read()
  known
    .page('search', 100, 0n, null)
    .read(0, 60_000)
    .thief(100n * PRICE)
    .read()
  expect(told(known)).toMatchObject({ learntMs: 0, anchors: 4 })
})

test('pages that seem to cost nothing were read too early, also where their real price is not the booked one', () => {
  const life = new Life()
    .page('search', 100, 2n * PRICE, 50n * PRICE)
    .topUp(200n * PRICE)
    .read(0, 60_000)
  life.thief(200n * PRICE).read()
  const { learntMs, anchors } = told(life)
  expect({ learntMs, anchors }).toEqual({ learntMs: 120_000, anchors: 2 })
})

test('a top-up is a top-up, also where somebody else spends as much later', () => {
  const life = pageShownLate(new Life(), null).thief(LATE).read()
  expect(told(life).movements).toEqual([
    [LATE, 0n],
    [0n, LATE],
  ])
  const more = new Life().page('search', 10, PRICE).topUp(LATE).read(0, 60_000).thief(LATE).read()
  expect(told(more).movements).toEqual([
    [LATE, 0n],
    [0n, LATE],
  ])
})

test('whatever happens, the movements join the readings that are left without a gap', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const { readings, lost } = lifeOf(events)
      const { anchors, movements } = explainReadings(readings, lost)
      expect(movements.map(({ from }) => from)).toEqual(anchors.slice(0, -1).map(({ at }) => at))
      expect(movements.map(({ to }) => to)).toEqual(anchors.slice(1).map(({ at }) => at))
    }),
    { numRuns: 300 },
  )
})
