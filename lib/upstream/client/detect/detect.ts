import type { Operation } from '@/lib/kernel'
import { saysItFailed } from '../failure-inside'
import { defaultProvider, listOf, type Provider } from '../provider'
import type { RawAnswer } from '../types'
import { detectArray, namedArray } from './detect-array'
import { detectCharge, type FoundCharge } from './detect-charge'
import { detectFields, type FoundFields } from './detect-fields'
import { type Leaf, leavesOf } from './leaves'

/**
 * Findings about the gaps from one answer with items (upstream-interface, Resources / Page). All texts are untrusted.
 */
export interface PageFindings {
  readonly operation: Operation
  /** Dotted path of the array that holds the items; empty if the answer itself is the array. */
  readonly arrayPath: string
  readonly items: number
  /** Null if the page was empty and so shows nothing. */
  readonly fields: FoundFields | null
  /** The first item, value by value. */
  readonly example: readonly Leaf[]
  readonly charge: FoundCharge | null
}

/**
 * Describes an answer; null if it holds no list of items. Names in the provider come first; what it does not name, or
 * names wrongly, is detected.
 */
export function detectPage(
  { httpStatus, body, headers }: RawAnswer,
  operation: Operation,
  provider: Provider = defaultProvider,
): PageFindings | null {
  if (body === undefined || httpStatus < 200 || httpStatus > 299) return null
  const array = namedArray(body, listOf(provider, operation).items) ?? detectArray(body)
  if (!array || saysItFailed(body, true)) return null
  const [first] = array.items
  const fields = first ? detectFields(array.items, operation, provider) : null
  return {
    operation,
    arrayPath: array.path,
    items: array.items.length,
    fields,
    example: first ? leavesOf(first) : [],
    charge: detectCharge(body, headers),
  }
}
