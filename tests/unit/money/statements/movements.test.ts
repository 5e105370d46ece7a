import fc from 'fast-check'
import { expect, test } from 'vitest'
import { event, lifeOf } from './any-life'
import { explained, parts } from './explained'
import { Life } from './life'

const PRICE = 100_000_000n
const NEW_PRICE = 120_000_000n

test('pages alone explain what they cost', () => {
  const life = new Life().page('search', 100, PRICE).page('timeline', 20, 50_000_000n).read().read()
  expect(parts(life)).toEqual([{}, {}])
})

test('a rise is a top-up', () => {
  const life = new Life().page('search', 100, PRICE).topUp(5_000_000_000_000n).read()
  expect(parts(life)).toEqual([{ topUpNano: 5_000_000_000_000n }])
})

test('a drop without any call of ours is outside spend at once', () => {
  expect(parts(new Life().read().thief(3_700_000_000n).read())).toEqual([{}, { outsideNano: 3_700_000_000n }])
})

test('a drop beside our own pages that no price explains is outside spend at once', () => {
  const life = new Life().page('search', 137, PRICE).thief(5_000_000_000n).read()
  expect(parts(life)).toEqual([{ outsideNano: 5_000_000_000n }])
})

test('a drop that a new price would explain is decided by the next pages', () => {
  const life = new Life().page('search', 100, PRICE).thief(2_000_000_000n).read()
  expect(parts(life)).toEqual([{ unexplainedNano: 2_000_000_000n }])
  life.read()
  expect(parts(life)).toEqual([{ unexplainedNano: 2_000_000_000n }, {}])
  life.page('search', 80, PRICE).read()
  expect(parts(life)).toEqual([{ outsideNano: 2_000_000_000n }, {}, {}])
})

test('a thief who always takes exactly as much as we do is outside spend from the second page on', () => {
  const life = new Life()
    .page('search', 100, PRICE)
    .thief(10_000_000_000n)
    .read()
    .page('search', 100, PRICE)
    .thief(10_000_000_000n)
    .read()
  expect(parts(life)).toEqual([{ outsideNano: 10_000_000_000n }, { outsideNano: 10_000_000_000n }])
})

test('a new price is recognised by pages of different sizes, without outside spend', () => {
  const life = new Life()
    .page('search', 100, PRICE)
    .read()
    .page('search', 100, NEW_PRICE, PRICE)
    .read()
    .page('search', 40, NEW_PRICE, PRICE)
    .read()
    .page('search', 70, NEW_PRICE, PRICE)
    .page('timeline', 20, 50_000_000n)
    .read()
    .page('search', 70, NEW_PRICE, NEW_PRICE)
    .read()
  expect(parts(life)).toEqual([
    {},
    { shiftNano: 2_000_000_000n },
    { shiftNano: 800_000_000n },
    { shiftNano: 1_400_000_000n },
    {},
  ])
  expect(explained(life).shifts).toEqual([
    {
      operation: 'search',
      realNano: NEW_PRICE,
      since: life.readings[2]?.at,
      knownAt: life.readings[3]?.at,
    },
  ])
})

test('a lower price is recognised in the same way', () => {
  const life = new Life()
    .page('search', 100, 80_000_000n, PRICE)
    .read()
    .page('search', 40, 80_000_000n, PRICE)
    .read()
  expect(parts(life)).toEqual([{ shiftNano: -2_000_000_000n }, { shiftNano: -800_000_000n }])
})

test.each([
  ['a higher price', 123_457_000n],
  ['a lower price', 98_765_000n],
])('%s of any length counts as a price once two windows of different pages show it', (_, real) => {
  const life = new Life().page('search', 100, real, PRICE).read()
  const [first] = explained(life).movements
  if (real > PRICE) expect(first).toMatchObject({ outsideNano: 0n, perhapsOurs: 'possible' })
  life.page('search', 40, real, PRICE).read().page('search', 63, real, PRICE).read()
  expect(parts(life)).toEqual([100n, 40n, 63n].map((items) => ({ shiftNano: items * (real - PRICE) })))
  expect(explained(life).shifts).toMatchObject([{ operation: 'search', realNano: real }])
})

test('outside spend that a price of many digits would explain is recognised by our next pages', () => {
  const life = new Life().page('search', 100, PRICE).thief(2_345_700_000n).read()
  expect(explained(life).movements).toMatchObject([
    { unexplainedNano: 2_345_700_000n, perhapsOurs: 'possible' },
  ])
  life.page('search', 40, PRICE).read()
  expect(explained(life).movements).toMatchObject([{ outsideNano: 2_345_700_000n, perhapsOurs: null }, {}])
  expect(explained(life).movements[0]?.recognisedAt).toEqual(life.readings[2]?.at)
})

test.each([
  ['far too low', 123_450n, 200_000_000n],
  ['far too high', 200_000_000n, 123_450n],
  ['as nothing', 0n, 200_000_000n],
])('a price that was typed %s is recognised as a price, without outside spend', (_, typed, real) => {
  const life = new Life().page('search', 100, real, typed).read().page('search', 40, real, typed).read()
  expect(explained(life).shifts).toMatchObject([{ operation: 'search', realNano: real }])
  expect(parts(life)).toEqual([100n, 40n].map((items) => ({ shiftNano: items * (real - typed) })))
})

test('one window alone does not explain a theft as a price, and an unlikely price is reported while it is open', () => {
  const life = new Life().page('search', 100, PRICE).thief(500_000_000_000n).read()
  expect(explained(life)).toMatchObject({
    shifts: [],
    movements: [{ shiftNano: 0n, unexplainedNano: 500_000_000_000n, perhapsOurs: 'possible' }],
  })
  life.page('search', 40, PRICE).read()
  expect(parts(life)).toEqual([{ outsideNano: 500_000_000_000n }, {}])
  life.page('search', 40, PRICE).thief(500_000_000_000n).read()
  life.page('search', 50, PRICE).thief(500_000_000_000n).read()
  expect(explained(life)).toMatchObject({ shifts: [] })
  life.page('search', 30, PRICE).read()
  expect(parts(life).slice(2)).toEqual([
    { outsideNano: 500_000_000_000n },
    { outsideNano: 500_000_000_000n },
    {},
  ])
})

test('a mistyped price that is corrected before it was recognised is settled', () => {
  const life = new Life()
    .page('search', 100, 200_000_000n, 123_450n)
    .read()
    .page('search', 100, 200_000_000n)
    .read()
  expect(explained(life)).toMatchObject({
    shifts: [{ operation: 'search', realNano: 200_000_000n }],
    movements: [{ outsideNano: 0n, perhapsOurs: null }, { perhapsOurs: null }],
  })
})

test.each([
  ['in a window of its own', (life: Life) => life.topUp(10n ** 12n).read()],
  [
    'beside pages',
    (life: Life) =>
      life
        .page('search', 50, NEW_PRICE, PRICE)
        .topUp(10n ** 12n)
        .read(),
  ],
])('a top-up %s refutes no price, and causes no outside spend', (_, topUp) => {
  const life = topUp(new Life().page('search', 100, NEW_PRICE, PRICE).read())
  expect(explained(life).movements).toMatchObject([
    { outsideNano: 0n, unexplainedNano: 2_000_000_000n },
    { outsideNano: 0n },
  ])
  life.page('search', 40, NEW_PRICE, PRICE).read()
  const { movements, shifts } = explained(life)
  expect(shifts).toMatchObject([{ operation: 'search', realNano: NEW_PRICE }])
  expect(movements.map(({ outsideNano }) => outsideNano)).toEqual([0n, 0n, 0n])
  expect(movements[1]?.topUpNano).toBe(10n ** 12n)
})

test('a top-up hides a theft only until our next pages', () => {
  const life = new Life()
    .page('search', 100, PRICE)
    .thief(2_000_000_000n)
    .read()
    .topUp(10n ** 12n)
    .read()
  life.page('search', 40, PRICE).read()
  expect(parts(life)).toEqual([{ outsideNano: 2_000_000_000n }, { topUpNano: 10n ** 12n }, {}])
})

test.each([
  ['rises', PRICE, NEW_PRICE],
  ['falls', NEW_PRICE, PRICE],
])('a price that %s while pages are bought is no outside spend', (_, before, after) => {
  const life = new Life().page('search', 100, before).read()
  life.page('search', 100, before).page('search', 37, after, before).read()
  const outside = () =>
    explained(life).movements.map(({ outsideNano, perhapsOurs }) => perhapsOurs ?? outsideNano)
  expect(outside()[1]).not.toBeTypeOf(after > before ? 'bigint' : 'object')
  life.page('search', 80, after, before).read()
  expect(outside()[1]).not.toBeTypeOf(after > before ? 'bigint' : 'object')
  life.page('search', 60, after, before).read()
  const diff = after - before
  expect(parts(life)).toEqual([
    {},
    { shiftNano: 37n * diff },
    { shiftNano: 80n * diff },
    { shiftNano: 60n * diff },
  ])
})

test('outside spend beside several pages of ours is reported at once, and certain with our next pages', () => {
  const life = new Life().page('search', 100, PRICE).page('search', 37, PRICE).thief(1_000_000_000n).read()
  expect(explained(life).movements).toMatchObject([
    { unexplainedNano: 1_000_000_000n, perhapsOurs: 'possible' },
  ])
  life.page('search', 40, PRICE).read()
  expect(explained(life).movements).toMatchObject([{ outsideNano: 1_000_000_000n, perhapsOurs: null }, {}])
  expect(explained(life).movements[0]?.recognisedAt).toEqual(life.readings[2]?.at)
})

test('a new price that two operations might have belongs to neither until another mixture decides', () => {
  const life = new Life()
    .page('search', 100, PRICE)
    .page('followers', 100, NEW_PRICE, PRICE)
    .read()
    .page('search', 40, PRICE)
    .page('followers', 40, NEW_PRICE, PRICE)
    .read()
  expect(explained(life).shifts).toEqual([])
  for (const { perhapsOurs } of explained(life).movements) expect(perhapsOurs).toBe('possible')
  life.page('search', 30, PRICE).read()
  expect(explained(life).shifts).toMatchObject([{ operation: 'followers', realNano: NEW_PRICE }])
  expect(parts(life)).toEqual([{ shiftNano: 2_000_000_000n }, { shiftNano: 800_000_000n }, {}])
})

test('several mistyped prices are told apart, whatever their windows contain', () => {
  const life = new Life()
    .page('search', 100, 200_000_000n, 123_450n)
    .read()
    .page('timeline', 60, 150_000_000n, 1_000n)
    .read()
  expect(explained(life).movements).toMatchObject([
    { outsideNano: 0n, perhapsOurs: 'possible' },
    { outsideNano: 0n, perhapsOurs: 'possible' },
  ])
  life
    .page('search', 40, 200_000_000n, 123_450n)
    .page('timeline', 20, 150_000_000n, 1_000n)
    .read()
    .page('timeline', 33, 150_000_000n, 1_000n)
    .read()
  const { shifts, movements } = explained(life)
  expect(shifts.map(({ operation, realNano }) => [operation, realNano])).toEqual([
    ['search', 200_000_000n],
    ['timeline', 150_000_000n],
  ])
  for (const movement of movements) expect(movement).toMatchObject({ outsideNano: 0n, unexplainedNano: 0n })
})

test('two new prices at once are reported while they are open, and only pages of its operation refute one', () => {
  const life = new Life()
    .page('search', 100, PRICE)
    .thief(2_000_000_000n)
    .read()
    .page('timeline', 100, PRICE)
    .thief(2_000_000_000n)
    .read()
  expect(explained(life).movements).toMatchObject([{ perhapsOurs: 'possible' }, { perhapsOurs: 'possible' }])
  life.page('timeline', 40, PRICE).read()
  expect(parts(life)).toEqual([{ unexplainedNano: 2_000_000_000n }, { outsideNano: 2_000_000_000n }, {}])
  life.page('search', 40, PRICE).read()
  expect(parts(life)).toEqual([{ outsideNano: 2_000_000_000n }, { outsideNano: 2_000_000_000n }, {}, {}])
})

test('prices that rose by the same factor are recognised in pages of both operations', () => {
  const life = new Life()
    .page('search', 100, 120_000_000n, 100_000_000n)
    .page('timeline', 60, 60_000_000n, 50_000_000n)
    .read()
    .page('search', 30, 120_000_000n, 100_000_000n)
    .page('timeline', 90, 60_000_000n, 50_000_000n)
    .read()
  expect(explained(life).shifts.map(({ operation, realNano }) => [operation, realNano])).toEqual([
    ['search', 120_000_000n],
    ['timeline', 60_000_000n],
  ])
  expect(parts(life)).toEqual([{ shiftNano: 2_600_000_000n }, { shiftNano: 1_500_000_000n }])
})

test('a thief is still found after a new price was recognised', () => {
  const life = new Life()
    .page('search', 100, NEW_PRICE, PRICE)
    .read()
    .page('search', 40, NEW_PRICE, PRICE)
    .read()
    .page('search', 50, NEW_PRICE, PRICE)
    .thief(3_330_007_011n)
    .read()
  expect(parts(life)[2]).toEqual({ shiftNano: 1_000_000_000n, outsideNano: 3_330_007_011n })
})

test('the possible cost of a lost call explains a drop up to that amount, and no more', () => {
  const life = new Life()
    .lose(30, PRICE)
    .read()
    .lose(0, PRICE)
    .read()
    .lose(10, PRICE)
    .thief(20_000_003_000n)
    .read()
  const before = [{ lostNano: 3_000_000_000n }, {}]
  expect(parts(life)).toEqual([...before, { lostNano: 10_000_000_000n, unexplainedNano: 11_000_003_000n }])
  life.page('search', 10, PRICE).read()
  expect(parts(life)).toEqual([...before, { lostNano: 10_000_000_000n, outsideNano: 11_000_003_000n }, {}])
})

test('a lost call of another operation causes no outside spend if its price has changed', () => {
  const life = new Life().page('timeline', 100, NEW_PRICE).page('search', 50, PRICE).read()
  // It is booked at a tenth of what the upstream charges.
  life
    .lose(100, PRICE / 10n, 100, 'timeline')
    .thief(100n * (NEW_PRICE - PRICE / 10n))
    .page('search', 50, PRICE)
  life.read()
  expect(explained(life).movements[1]).toMatchObject({ outsideNano: 0n, perhapsOurs: 'possible' })
  life.page('search', 20, PRICE).read()
  expect(explained(life).movements[1]).toMatchObject({ outsideNano: 0n, perhapsOurs: 'possible' })
  life.page('timeline', 100, NEW_PRICE, PRICE / 10n).read()
  expect(parts(life)).toEqual([
    {},
    { lostNano: 100n * NEW_PRICE },
    {},
    { shiftNano: 100n * (NEW_PRICE - PRICE / 10n) },
  ])
})

test('a reading while calls are under way, or just after one was lost, starts no window', () => {
  const life = new Life().page('search', 50, PRICE).read(2).page('search', 50, PRICE).read()
  expect(explained(life).movements).toHaveLength(1)
  expect(parts(life)).toEqual([{}])
})

test('pages without a price are distinguished from outside spend', () => {
  const life = new Life().page('search', 100, PRICE, null).read().thief(1_000_000_000n).read()
  expect(parts(life)).toEqual([{ unpricedNano: 10_000_000_000n }, { outsideNano: 1_000_000_000n }])
})

test('an expiring bonus is not outside spend, but what somebody else takes beside it is', () => {
  const life = new Life().bonus(5_000n).read().page('search', 20, 100n).bonus(3_000n).thief(-2_000n).read()
  // The bonus paid for 2,000 of the page; the rest of it expires.
  life.bonus(0n).read()
  expect(parts(life)).toEqual([{ topUpNano: 5_000n }, {}, { expiredNano: 3_000n }])
  life.bonus(4_000n).read().bonus(0n).thief(700n).read()
  expect(parts(life).slice(3)).toEqual([{ topUpNano: 4_000n }, { expiredNano: 4_000n, outsideNano: 700n }])
})

test('whatever happens, the parts of each movement add up to the last decimal, and none is negative', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      const { anchors, movements } = explained(lifeOf(events))
      for (const [place, movement] of movements.entries()) {
        const [from, to] = [anchors[place], anchors[place + 1]]
        const fell = (from?.balanceNano ?? 0n) - (to?.balanceNano ?? 0n)
        const settled = Object.values(movement.settled).reduce((sum, { chargeNano }) => sum + chargeNano, 0n)
        const others =
          movement.resolvedNano +
          movement.lostNano +
          movement.shiftNano +
          movement.unpricedNano +
          movement.expiredNano +
          movement.outsideNano +
          movement.unexplainedNano +
          movement.roundingNano -
          movement.topUpNano
        expect(fell).toBe(settled + others)
        for (const part of [
          'lostNano',
          'unpricedNano',
          'expiredNano',
          'outsideNano',
          'unexplainedNano',
          'topUpNano',
        ] as const)
          expect(movement[part]).toBeGreaterThanOrEqual(0n)
      }
    }),
    { numRuns: 2000 },
  )
})
