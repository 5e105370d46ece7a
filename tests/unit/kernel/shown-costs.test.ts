import { afterEach, expect, test } from 'vitest'
import {
  formatCost,
  formatMoney,
  inMoney,
  inUnitAndMoney,
  moneyFor,
  NANO_PER_CREDIT,
  type ShownCosts,
  withMoney,
} from '@/lib/kernel'
import { showTeam } from '@/tests/support/shown-team'

const cost = (credits: bigint, costMicro: bigint, isAbout = false) => ({
  ...{ creditsNano: credits * NANO_PER_CREDIT, costMicro, isAbout },
})
const show = (costs: ShownCosts | null) => showTeam({ costs })
const shown: ShownCosts = {
  currency: 'EUR',
  team: cost(3n, 10_000_000n, true),
  wallets: { main: cost(1000n, 2_670_000n) },
}

afterEach(() => show(null))

test('credits are shown alone if money is not shown, or their cost is unknown', () => {
  show(null)
  expect(inUnitAndMoney(NANO_PER_CREDIT)).toBe('1 credits')
  show({ ...shown, team: null })
  expect([inMoney(NANO_PER_CREDIT), moneyFor(NANO_PER_CREDIT)]).toEqual([null, null])
  expect(withMoney('1', NANO_PER_CREDIT, 'another')).toBe('1')
})

test('an amount is shown with its cost in its wallet, or on average', () => {
  show(shown)
  expect(inUnitAndMoney(2_640_900_000_000n, 'main')).toBe('2,640.90 credits · €7.05')
  expect(withMoney('1 credit', NANO_PER_CREDIT, 'main', ', ')).toBe('1 credit, <€0.01')
  expect(inMoney(1_500_000_000n)).toBe('about €5.00')
})

test('money is an exact fraction, rounded once, even where a float could not hold it', () => {
  show({ ...shown, team: cost(3n, 1_000_000n) })
  expect(moneyFor(NANO_PER_CREDIT)).toBe(333_333n)
  expect(moneyFor(90_071_992_547_409_930_000_000_000n)).toBe(30_023_997_515_803_310_000_000n)
  expect(moneyFor(-NANO_PER_CREDIT)).toBe(-333_333n)
})

test.each([
  [0n, 'EUR', '€0.00'],
  [4_999n, 'EUR', '<€0.01'],
  [5_000n, 'EUR', '€0.01'],
  [-4_999n, 'EUR', '−<€0.01'],
  [400_000n, 'JPY', '<¥1'],
  [12_500_000n, 'EUR', '€12.50'],
])('%d millionths of %s are %s: an amount above zero is never shown as zero', (micro, currency, text) => {
  expect(formatMoney(micro, currency)).toBe(text)
})

test('what credits cost has no cents from a thousand on; what was paid always has them', () => {
  expect(formatCost(999_994_000n, 'EUR')).toBe('€999.99')
  expect(formatCost(1_234_560_000n, 'EUR', true)).toBe('about €1,235')
  expect(formatCost(-1_234_560_000n, 'EUR')).toMatch(/^[−-]€1,235$/)
  expect(formatCost(4_999n, 'EUR', true)).toBe('<€0.01')
  expect(formatMoney(1_234_560_000n, 'EUR')).toBe('€1,234.56')
})
