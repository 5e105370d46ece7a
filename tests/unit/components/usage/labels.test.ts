import { describe, expect, test } from 'vitest'
import { spentTile } from '@/components/usage'

describe('what was spent, in words', () => {
  test('is shown in credits and items', () => {
    expect(spentTile({ items: 1234, chargeNano: 185_100_000_000n, unpricedItems: 0 })).toEqual({
      value: '185.10 credits',
      exact: '185.10 credits, 1,234 items',
      hint: '1,234 items',
    })
  })

  test('is not rounded to thousands', () => {
    expect(spentTile({ items: 12_345, chargeNano: 1_851_750_000_000n, unpricedItems: 0 }).value).toBe(
      '1,851.75 credits',
    )
    expect(spentTile({ items: 12_345, chargeNano: 0n, unpricedItems: 12_345 }).value).toBe('12,345 items')
  })

  test('is shown in items, and never as 0 credits, if no price was known', () => {
    const { value, hint } = spentTile({ items: 20, chargeNano: 0n, unpricedItems: 20 })
    expect([value, hint]).toEqual(['20 items', 'Price unknown'])
  })

  test('says which items have no charge', () => {
    expect(spentTile({ items: 30, chargeNano: 1_500_000_000n, unpricedItems: 20 })).toMatchObject({
      exact: '1.50 credits and 20 items without a known price, 30 items',
      hint: '30 items, 20 of them without a known price',
    })
  })

  test('is 0 if nothing was bought', () => {
    expect(spentTile({ items: 0, chargeNano: 0n, unpricedItems: 0 }).value).toBe('0 credits')
  })
})
