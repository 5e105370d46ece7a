import { readAmount } from './amount'
import { saysItFailed } from './failure-inside'
import { type JsonValue, textOf, valueAt } from './json'
import { keyPrefix } from './key-format'
import { failedInside, notUnderstood } from './problems'
import type { Provider } from './provider'
import type { KeyInfo, ReadResult } from './types'
import { wordsIn } from './words'

const FASTEST = 100_000

/** Reads the key info object (upstream-interface, Resources / Key info object). Never throws. */
export function readKeyInfoObject(body: JsonValue, provider: Provider): ReadResult<KeyInfo> {
  const prefix = textOf(valueAt(body, 'key_prefix'))
  const balanceNano = readAmount(valueAt(body, 'balance'))
  const requestsPerSecond = Number(textOf(valueAt(body, 'rate_limit_qps')) ?? Number.NaN)
  if (saysItFailed(body, prefix !== null))
    return { ok: false, problem: failedInside(wordsIn(body, provider), provider) }
  if (prefix === null) return missing('key_prefix')
  if (balanceNano === null) return missing('balance')
  if (!Number.isInteger(requestsPerSecond) || requestsPerSecond < 1 || requestsPerSecond > FASTEST)
    return missing('rate_limit_qps')
  return { ok: true, value: { keyPrefix: keyPrefix(prefix), balanceNano, requestsPerSecond } }
}

const missing = (field: string): ReadResult<never> => ({
  ok: false,
  problem: notUnderstood(`The upstream’s answer about the key has no usable ${field}.`),
})
