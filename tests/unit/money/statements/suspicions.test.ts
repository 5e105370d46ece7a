import { expect, test } from 'vitest'
import { explained, parts } from './explained'
import { Life } from './life'

const PRICE = 100_000_000n
const NEW_PRICE = 120_000_000n

test('a top-up before the next pages proves nothing about a price', () => {
  const life = new Life().page('search', 100, NEW_PRICE, PRICE).read().topUp(7_000_000_000n).read()
  expect(explained(life).movements[0]).toMatchObject({ outsideNano: 0n, perhapsOurs: 'likely' })
  life.page('search', 40, NEW_PRICE, PRICE).read()
  expect(parts(life)).toEqual([
    { shiftNano: 2_000_000_000n },
    { topUpNano: 7_000_000_000n },
    { shiftNano: 800_000_000n },
  ])
})

test.each([
  ['rises', NEW_PRICE],
  ['falls', 83_000_000n],
])('a price that %s between two pages of a window causes no outside spend, and is no top-up', (_, real) => {
  const life = new Life().page('search', 60, PRICE).page('search', 50, real, PRICE).read()
  expect(explained(life).movements[0]).toMatchObject({ outsideNano: 0n, perhapsOurs: 'possible' })
  life.page('search', 70, real, PRICE).read().page('search', 40, real, PRICE).read()
  expect(parts(life)).toEqual([50n, 70n, 40n].map((items) => ({ shiftNano: items * (real - PRICE) })))
})

test('such a price is known at once if it was set before the next pages', () => {
  const life = new Life().page('search', 60, PRICE).page('search', 50, NEW_PRICE, PRICE).read()
  life.page('search', 70, NEW_PRICE).read()
  expect(parts(life)).toEqual([{ shiftNano: 50n * (NEW_PRICE - PRICE) }, {}])
})

test('a price that was set but never took effect explains the window in which it began, too', () => {
  const life = new Life().page('search', 80, PRICE).read()
  life.page('search', 100, PRICE, NEW_PRICE).thief(500_000_000n).read()
  life.page('search', 100, PRICE, NEW_PRICE).read().page('search', 40, PRICE, NEW_PRICE).read()
  expect(parts(life)).toEqual([
    {},
    { shiftNano: -2_000_000_000n, outsideNano: 500_000_000n },
    { shiftNano: -2_000_000_000n },
    { shiftNano: -800_000_000n },
  ])
})

test('outside spend that such a price would explain is recognised by our next pages', () => {
  const life = new Life().page('search', 60, PRICE).page('search', 50, PRICE).thief(1_234_567_891n).read()
  expect(explained(life).movements[0]).toMatchObject({
    unexplainedNano: 1_234_567_891n,
    perhapsOurs: 'possible',
  })
  life.page('search', 40, PRICE).read()
  expect(parts(life)).toEqual([{ outsideNano: 1_234_567_891n }, {}])
})

test('pages of any size that are booked at the new price and cost exactly that confirm it', () => {
  const life = new Life().page('search', 100, NEW_PRICE, PRICE).read().page('search', 100, NEW_PRICE, PRICE)
  life.read().page('search', 100, NEW_PRICE).read()
  expect(parts(life)).toEqual([{ shiftNano: 2_000_000_000n }, { shiftNano: 2_000_000_000n }, {}])
})

test('outside spend beside the next pages refutes no price, and is reported once the price is known', () => {
  const life = new Life().page('search', 100, NEW_PRICE, PRICE).read()
  life.page('search', 50, NEW_PRICE, PRICE).thief(3_330_007_011n).read()
  expect(explained(life).movements[0]).toMatchObject({ outsideNano: 0n, perhapsOurs: 'possible' })
  life.page('search', 40, NEW_PRICE, PRICE).read()
  expect(parts(life)).toEqual([
    { shiftNano: 2_000_000_000n },
    { shiftNano: 1_000_000_000n, outsideNano: 3_330_007_011n },
    { shiftNano: 800_000_000n },
  ])
})

test('a lost call beside pages at a new price causes no outside spend', () => {
  const life = new Life().page('search', 100, NEW_PRICE, PRICE).lose(100, PRICE)
  life.thief(100n * (NEW_PRICE - PRICE)).read()
  expect(explained(life).movements[0]).toMatchObject({ outsideNano: 0n, perhapsOurs: 'possible' })
  life.page('search', 40, NEW_PRICE, PRICE).read().page('search', 70, NEW_PRICE, PRICE).read()
  expect(parts(life)[0]).toEqual({ lostNano: 100n * NEW_PRICE, shiftNano: 2_000_000_000n })
})

test('continuous outside spend is not doubted for more than twenty windows', () => {
  const life = new Life()
  for (let window = 0; window < 25; window++)
    life
      .page('search', 60, PRICE)
      .page('search', 50, PRICE)
      .thief(1_234_567_891n + BigInt(window))
      .read()
  const { movements } = explained(life)
  expect(movements.map(({ perhapsOurs }) => perhapsOurs !== null)).toEqual(
    movements.map((_, place) => place >= 5),
  )
  expect(parts(life)[0]).toEqual({ outsideNano: 1_234_567_891n })
})

test('a price that changes again, and is set at once, leaves no doubt, because the booked price is the real one', () => {
  const life = new Life().page('search', 100, 50_000_000n, PRICE).read()
  life.page('search', 40, 50_000_000n, PRICE).page('timeline', 10, PRICE).read()
  expect(explained(life).shifts).toMatchObject([{ operation: 'search', realNano: 50_000_000n }])
  life.page('search', 30, NEW_PRICE).page('timeline', 10, PRICE).read()
  expect(explained(life).movements[2]).toMatchObject({
    shiftNano: 0n,
    unexplainedNano: 0n,
    perhapsOurs: null,
  })
})

test('an admin’s new price that the API never applied is known by the next window, at the previous price', () => {
  const life = new Life().page('search', 100, PRICE).read().page('search', 60, PRICE, NEW_PRICE).read()
  expect(explained(life).shifts).toMatchObject([{ operation: 'search', realNano: PRICE }])
  life.page('search', 50, PRICE, NEW_PRICE).lose(30, PRICE).read()
  expect(parts(life)).toEqual([
    {},
    { shiftNano: -1_200_000_000n },
    { shiftNano: -1_000_000_000n, lostNano: 3_000_000_000n },
  ])
})

test('a price that is proven late reveals another one, in earlier windows', () => {
  const life = new Life()
  for (const items of [100, 60])
    life
      .page('search', items, PRICE / 4n, PRICE)
      .page('timeline', 100, PRICE, NEW_PRICE)
      .read()
  for (const items of [50, 90]) life.page('search', items, PRICE / 8n, PRICE).read()
  for (const items of [200, 100]) life.page('timeline', items, PRICE, NEW_PRICE).read()
  expect(
    explained(life).movements.map(
      ({ topUpNano, outsideNano, unexplainedNano }) => topUpNano + outsideNano + unexplainedNano,
    ),
  ).toEqual([0n, 0n, 0n, 0n, 0n, 0n])
  expect(parts(life).slice(0, 2)).toEqual([
    { shiftNano: -7_500_000_000n - 2_000_000_000n },
    { shiftNano: -4_500_000_000n - 2_000_000_000n },
  ])
})

test('prices that are proven late explain an earlier window with both', () => {
  const life = new Life()
    .page('search', 100, PRICE / 4n, PRICE)
    .page('timeline', 100, PRICE, NEW_PRICE)
    .read()
  for (const items of [50, 90]) life.page('search', items, PRICE / 4n, PRICE).read()
  for (const items of [200, 100]) life.page('timeline', items, PRICE, NEW_PRICE).read()
  expect(parts(life)[0]).toEqual({ shiftNano: -7_500_000_000n - 2_000_000_000n })
})

test('a return to the booked price is known by the next window', () => {
  const life = new Life()
  for (const items of [100, 60, 70]) life.page('search', items, NEW_PRICE, PRICE).read()
  life.page('search', 50, PRICE).read()
  expect(parts(life).at(-1)).toEqual({})
})

test('an old price that was never seen alone causes no outside spend, whatever the new one is', () => {
  const life = new Life()
    .page('search', 60, 7n * PRICE, PRICE)
    .page('search', 50, NEW_PRICE, PRICE)
    .read()
  for (const items of [70, 40, 90]) life.page('search', items, NEW_PRICE, PRICE).read()
  expect(explained(life).movements[0]).toMatchObject({ outsideNano: 0n, perhapsOurs: 'possible' })
})

test('outside spend is certain even if a price has changed, if no number of items at the new price costs the rest', () => {
  const life = new Life().page('search', 100, PRICE).read()
  life.page('search', 60, PRICE).page('search', 50, PRICE).thief(1_234_567_891n).read()
  life.page('search', 40, NEW_PRICE).read()
  expect(parts(life)).toEqual([{}, { outsideNano: 1_234_567_891n }, {}])
})

test('a price that changed between pages, the last of which were booked at it, is explained', () => {
  const life = new Life().page('search', 100, PRICE).read()
  life.page('search', 60, PRICE).page('search', 50, NEW_PRICE, PRICE).page('search', 40, NEW_PRICE).read()
  life.page('search', 30, NEW_PRICE).read()
  expect(parts(life)).toEqual([{}, { shiftNano: 50n * (NEW_PRICE - PRICE) }, {}])
})

test('pages of another operation prove nothing about a lost call that cost more than booked', () => {
  const life = new Life().page('search', 50, PRICE).page('timeline', 100, NEW_PRICE).read()
  life
    .lose(100, PRICE / 10n, 100, 'timeline')
    .lose(50, PRICE)
    .thief(100n * (NEW_PRICE - PRICE / 10n))
  life
    .page('timeline', 100, NEW_PRICE, PRICE / 10n)
    .read()
    .page('search', 20, PRICE)
    .read()
  expect(explained(life).movements[1]).toMatchObject({ outsideNano: 0n, perhapsOurs: 'possible' })
})

test('outside spend beside pages whose price a resolved call revealed is recognised at that resolution', () => {
  const life = new Life().lose(30, NEW_PRICE).page('search', 100, NEW_PRICE, PRICE).read()
  life
    .page('search', 60, NEW_PRICE, PRICE)
    .read()
    .page('search', 50, NEW_PRICE, PRICE)
    .thief(1_234_567_891n)
    .read()
  const at = new Date(10 ** 9)
  const [call] = life.lost
  if (call) life.lost[0] = { ...call, resolution: { isCharged: true, chargeNano: 30n * NEW_PRICE, at } }
  expect(explained(life).movements[2]).toMatchObject({ outsideNano: 1_234_567_891n, recognisedAt: at })
})

test('beside a lost call that cost more than booked, outside spend is only what is left', () => {
  const life = new Life().page('timeline', 100, NEW_PRICE).read()
  life
    .lose(100, PRICE, 100, 'timeline')
    .thief(100n * (NEW_PRICE - PRICE) + 777_777_777n)
    .page('search', 20, PRICE)
  life.read()
  for (const items of [70, 40]) life.page('timeline', items, NEW_PRICE, PRICE).read()
  expect(parts(life)[1]).toEqual({ lostNano: 100n * NEW_PRICE, outsideNano: 777_777_777n })
})

test('outside spend that makes up the difference to the booked price is found once the real one is known', () => {
  const life = new Life().page('search', 100, 5n, 9n).read()
  life.page('search', 60, 5n, 9n).page('search', 40, 5n, 9n).thief(200n).read()
  for (const items of [30, 70]) life.page('search', items, 5n, 9n).read()
  expect(parts(life)[1]).toEqual({ shiftNano: -400n, outsideNano: 200n })
})

test('a theft that a later price reveals is recognised when that price was known', () => {
  const life = new Life().page('search', 70, PRICE / 2n, PRICE).read()
  life
    .page('search', 100, PRICE / 2n, PRICE)
    .thief(3_000_000_007n)
    .read()
    .read()
  life.page('search', 40, PRICE / 2n, PRICE).read()
  const recognisedAt = life.readings.at(-1)?.at
  expect(explained(life).movements[1]).toMatchObject({ outsideNano: 3_000_000_007n, recognisedAt })
})

test('outside spend beside a lost call is recognised when that call was resolved', () => {
  const life = new Life().page('search', 100, PRICE).read().lose(30, PRICE).thief(5_000_000_011n).read()
  const at = new Date(10 ** 9)
  const [call] = life.lost
  if (call) life.lost[0] = { ...call, resolution: { isCharged: true, chargeNano: 30n * PRICE, at } }
  expect(explained(life).movements[1]).toMatchObject({ outsideNano: 5_000_000_011n, recognisedAt: at })
})
