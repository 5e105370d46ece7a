import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { explainReadings } from '@/lib/money/statements/explain-readings'
import { proveLostCalls } from '@/lib/money/statements/lost-sum'
import { certain } from './explained'
import { Life } from './life'

const ITEM = 200_000_000n
const CALL = 3_000_000_000n

/**
 * Adds a page of a service that also charges for the call. It is booked at `booked` an item, or without a
 * price (null).
 */
const page = (life: Life, items: number, booked: bigint | null) =>
  life.page('search', items, ITEM, booked).thief(CALL)

const explained = (life: Life) => explainReadings(life.readings, life.lost)

describe('a service that also charges for the call', () => {
  test('is recognised by pages of three sizes', () => {
    const life = new Life()
    for (const items of [20, 20, 7, 20, 13]) page(life, items, null).read()
    expect(explained(life).callParts).toEqual([
      { operation: 'search', priceNano: ITEM, perCallNano: CALL, observations: 5, items: 80 },
    ])
  })

  test('is recognised by two alternating sizes, and by empty pages', () => {
    const life = new Life()
    for (const items of [20, 0, 20, 0]) page(life, items, null).read()
    expect(explained(life).callParts).toMatchObject([{ priceNano: ITEM, perCallNano: CALL }])
  })

  test('may charge for calls only', () => {
    const life = new Life()
    for (const items of [20, 7, 0, 13]) life.page('search', items, 0n, null).thief(CALL).read()
    expect(explained(life).callParts).toMatchObject([{ priceNano: 0n, perCallNano: CALL }])
  })

  test('is charged by the call until pages of other sizes prove otherwise and no single price per item remains', () => {
    const life = new Life()
    for (let place = 0; place < 3; place++) page(life, 7, null).read()
    expect(explained(life).callParts).toMatchObject([{ priceNano: 0n, perCallNano: 7n * ITEM + CALL }])
    for (const items of [20, 13]) page(life, items, null).read()
    expect(explained(life).callParts).toMatchObject([{ priceNano: ITEM, perCallNano: CALL }])
  })

  test('causes no certain outside spend before its part per call is known', () => {
    const life = new Life()
    const whole = ITEM + CALL / 20n
    for (const items of [20, 20, 20, 7, 20]) page(life, items, whole).read()
    expect(certain(life)).toEqual([])
  })

  test('causes no outside spend if its pages were booked by items only', () => {
    const life = new Life()
    const whole = ITEM + CALL / 20n
    for (const items of [20, 20, 20, 7, 20, 0, 13]) page(life, items, whole).read()
    expect(certain(life)).toEqual([])
    const { movements } = explained(life)
    expect(
      movements.map(({ shiftNano, outsideNano, unexplainedNano }) => [
        shiftNano,
        outsideNano + unexplainedNano,
      ]),
    ).toEqual(
      [20, 20, 20, 7, 20, 0, 13].map((items) => [BigInt(items) * ITEM + CALL - BigInt(items) * whole, 0n]),
    )
  })

  test('is also booked with its part per call if another price per item was seen meanwhile', () => {
    const life = new Life()
    const whole = ITEM + CALL / 20n
    for (const items of [20, 7, 13, 20, 5, 20]) page(life, items, whole).read()
    for (const items of [10, 14, 10]) life.page('search', items, 3n * ITEM, whole).read()
    for (const items of [13, 7, 5, 13]) page(life, items, whole).read()
    const { movements } = explained(life)
    for (const { outsideNano, unexplainedNano, topUpNano } of movements)
      expect([outsideNano, unexplainedNano, topUpNano]).toEqual([0n, 0n, 0n])
  })

  test('causes no outside spend beside another operation whose price differs, or beside lost calls', () => {
    const life = new Life()
    const whole = ITEM + CALL / 20n
    for (const items of [20, 7, 13, 20, 5]) page(life, items, whole).read()
    const other = () => life.page('timeline', 30, 3n * ITEM, ITEM)
    other().read()
    other()
    other().read()
    page(life, 9, whole)
    other().read()
    // A lost call of five items was booked at less than it cost.
    page(life, 9, whole)
      .lose(5, whole, 5)
      .thief(5n * ITEM + CALL - 5n * whole)
    life.read().read()
    expect(certain(life)).toEqual([])
    const { movements } = explained(life)
    const blamed = movements.map(({ outsideNano, unexplainedNano }) => outsideNano + unexplainedNano)
    expect(blamed).toEqual(movements.map(() => 0n))
    expect(movements.at(-2)?.lostNano).toBe(5n * ITEM + CALL)
    // Nothing else says which price the page had, so the sum of the lost call is not known.
    expect(proveLostCalls(movements)).toEqual([])
  })

  test('may have charged a lost call as much as a page of the only size that others had', () => {
    const life = new Life()
    for (let place = 0; place < 3; place++) life.page('search', 20, ITEM, null).read()
    life.page('search', 20, ITEM).read()
    const most = 20n * ITEM
    life.lose(0, ITEM, 5).thief(most).read().page('search', 20, ITEM).read()
    expect(certain(life)).toEqual([])
    life
      .lose(0, ITEM, 5)
      .thief(most + 1n)
      .read()
      .page('search', 20, ITEM)
      .read()
    expect(certain(life)).toEqual([most + 1n - 5n * ITEM])
  })

  test('causes no certain outside spend beside a lost call while readings have corrected its price by full pages only', () => {
    const life = new Life()
    const whole = ITEM + CALL / 20n
    for (let place = 0; place < 2; place++) page(life, 20, ITEM).read()
    page(life, 20, ITEM)
    page(life, 20, ITEM).read()
    page(life, 3, whole)
    page(life, 15, whole).lose(20, whole, 20).read()
    page(life, 20, whole).read()
    expect(certain(life)).toEqual([])
    // Pages of other sizes at the same price refute a part per call.
    const perItem = new Life()
    for (const items of [20, 7]) perItem.page('search', items, whole, ITEM).read()
    perItem.page('search', 3, whole).lose(20, whole, 20).thief(CALL).read()
    for (const items of [20, 7]) perItem.page('search', items, whole).read()
    expect(certain(perItem)).toEqual([CALL])
  })

  test('does not hide a thief', () => {
    const life = new Life()
    for (const items of [20, 7, 13, 20, 5, 20]) page(life, items, null).read()
    const whole = ITEM + CALL / 20n
    for (const items of [20, 7, 20]) page(life, items, whole).read()
    life.thief(5_000_000_000n).read()
    const { movements } = explained(life)
    expect(movements.map(({ outsideNano }) => outsideNano).filter((nano) => nano > 0n)).toEqual([
      5_000_000_000n,
    ])
  })
})

describe('another price of a tariff that charges for the call', () => {
  const [STATED, REAL] = [8_955_700n, 97_151_081n]
  /** Adds a page at the stated tariff of seven items' price per call. The upstream's price is another one. */
  const stated = (life: Life, items: number) => life.page('timeline', items, REAL, STATED, items + 7)
  const otherPrice = (life: Life) => life.page('followers', 200, 770_580n, 5_500_000n)
  const blamed = (life: Life) =>
    explained(life).movements.map(
      ({ outsideNano, unexplainedNano, topUpNano }) => outsideNano + unexplainedNano - topUpNano,
    )

  test('also holds beside other operations and lost calls, whose prices differ, too', () => {
    const life = new Life()
    for (const pages of [1, 2]) {
      for (let page = 0; page < pages; page++) stated(life, 100)
      life.read()
    }
    stated(life, 100).read()
    otherPrice(life).read()
    otherPrice(otherPrice(life)).read()
    otherPrice(stated(life, 100)).read()
    expect(blamed(life)).toEqual(blamed(life).map(() => 0n))
    // The lost call is charged the same 107 units at the upstream's price.
    otherPrice(life)
      .lose(107, STATED, 107, 'timeline')
      .thief(107n * (REAL - STATED))
      .read()
    stated(life, 100).read()
    expect(blamed(life)).toEqual(blamed(life).map(() => 0n))
    expect(explained(life).movements.at(-2)?.lostNano).toBe(107n * REAL)
  })

  test('holds for a tariff that charges for calls alone, whatever the size of their pages', () => {
    const life = new Life()
    const call = (items: number) => life.page('timeline', items, 277_970_560n, 20_000_000n, 1)
    const search = () => life.page('search', 28, 52_000_000n, 49_626_000n)
    for (const items of [83, 120]) call(items).read()
    call(97)
    call(110).read()
    search().read()
    search()
    search().read()
    search()
    call(90)
    call(104).read()
    expect(blamed(life)).toEqual(blamed(life).map(() => 0n))
  })
})

test('free calls without a price hide no thief once some windows have shown their maximum cost', () => {
  const life = new Life()
  const taken = [700n, 300n, 500n, 200n, 900n, 800n, 600n, 300n]
  for (const nano of taken) life.page('Trends', 1, 0n, null).page('search', 20, ITEM).thief(nano).read()
  const told = explained(life).movements.map(({ unpricedNano, outsideNano, unexplainedNano }) => [
    unpricedNano,
    outsideNano + unexplainedNano,
  ])
  // Nothing shows whether these were charged per item or per call.
  expect(told).toEqual([
    ...taken.slice(0, 5).map((nano) => [nano, 0n]),
    [400n, 400n],
    [400n, 200n],
    [300n, 0n],
  ])
})

test('pages without a price may become dearer: once other numbers of pages confirm it, nobody is blamed', () => {
  const life = new Life()
  for (const pages of [1, 2, 1, 3, 1, 2]) {
    for (let page = 0; page < pages; page++) life.page('timeline', 100, 1_184_862n, null)
    life.read()
  }
  for (const pages of [1, 2, 1]) {
    for (let page = 0; page < pages; page++) life.page('timeline', 100, 6_000_000n, null)
    life.read()
  }
  // Nothing shows whether they are charged per item or per call.
  const max = 2n * 600_000_000n
  life.page('timeline', 100, 6_000_000n, null).thief(600_000_777n).read()
  expect(explained(life).movements.at(-1)?.unpricedNano).toBe(max)
  expect(
    explained(life).movements.map(({ outsideNano, unexplainedNano }) => outsideNano + unexplainedNano),
  ).toEqual([...Array.from({ length: 9 }, () => 0n), 777n])
})

test.each([
  ['by themselves', (life: Life) => life.page('search', 20, 5n * ITEM, null).read()],
  [
    'beside others with a price',
    (life: Life) =>
      life
        .page('search', 20, 5n * ITEM, null)
        .page('timeline', 20, ITEM)
        .read(),
  ],
  [
    'in the window of the first page with a price',
    (life: Life) =>
      life
        .page('search', 20, 5n * ITEM, null)
        .page('search', 20, 5n * ITEM)
        .read(),
  ],
])(
  'free pages of one size become dearer, %s: once pages are booked at that price, nobody is blamed',
  (_, dearer) => {
    const life = new Life()
    for (let page = 0; page < 6; page++) life.page('search', 20, 0n, null).read()
    dearer(life)
    dearer(life)
    life.page('search', 20, 5n * ITEM).read()
    const told = ({ readings, lost }: Life) =>
      explainReadings(readings, lost)
        .movements.map(({ outsideNano, unexplainedNano }) => outsideNano + unexplainedNano)
        .filter((nano) => nano !== 0n)
    expect(told(life)).toEqual([])
    // What no such page costs is still somebody else's.
    const taken = 777n
    dearer(life.thief(2n * 100n * ITEM + taken))
    expect(told(life).reduce((sum, nano) => sum + nano, 0n)).toBeGreaterThanOrEqual(taken)
  },
)

test.each([0n, ITEM])(
  'free pages become dearer in a window of two operations without a price, the other at %i: nobody is blamed for certain',
  (other) => {
    const becoming = (takenNano: bigint) => {
      const life = new Life()
      for (let page = 0; page < 6; page++) life.page('search', 20, 0n, null).read()
      for (let page = 0; page < 6; page++) life.page('timeline', 20, other, null).read()
      life
        .page('search', 20, 5n * ITEM, null)
        .page('timeline', 20, other, null)
        .thief(takenNano)
        .read()
      return life
        .page('search', 20, 5n * ITEM)
        .read()
        .page('timeline', 20, other)
        .read()
    }
    expect(certain(becoming(0n))).toEqual([])
    // What both together have never cost is still somebody else's.
    const [taken = 0n] = certain(becoming(777n))
    expect(taken).toBeGreaterThanOrEqual(777n)
  },
)

test('calls without a price that cost something, per item and per call, cause no outside spend', () => {
  const life = new Life()
  for (const items of [20, 3, 12, 1, 20, 7, 0, 1, 20])
    life.page('Trends', items, 90n, null).thief(500n).read()
  expect(
    explained(life).movements.every(
      ({ outsideNano, unexplainedNano }) => outsideNano + unexplainedNano === 0n,
    ),
  ).toBe(true)
})

test('prices per item, their changes and thieves are never mistaken for a part per call', () => {
  const pages = fc.array(
    fc.record({
      items: fc.integer({ min: 0, max: 20 }),
      thief: fc.option(fc.bigInt({ min: 1n, max: 10n ** 10n }), { freq: 4 }),
    }),
    { minLength: 3, maxLength: 40 },
  )
  const price = fc.bigInt({ min: 1n, max: 10n ** 9n })
  fc.assert(
    fc.property(pages, price, price, fc.nat(40), (all, first, second, change) => {
      const life = new Life()
      for (const [place, { items, thief }] of all.entries()) {
        life.page('search', items, place < change ? first : second, first)
        if (thief !== null) life.thief(thief)
        life.read()
      }
      expect(explained(life).callParts).toEqual([])
    }),
  )
})
