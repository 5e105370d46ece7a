import { NANO_PER_CREDIT, type Nano, parseNano } from '@/lib/kernel'
import { reportsFailure } from './failure-inside'
import { isStorableAmount, type JsonValue, readAmount, toNonEmptyText, valueAtPath } from './json'
import { MAX_SHOWN_KEY_LENGTH } from './key-format'
import { failedInsideProblem, notUnderstoodProblem } from './problems'
import type { Provider } from './provider'
import type { KeyInfo, ReadResult } from './types'

const MAX_RATE = 100_000

/**
 * Reads the account's answer about a key: its balance, and its rate if the provider names a field for it. Never
 * throws.
 */
export function readKeyInfoObject(body: JsonValue, provider: Provider): ReadResult<KeyInfo> {
  const { account } = provider
  if (account === null) return missing('balance')
  const balances = account.balance.map((name) => readAmount(valueAtPath(body, name)))
  const [first] = balances
  const prefix = account.prefix === null ? null : toNonEmptyText(valueAtPath(body, account.prefix))
  const hasContent = prefix !== null || (account.prefix === null && first !== null)
  if (reportsFailure(body, hasContent)) return { ok: false, problem: failedInsideProblem(body, provider) }
  if (account.prefix !== null && prefix === null) return missing(account.prefix)
  const lacking = balances.indexOf(null)
  if (lacking >= 0)
    return missing(
      account.balance[lacking] ?? 'balance',
      toNonEmptyText(valueAtPath(body, account.balance[lacking] ?? '')),
    )
  const sumOf = (amounts: readonly (Nano | null)[]) =>
    times(
      amounts.reduce<Nano>((sum, each) => sum + (each ?? 0n), 0n),
      account.factor,
    )
  const balanceNano = sumOf(balances)
  const expiringNano = balances.length > 1 ? sumOf(balances.slice(1)) : null
  if (!isStorableAmount(balanceNano)) return missing(account.balance.join(' + '))
  const requestsPerSecond =
    account.rate === null ? null : Number(toNonEmptyText(valueAtPath(body, account.rate)) ?? Number.NaN)
  if (requestsPerSecond !== null && !isRate(requestsPerSecond)) return missing(account.rate ?? '')
  return {
    ok: true,
    value: {
      keyPrefix: prefix?.slice(0, MAX_SHOWN_KEY_LENGTH) ?? null,
      balanceNano,
      expiringNano,
      requestsPerSecond,
    },
  }
}

const isRate = (rate: number): boolean => Number.isInteger(rate) && rate >= 1 && rate <= MAX_RATE

/** Multiplies by a decimal text, exact to a billionth of a credit. */
const times = (nano: Nano, factor: string): Nano => (nano * (parseNano(factor) ?? 0n)) / NANO_PER_CREDIT

const missing = (field: string, found: string | null = null): ReadResult<never> => ({
  ok: false,
  problem: notUnderstoodProblem(
    found !== null && /^-?\d/.test(found)
      ? `The API’s answer about the key states a ${field} of ${found.slice(0, 40)}. Purser keeps balances up to about 9.2 billion, with at most 9 decimals.`
      : `The API’s answer about the key has no usable ${field}.`,
  ),
})
