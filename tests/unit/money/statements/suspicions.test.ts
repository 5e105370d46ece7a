import { expect, test } from 'vitest'
import { explained, parts } from './explained'
import { Life } from './life'

const PRICE = 100_000_000n
const NEW_PRICE = 120_000_000n

test('a top-up before the next pages says nothing about a price', () => {
  const life = new Life().page('search', 100, NEW_PRICE, PRICE).read().topUp(7_000_000_000n).read()
  expect(explained(life).movements[0]).toMatchObject({ outsideNano: 0n, perhapsPrice: 'likely' })
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
])('a price that %s between two pages of a window accuses nobody, and is no top-up', (_, real) => {
  const life = new Life().page('search', 60, PRICE).page('search', 50, real, PRICE).read()
  expect(explained(life).movements[0]).toMatchObject({ outsideNano: 0n, perhapsPrice: 'possible' })
  life.page('search', 70, real, PRICE).read().page('search', 40, real, PRICE).read()
  expect(parts(life)).toEqual([50n, 70n, 40n].map((items) => ({ shiftNano: items * (real - PRICE) })))
})

test('such a price is known at once where it was set before the next pages', () => {
  const life = new Life().page('search', 60, PRICE).page('search', 50, NEW_PRICE, PRICE).read()
  life.page('search', 70, NEW_PRICE).read()
  expect(parts(life)).toEqual([{ shiftNano: 50n * (NEW_PRICE - PRICE) }, {}])
})

test('a price that was set and never came explains the window of its beginning too', () => {
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

test('somebody else who takes what such a price would take is told apart by our next pages', () => {
  const life = new Life().page('search', 60, PRICE).page('search', 50, PRICE).thief(1_234_567_891n).read()
  expect(explained(life).movements[0]).toMatchObject({
    unexplainedNano: 1_234_567_891n,
    perhapsPrice: 'possible',
  })
  life.page('search', 40, PRICE).read()
  expect(parts(life)).toEqual([{ outsideNano: 1_234_567_891n }, {}])
})

test('pages that are booked at the new price and cost just that confirm it, in any number', () => {
  const life = new Life().page('search', 100, NEW_PRICE, PRICE).read().page('search', 100, NEW_PRICE, PRICE)
  life.read().page('search', 100, NEW_PRICE).read()
  expect(parts(life)).toEqual([{ shiftNano: 2_000_000_000n }, { shiftNano: 2_000_000_000n }, {}])
})

test('somebody else beside the next pages refutes no price, and is told once it is known', () => {
  const life = new Life().page('search', 100, NEW_PRICE, PRICE).read()
  life.page('search', 50, NEW_PRICE, PRICE).thief(3_330_007_011n).read()
  expect(explained(life).movements[0]).toMatchObject({ outsideNano: 0n, perhapsPrice: 'possible' })
  life.page('search', 40, NEW_PRICE, PRICE).read()
  expect(parts(life)).toEqual([
    { shiftNano: 2_000_000_000n },
    { shiftNano: 1_000_000_000n, outsideNano: 3_330_007_011n },
    { shiftNano: 800_000_000n },
  ])
})

test('a lost call beside pages at a new price accuses nobody', () => {
  const life = new Life().page('search', 100, NEW_PRICE, PRICE).lose(100, PRICE)
  life.thief(100n * (NEW_PRICE - PRICE)).read()
  expect(explained(life).movements[0]).toMatchObject({ outsideNano: 0n, perhapsPrice: 'possible' })
  life.page('search', 40, NEW_PRICE, PRICE).read().page('search', 70, NEW_PRICE, PRICE).read()
  expect(parts(life)[0]).toEqual({ lostNano: 100n * NEW_PRICE, shiftNano: 2_000_000_000n })
})

test('somebody else who never stops is not waited for any longer after twenty windows', () => {
  const life = new Life()
  for (let window = 0; window < 25; window++)
    life
      .page('search', 60, PRICE)
      .page('search', 50, PRICE)
      .thief(1_234_567_891n + BigInt(window))
      .read()
  const { movements } = explained(life)
  expect(movements.map(({ perhapsPrice }) => perhapsPrice !== null)).toEqual(
    movements.map((_, place) => place >= 5),
  )
  expect(parts(life)[0]).toEqual({ outsideNano: 1_234_567_891n })
})

test('a price that changes again, and is set at once, is no doubt: what is booked is what is taken', () => {
  const life = new Life().page('search', 100, 50_000_000n, PRICE).read()
  life.page('search', 40, 50_000_000n, PRICE).page('timeline', 10, PRICE).read()
  expect(explained(life).shifts).toMatchObject([{ operation: 'search', realNano: 50_000_000n }])
  life.page('search', 30, NEW_PRICE).page('timeline', 10, PRICE).read()
  expect(explained(life).movements[2]).toMatchObject({
    shiftNano: 0n,
    unexplainedNano: 0n,
    perhapsPrice: null,
  })
})
