import { expect, test } from 'vitest'
import { FOCUS_COLUMNS, focusRow } from '@/lib/money/usage'
import { csvHeader, csvLines } from '@/lib/platform/csv'

const CHARGE: Parameters<typeof focusRow>[0] = {
  team: { id: 'team', name: 'Acme' },
  wallet: { id: 'wallet', name: 'Main' },
  month: { startsAt: new Date('2026-10-31T23:00:00Z'), endsAt: new Date('2026-11-30T23:00:00Z') },
  from: new Date('2026-11-23T23:00:00Z'),
  to: new Date('2026-11-24T23:00:00Z'),
  tag: { name: 'search', value: '=Coffee, "hot"' },
  items: 300,
  nano: 45_000_000_000n,
  unit: 'credits',
  cost: { costMicro: 10_000_000n, creditsNano: 1_000_000_000_000n, currency: 'EUR' },
}
const told = (over: Partial<typeof CHARGE> = {}) => {
  const row = focusRow({ ...CHARGE, ...over })
  expect(row).toHaveLength(FOCUS_COLUMNS.length)
  return Object.fromEntries(FOCUS_COLUMNS.map((name, place) => [name, row[place]]))
}

test('a cost row states credits, and money if credits have a price; times are in UTC', () => {
  expect(told()).toMatchObject({
    ...{ SubAccountName: 'Main', ChargeCategory: 'Usage', ConsumedQuantity: 300 },
    ...{ BilledCost: { plain: '0.45' }, EffectiveCost: { plain: '0.45' }, BillingCurrency: 'EUR' },
    ...{ PricingCurrency: 'Credits', PricingCurrencyEffectiveCost: 45_000_000_000n },
    ChargePeriodStart: { plain: '2026-11-23T23:00:00Z' },
    BillingPeriodEnd: { plain: '2026-11-30T23:00:00Z' },
  })
})

test('if the balance counts dollars, these are the billed amounts, whatever top-ups cost', () => {
  const nano = 4_500_000n
  for (const cost of [CHARGE.cost, null])
    expect(told({ unit: 'USD', nano, cost })).toMatchObject({
      ...{ BilledCost: nano, EffectiveCost: nano, BillingCurrency: 'USD' },
      ...{ PricingCurrency: 'USD', PricingCurrencyEffectiveCost: nano },
    })
  expect(told({ unit: 'USD', nano: null })).toMatchObject({
    ...{
      BilledCost: null,
      BillingCurrency: null,
      PricingCurrency: 'USD',
      PricingCurrencyEffectiveCost: null,
    },
  })
})

test('without costs in money, or without a price of the items, costs are empty and never 0', () => {
  expect(told({ cost: null })).toMatchObject({ BilledCost: null, EffectiveCost: null, BillingCurrency: null })
  expect(told({ nano: null })).toMatchObject({ BilledCost: null, PricingCurrencyEffectiveCost: null })
})

test('in a line of CSV no name is a formula', () => {
  const text = csvHeader(FOCUS_COLUMNS) + csvLines([focusRow(CHARGE)])
  expect(text).toContain('"search =Coffee, ""hot"""')
  const odd = { ...CHARGE, wallet: { id: 'wallet', name: '=1+1' } }
  expect(csvLines([focusRow(odd)])).toContain(`"'=1+1"`)
})
