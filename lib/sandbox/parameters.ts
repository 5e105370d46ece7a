import { Refusal } from './answers'
import type { Product } from './catalogue'
import { OPERATIONS, type Operation, PAGE_FLOOR } from './operations'

const LONGEST_QUERY = 512

/** The page size to give: the count asked for, within the floor and the operation's maximum. Refuses what is no count. */
export function readCount(parameters: URLSearchParams, operation: Operation): number {
  const text = parameters.get('count')
  if (text === null) return PAGE_FLOOR
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (count < 1) throw new Refusal(400, 'count must be a whole number of at least 1.')
  return Math.min(Math.max(count, PAGE_FLOOR), OPERATIONS[operation].maxCount)
}

/** The words to search for. */
export function readQueryText(parameters: URLSearchParams): string {
  const query = parameters.get('q')?.trim() ?? ''
  if (query === '') throw new Refusal(400, 'q is required: the words to search for.')
  if (query.length > LONGEST_QUERY) throw new Refusal(400, `q may have at most ${LONGEST_QUERY} characters.`)
  return query
}

/** The order of a search: `Latest` unless asked otherwise. */
export function readProduct(parameters: URLSearchParams): Product {
  const product = parameters.get('product') ?? 'Latest'
  if (product === 'Latest' || product === 'Top') return product
  throw new Refusal(400, 'product must be Latest or Top.')
}
