import { compareNano, formatCredits, OPERATION_NAMES, plural, unitTitle } from '@/lib/kernel'
import { keyPrefix } from '@/lib/upstream/client'
import { providerPrices } from '@/lib/upstream/providers'
import type { RealUpstream } from './test-provider-options'

/** Maximum calls of the suite without the bursts, with the balance after each page. tests/contract enforces it. */
export const CALLS_AT_MOST = 120
/** Items that the suite buys if no list ends early, every count is honoured, and --max-items leaves room. */
export const LIKELY_ITEMS = 550

/** Says, before any call, what the suite may cost at this upstream: known limits first, then what is unknown. */
export function costOf({ baseUrl, key, provider, maxItems }: RealUpstream): string {
  const tariffs = Object.values(providerPrices(provider)).flatMap((tariff) => tariff ?? [])
  const areAllKnown = tariffs.length === OPERATION_NAMES.length
  const dearest = tariffs.reduce((most, { perItem, perCall, minPerCall, steps }) => {
    const each = [perItem, ...steps.map((step) => step.perItem)].toSorted(compareNano).at(-1) ?? perItem
    const nano = BigInt(maxItems) * each + BigInt(CALLS_AT_MOST) * (perCall + minPerCall)
    return nano > most ? nano : most
  }, 0n)
  return [
    `This calls ${baseUrl} with the key ${keyPrefix(key.reveal())}….`,
    `  Items: ${maxItems} at most; a check whose largest page would go past that is skipped. All checks want about ${LIKELY_ITEMS}.`,
    `  ${unitTitle(provider.balanceUnit)}: ${areAllKnown ? `${formatCredits(dearest)} at most, at the provider’s prices` : 'not known, since the provider holds no price for each list'}.`,
    `  Calls: ${plural(CALLS_AT_MOST, 'call')} at most at the key’s own pace, and up to four bursts of GET /v1/me, each until a 429 comes: at most six times the key’s rate and 20 calls.`,
    '  What cannot be known: whether this upstream charges for calls that bring no items, or returns more than the interface’s largest page.',
    '  Whatever else uses the same wallet or key meanwhile will disturb the results.',
  ].join('\n')
}
