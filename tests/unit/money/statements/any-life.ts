import fc from 'fast-check'
import { Life } from './life'

const PRICE = 100_000_000n

/** Anything that may happen to a wallet. */
export const event = fc.oneof(
  fc.record({
    page: fc.constantFrom('search', 'timeline', 'followers'),
    items: fc.integer({ min: 0, max: 200 }),
    real: fc.bigInt({ min: 1n, max: 500_000_000n }),
    booked: fc.option(fc.bigInt({ min: 0n, max: 500_000_000n })),
  }),
  fc.record({ topUp: fc.bigInt({ min: 1n, max: 10n ** 12n }) }),
  fc.record({ bonus: fc.bigInt({ min: 0n, max: 10n ** 10n }) }),
  fc.record({ thief: fc.bigInt({ min: 1n, max: 10n ** 9n }) }),
  fc.record({ lose: fc.integer({ min: 0, max: 100 }) }),
  fc.record({ read: fc.constantFrom(0, 0, 0, 2) }),
)

/** Returns a life with these events, which ends with a reading. */
export const lifeOf = (events: readonly (typeof event extends fc.Arbitrary<infer T> ? T : never)[]): Life => {
  const life = new Life()
  for (const one of events) {
    if ('page' in one) life.page(one.page, one.items, one.real, one.booked)
    else if ('topUp' in one) life.topUp(one.topUp)
    else if ('bonus' in one) life.bonus(one.bonus)
    else if ('thief' in one) life.thief(one.thief)
    else if ('lose' in one) life.lose(one.lose, PRICE)
    else life.read(one.read)
  }
  return life.read()
}
