import { expect, test, vi } from 'vitest'
import { oncePerPrice } from '@/lib/collect/runs/purchase/once-per-price'

const states = (timeline: bigint | null) => ({ timeline, search: 1n, followers: 1n })

test('a price is asked for once by operation and contract, and never taken from another contract', async () => {
  const ask = vi.fn(async (operation: string, contract: Record<string, bigint | null>) => contract[operation])
  const priceOf = oncePerPrice(ask)
  expect(await priceOf('timeline', states(2n))).toBe(2n)
  expect(await priceOf('timeline', states(2n))).toBe(2n)
  expect(await priceOf('search', states(2n))).toBe(1n)
  expect(ask).toHaveBeenCalledTimes(2)
  expect(await priceOf('timeline', states(3n))).toBe(3n)
  expect(await priceOf('timeline', states(null))).toBeNull()
  expect(ask).toHaveBeenCalledTimes(4)
})
