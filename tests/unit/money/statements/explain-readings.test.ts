import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explainReadings } from '@/lib/money/statements/explain-readings'
import { proveLostCalls } from '@/lib/money/statements/lost-sum'
import { event, lifeOf } from './any-life'
import { certain } from './explained'
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

/** Adds a page of 100, of which only half is charged at first. */
const pageShownLate = (life: Life, quietMs: number | null) =>
  life.page('search', 100, PRICE).topUp(LATE).read(0, quietMs)

test('a reading just after a page starts no window, so a charge that shows late is no top-up', () => {
  const life = pageShownLate(new Life(), 1_500).thief(LATE).read()
  expect(told(life)).toEqual({ learntMs: 0, anchors: 2, movements: [[0n, 0n]] })
})

test('a charge that shows later than expected is no outside spend, and later readings wait longer', () => {
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

test('a charge may show only after several readings', () => {
  const life = pageShownLate(new Life(), 60_000).read(0, 200_000).thief(LATE).read()
  expect(told(life)).toEqual({ learntMs: 400_000, anchors: 2, movements: [[0n, 0n]] })
})

test('pages without a price that seem free were read too early, unless their operation is free', () => {
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

test('pages that seem free were read too early, even if their real price is not the booked one', () => {
  const life = new Life()
    .page('search', 100, 2n * PRICE, 50n * PRICE)
    .topUp(200n * PRICE)
    .read(0, 60_000)
  life.thief(200n * PRICE).read()
  const { learntMs, anchors } = told(life)
  expect({ learntMs, anchors }).toEqual({ learntMs: 120_000, anchors: 2 })
})

test('a top-up stays a top-up, even if outside spend of the same amount follows', () => {
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

test('charges that may have shown late, beside a top-up or a lost call, are no certain outside spend', () => {
  const beside = (other: (life: Life) => Life) => {
    const life = other(
      pageShownLate(new Life(), 60_000 - 1)
        .page('search', 100, PRICE)
        .topUp(LATE),
    ).read(0, 60_000)
    return life.thief(LATE).read()
  }
  for (const life of [beside((one) => one.topUp(777n * LATE)), beside((one) => one.lose(80, PRICE))]) {
    const last = () => explainReadings(life.readings, life.lost).movements.at(-1)
    expect(last()).toMatchObject({ outsideNano: 0n, unexplainedNano: LATE, perhapsOurs: 'possible' })
    // Charges now prove to show sooner than that.
    life.page('search', 30, PRICE).read(0, 60_000)
    const { movements } = explainReadings(life.readings, life.lost)
    expect(movements.at(-2)).toMatchObject({ outsideNano: LATE, unexplainedNano: 0n, perhapsOurs: null })
  }
})

test('charges that may have shown late stay doubtful if no price proves how soon others showed', () => {
  const cost = 100n * PRICE
  const page = (life: Life) => life.page('search', 100, PRICE, null)
  const life = page(page(new Life())).topUp(cost).read(0, 60_000)
  page(life).read(0, 60_000)
  life.thief(cost).read()
  expect(certain(life)).toEqual([])
})

test('a top-up proves nothing about the cost of pages without a price', () => {
  const life = new Life()
  const page = (items: number) => life.page('search', items, PRICE, null)
  page(100)
    .topUp(900n * LATE)
    .read()
  for (const items of [20, 100, 70, 100, 30, 80]) page(items).read()
  const { movements } = explainReadings(life.readings, life.lost)
  expect(movements.slice(1).map(({ unpricedNano }) => unpricedNano / PRICE)).toEqual([
    20n,
    100n,
    70n,
    100n,
    30n,
    80n,
  ])
})

test('a window with something unexplained does not prove how soon charges show', () => {
  const life = new Life()
  for (const items of [100, 40]) life.page('search', items, PRICE).read(0, 65_000)
  // Outside spend and a charge of ours that did not show: together they may look like a new price.
  life
    .page('search', 50, PRICE)
    .thief(50n * 7n)
    .read(0, 60_000)
  life.lose(60, PRICE).topUp(LATE).page('timeline', 10, PRICE).read(0, 62_000)
  life.thief(LATE).read()
  expect(certain(life)).toEqual([])
})

test('a drop beyond our own late charges is outside spend, and all of it is if the provider states how late charges can be', () => {
  const life = pageShownLate(new Life(), 60_000 - 1)
    .topUp(7n * LATE)
    .read(0, 60_000)
    .thief(2n * PRICE * 100n)
    .read()
  const last = () => explainReadings(life.readings, life.lost).movements.at(-1)
  expect(last()).toMatchObject({ outsideNano: 2n * PRICE * 100n, perhapsOurs: null })
  const told = pageShownLate(new Life(), 60_000 - 1)
    .topUp(7n * LATE)
    .read(0, 60_000)
    .thief(LATE)
    .read()
  const readings = told.readings.map((reading) => ({ ...reading, settlingMs: 60_000 }))
  expect(explainReadings(readings, []).movements.at(-1)).toMatchObject({
    outsideNano: LATE,
    perhapsOurs: null,
  })
})

test('late charges of pages whose price may be another one are no outside spend, however much they are', () => {
  // The service charges 100 prices for each call. All pages that have shown a price had 100 items.
  const CALL = 100n * PRICE
  const life = new Life()
  for (let page = 0; page < 3; page++) life.page('search', 100, PRICE, null).read()
  life.page('search', 100, PRICE).read()
  const page = (items: number) => life.page('search', items, 0n, PRICE).thief(CALL)
  // Somebody else spends beside an empty page and one of 46, whose charge does not show yet.
  page(0).thief(777n)
  page(46).topUp(CALL).read(0, 67_000)
  life.thief(CALL).read()
  expect(certain(life)).toEqual([])
})

test('an empty page of a price that only full pages have shown does not prove how soon charges show', () => {
  const life = new Life()
  for (let page = 0; page < 4; page++) life.page('search', 100, PRICE, page < 3 ? null : PRICE).read()
  // The charge of the empty page, as much as for a full one, does not show yet.
  life.page('search', 100, PRICE).page('search', 0, PRICE).read(0, 67_000)
  life.thief(100n * PRICE).read()
  expect(certain(life)).toEqual([])
})

test('a late charge of a page two windows before is not the charge of a lost call', () => {
  const life = new Life()
  const cost = 100n * PRICE
  life.page('search', 100, PRICE).topUp(cost).read(0, 65_000)
  // The first page's charge shows in place of the last one's.
  life.page('search', 100, PRICE).page('search', 100, PRICE).read(0, 72_000)
  life.lose(0, PRICE).thief(cost).read(0, 68_000)
  life.read()
  expect(proveLostCalls(explainReadings(life.readings, life.lost).movements)).toEqual([])
})

test('a late charge of a lost call is no outside spend while a new price of its operation is suspected', () => {
  const life = new Life()
  for (let page = 0; page < 2; page++) life.page('search', 100, 10n * PRICE, PRICE).read(0, 70_000)
  life.lose(0, PRICE).read(0, 67_000)
  life.thief(1000n * PRICE).read()
  expect(certain(life)).toEqual([])
  // Pages at the booked price refute the suspicion, so no call of ours has cost so much.
  life.page('search', 80, PRICE).read()
  life.lose(0, PRICE).read(0, 67_000)
  life.thief(1000n * PRICE).read()
  expect(certain(life)).toContain(1000n * PRICE)
})

test('beside pages without a price, a lower price of others is no top-up once the next pages show it', () => {
  const life = new Life()
  const other = (items: number) => life.page('timeline', items, PRICE, 4n * PRICE)
  life.page('search', 50, PRICE, null)
  other(100).read()
  expect(told(life).movements).toEqual([[250n * PRICE, 0n]])
  other(100)
  other(100).read()
  other(100).read()
  const { movements } = explainReadings(life.readings, life.lost)
  expect(movements[0]).toMatchObject({ topUpNano: 0n, shiftNano: -300n * PRICE, unpricedNano: 50n * PRICE })
})

test('beside free pages without a price, a higher price of others is not certainly outside spend before the next pages', () => {
  const free = (life: Life) => life.page('Trends', 1, 0n, null)
  const begun = () => {
    const life = new Life()
    for (let page = 0; page < 6; page++) free(life).read()
    life.page('timeline', 7, PRICE).read()
    return free(life)
  }
  const dearer = begun()
    .page('timeline', 10, 3n * PRICE, PRICE)
    .read()
  free(dearer).read()
  expect(certain(dearer)).toEqual([])
  const thief = begun().page('timeline', 10, PRICE).thief(LATE).read()
  free(thief).read()
  thief.page('timeline', 8, PRICE).read()
  expect(certain(thief)).toEqual([LATE])
})

test('a lost call is resolved once charges have shown in time, or a reading later', () => {
  const proofs = ({ readings, lost }: Life) => proveLostCalls(explainReadings(readings, lost).movements)
  const charged = (life: Life) => life.page('search', 50, PRICE).lose(37, PRICE).read(0, 60_000)
  const life = charged(new Life())
  expect(proofs(life)).toEqual([])
  expect(proofs(life.read())).toMatchObject([{ finding: 'charged', items: 37 }])
  const late = charged(new Life())
    .thief(13n * PRICE)
    .read()
  expect(proofs(late)).toEqual([])
  expect(proofs(charged(new Life().page('search', 50, PRICE).read(0, 60_000)))).toMatchObject([{ items: 37 }])
})

test('a reading counts as early for a quarter of an hour, not for as long as the wallet is busy', () => {
  const refunded = (pages: number) => {
    const life = new Life()
    for (let page = 0; page < pages; page++) life.page('search', 100, PRICE)
    life.topUp(100n * PRICE).read(0, 70_000)
    for (let more = 0; more < 12; more++) life.page('search', 50 + more, PRICE).read(0, 70_000)
    return life
  }
  const stolen = (life: Life) => told(life).movements.reduce((sum, [, outside]) => sum + (outside ?? 0n), 0n)
  expect(
    stolen(
      refunded(1)
        .thief(40n * PRICE)
        .read(0, 300_000),
    ),
  ).toBe(40n * PRICE)
  expect(
    stolen(
      refunded(2)
        .thief(100n * PRICE)
        .read(0, 300_000),
    ),
  ).toBe(100n * PRICE)
})

test('after a quarter of an hour no charge of ours is late any more', () => {
  const life = pageShownLate(new Life(), 60_000).topUp(777n * LATE)
  for (let reading = 0; reading < 9; reading++) life.read(0, 800_000)
  expect(certain(life.thief(LATE).read())).toEqual([LATE])
})

test('a lost call that shows late is no outside spend', () => {
  const life = new Life()
    .lose(0, PRICE)
    .read(0, 60_000)
    .thief(100n * PRICE)
    .read()
  expect(certain(life)).toEqual([])
  expect(proveLostCalls(explainReadings(life.readings, life.lost).movements)).toEqual([])
})

test('a theft that becomes certain only once charges have shown in time is reported then', () => {
  const life = new Life()
    .page('search', 100, PRICE)
    .topUp(778n * LATE)
    .read(0, 60_000)
    .thief(LATE)
    .read()
  life.page('search', 30, PRICE).read(0, 60_000)
  const at = life.readings.at(-1)?.at
  expect(explainReadings(life.readings, []).movements[1]).toMatchObject({
    outsideNano: LATE,
    recognisedAt: at,
  })
})

test('a late charge that looks like a new price of the next pages is a late charge', () => {
  const life = new Life()
    .page('search', 100, PRICE, 10n * PRICE)
    .topUp(100n * PRICE)
    .read(0, 60_000)
    .thief(100n * PRICE)
    .page('search', 200, PRICE, 10n * PRICE)
    .read()
    .page('search', 400, PRICE, 10n * PRICE)
    .thief(200n * PRICE)
    .read()
  const { learntMs, shifts } = explainReadings(life.readings, [])
  expect({ learntMs, shifts }).toEqual({ learntMs: 120_000, shifts: [] })
})

test('whatever happens, the movements connect the remaining readings without a gap', () => {
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
