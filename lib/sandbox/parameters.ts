import { Refusal } from './answers'
import type { Product } from './catalogue'
import { OPERATIONS, PAGE_FLOOR, type SandboxOperation } from './operations'
import type { Preset } from './presets'

const MAX_QUERY_LENGTH = 512

/**
 * Returns the page size: the requested count, within the floor and the operation's maximum. Refuses what is not a
 * count.
 */
export function readCount(
  parameters: URLSearchParams,
  operation: SandboxOperation,
  { defaultCount, refusesLargeCount }: Preset,
): number {
  const { maxCount } = OPERATIONS[operation]
  const text = parameters.get('count')
  if (text === null) return Math.min(defaultCount, maxCount)
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (count < 1) throw new Refusal(400, 'count must be a whole number of at least 1.')
  if (count > maxCount && refusesLargeCount) throw new Refusal(400, `count may be ${maxCount} at most here.`)
  return Math.min(Math.max(count, PAGE_FLOOR), maxCount)
}

/** Reads the words to search for. */
export function readQueryText(parameters: URLSearchParams, name: string): string {
  const query = parameters.get(name)?.trim() ?? ''
  if (query === '') throw new Refusal(400, `${name} is required: the words to search for.`)
  if (query.length > MAX_QUERY_LENGTH)
    throw new Refusal(400, `${name} may have at most ${MAX_QUERY_LENGTH} characters.`)
  return query
}

/** Reads the order of a search: `Latest` by default. */
export function readProduct(parameters: URLSearchParams): Product {
  const product = parameters.get('product') ?? 'Latest'
  if (product === 'Latest' || product === 'Top') return product
  throw new Refusal(400, 'product must be Latest or Top.')
}
