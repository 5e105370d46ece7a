import { expect, test } from 'vitest'
import { explainReadings } from '@/lib/money/statements/explain-readings'
import { minOutsideSinceLastClean } from '@/lib/money/statements/outside-spend'
import { Life } from './life'

const PRICE = 100_000_000n

const since = ({ readings, lost }: Life) =>
  minOutsideSinceLastClean({ readings, lost, ...explainReadings(readings, lost) })

/** Returns a life in which the real price is known to be twice the booked one. */
const dear = () =>
  new Life()
    .page('search', 40, 2n * PRICE, PRICE)
    .read()
    .page('search', 23, 2n * PRICE, PRICE)
    .read()

test('a fall while calls of ours are under way is reported beyond their maximum cost', () => {
  const life = new Life().page('search', 40, PRICE).read().thief(50_000_000_000n).read(1)
  expect(since(life)).toMatchObject({ nano: 40_000_000_000n, isAtLeast: true, isPerhapsOurs: true })
})

test('calls under way count at the API’s price if that is known', () => {
  // Our own page of a hundred items.
  expect(
    since(
      dear()
        .thief(200n * PRICE)
        .read(1),
    ),
  ).toBeNull()
})

test('so do a call that was just lost, and pages that were just bought', () => {
  expect(
    since(
      dear()
        .lose(100, PRICE)
        .thief(100n * PRICE)
        .read(0, 1000),
    ),
  ).toBeNull()
  expect(
    since(
      dear()
        .page('search', 100, 2n * PRICE, PRICE)
        .read(0, 1000),
    ),
  ).toBeNull()
})

test('a fall that an unnoticed price change may explain is not certain', () => {
  const life = new Life().thief(100n * PRICE).read(1)
  const readings = life.readings.map((reading) => ({
    ...reading,
    inFlightNano: reading.inFlight > 0 ? PRICE : 0n,
  }))
  expect(minOutsideSinceLastClean({ readings, lost: [], ...explainReadings(readings, []) })).toMatchObject({
    isPerhapsOurs: true,
  })
})
