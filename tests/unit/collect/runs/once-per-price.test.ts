import { expect, test, vi } from 'vitest'
import { oncePerPrice } from '@/lib/collect/runs/purchase/once-per-price'

const states = (timeline: bigint | null) => ({ timeline, search: 1n, followers: 1n })

test('a price is asked for once by operation, wallet and provider, and never taken from another one', async () => {
  const ask = vi.fn(
    async (operation: string, _: string, provider: Record<string, bigint | null>) => provider[operation],
  )
  const priceOf = oncePerPrice(ask)
  expect(await priceOf('timeline', 'main', states(2n))).toBe(2n)
  expect(await priceOf('timeline', 'main', states(2n))).toBe(2n)
  expect(await priceOf('search', 'main', states(2n))).toBe(1n)
  expect(ask).toHaveBeenCalledTimes(2)
  expect(await priceOf('timeline', 'main', states(3n))).toBe(3n)
  expect(await priceOf('timeline', 'main', states(null))).toBeNull()
  expect(await priceOf('timeline', 'other', states(2n))).toBe(2n)
  expect(ask).toHaveBeenCalledTimes(5)
})
