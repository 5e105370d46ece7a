import type { Operation } from '@/lib/kernel'
import { saysItFailed } from '../failure-inside'
import type { RawAnswer } from '../types'
import { detectArray } from './detect-array'
import { detectCharge, type FoundCharge } from './detect-charge'
import { detectFields, type FoundFields } from './detect-fields'

/** What an answer with items shows about the gaps (upstream-interface, Resources / Page). All texts are untrusted. */
export interface PageFindings {
  readonly operation: Operation
  /** The dotted path of the array that holds the items; empty if the answer itself is the array. */
  readonly arrayPath: string
  readonly items: number
  /** Null if the page was empty, which shows nothing. */
  readonly fields: FoundFields | null
  /** Names in the first item that are none of the fields above: they stay visible in the raw view. */
  readonly otherFields: readonly string[]
  readonly charge: FoundCharge | null
}

const MOST_OTHERS = 40

/** Describes an answer without knowing its contract; null if it holds no list of items. */
export function detectPage(
  { httpStatus, body, headers }: RawAnswer,
  operation: Operation,
): PageFindings | null {
  if (body === undefined || httpStatus < 200 || httpStatus > 299) return null
  const array = detectArray(body)
  if (!array || saysItFailed(body, true)) return null
  const [first] = array.items
  const fields = first ? detectFields(array.items, operation) : null
  const told = new Set(Object.values(fields ?? {}).map((field) => field?.path.split('.')[0]))
  return {
    operation,
    arrayPath: array.path,
    items: array.items.length,
    fields,
    otherFields: Object.keys(first ?? {})
      .filter((name) => !told.has(name))
      .slice(0, MOST_OTHERS),
    charge: detectCharge(body, headers),
  }
}
