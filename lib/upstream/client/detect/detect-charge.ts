import type { Nano } from '@/lib/kernel'
import { readAmount } from '../amount'
import type { Headers } from '../http'
import { isObject, type JsonValue } from '../json'

/** A header or field in which an answer seems to state its cost. */
export interface FoundCharge {
  readonly where: 'header' | 'field'
  readonly name: string
  readonly nano: Nano
}

const CHARGE =
  /charged?|cost|(credits?|units?)[_-]?(used|spent|consumed)|(used|spent|consumed)[_-]?(credits?|units?)/i
const NO_CHARGE = /balance|remain|left|limit|total|per[_-]?item|price|recharge/i
const DEEPEST = 2

const tells = (name: string): boolean => /^[\w-]+$/.test(name) && CHARGE.test(name) && !NO_CHARGE.test(name)

/**
 * Finds where an answer states its charge: in a header, else in a field beside the items. Null if nothing looks like
 * it.
 */
export function detectCharge(body: JsonValue, headers: Headers): FoundCharge | null {
  for (const [name, value] of headers) {
    const nano = tells(name) ? readAmount(value.trim()) : null
    if (nano !== null && nano >= 0n) return { where: 'header', name, nano }
  }
  return chargeIn(body, '', 0)
}

function chargeIn(value: JsonValue, path: string, depth: number): FoundCharge | null {
  if (!isObject(value) || depth === DEEPEST) return null
  for (const [name, inner] of Object.entries(value)) {
    if (!/^[\w-]+$/.test(name)) continue
    const here = path ? `${path}.${name}` : name
    const nano = tells(name) ? readAmount(inner) : null
    if (nano !== null && nano >= 0n) return { where: 'field', name: here, nano }
    const deeper = chargeIn(inner, here, depth + 1)
    if (deeper) return deeper
  }
  return null
}
