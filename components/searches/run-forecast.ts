import type { ItemBand, RunOutlook } from '@/lib/collect/runs'
import {
  costOfItems,
  currentUnit,
  formatCount,
  formatCredits,
  formatDuration,
  formatPlural,
  formatRate,
  itemsFor,
  parseNano,
  type Rate,
  type Tariff,
  toRequestsPerSecond,
  withMoney,
} from '@/lib/kernel'
import {
  describeItemsWithCost,
  describeMaxPurchase,
  type PageEstimate,
  type RunCaps,
  UNPRICED_TEXT,
} from './price-range'

/** Describes what a background run will most likely buy, by earlier runs, and where its caps end it. */
export function describeForecast(
  estimate: PageEstimate,
  { capItems, capCredits = null }: RunCaps,
  expected: ItemBand | null,
): string {
  const { tariff, maxItems, unit = currentUnit(), walletId = null } = estimate
  const capNano = parseNano(capCredits ?? '')
  const paid = capNano === null || tariff === null ? null : itemsFor(tariff, capNano, maxItems)
  const max = Math.min(capItems ?? Number.POSITIVE_INFINITY, paid ?? Number.POSITIVE_INFINITY)
  const ends = [
    capItems === null ? null : describeMaxPurchase(estimate, capItems).replace('at most ', ''),
    capNano === null ? null : withMoney(`${formatCredits(capNano)} ${unit}`, capNano, walletId, ', '),
  ].filter((each) => each !== null)
  const isCut = expected !== null && max < roundly(expected.low)
  return [
    expected === null
      ? ends.length === 0 && 'The run buys all items there are.'
      : isCut
        ? `A whole run would buy about ${describeItemsWithCost(roundly(expected.middle), estimate)}.`
        : `The run will buy about ${describeItemsWithCost(Math.min(roundly(expected.middle), max), estimate)}${bandWords(expected, max)}.`,
    ends.length === 0
      ? 'Set a cap to limit it.'
      : `It stops at ${ends.join(' or ')}${ends.length > 1 ? ', whichever comes first' : ' at the latest'}.`,
    ends.length > 0 &&
      !estimate.keepsToCount &&
      max > maxItems &&
      (expected === null || expected.high + maxItems > max) &&
      `It ends earlier if one more page might exceed that; a page may bring up to ${formatCount(maxItems)} items.`,
    tariff === null && UNPRICED_TEXT,
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * Describes what a background run of many subjects may buy at most, all together, and what it will most likely buy by
 * earlier runs.
 */
export function describeBatchForecast(
  estimate: PageEstimate,
  caps: RunCaps,
  subjects: number,
  { outlook, ...conditions }: Parameters<typeof expectedItems>[1] & { readonly outlook: RunOutlook },
): string {
  const expected = expectedOfMany(outlook, conditions, subjects, estimate)
  return [
    describeBatchLimit(estimate, caps, subjects),
    expected !== null &&
      `By earlier runs they will buy about ${describeItemsWithCost(roundly(expected), estimate)}.`,
    estimate.tariff === null && UNPRICED_TEXT,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Describes what runs of so many subjects may buy at most, all together. */
export function describeBatchLimit(
  estimate: PageEstimate,
  { capItems, capCredits = null }: RunCaps,
  subjects: number,
): string {
  const { tariff, maxItems, keepsToCount, unit = currentUnit(), walletId = null } = estimate
  const capNano = parseNano(capCredits ?? '')
  const each = capItems === null ? null : keepsToCount ? capItems : Math.max(capItems, maxItems)
  const costs = [
    each === null || tariff === null ? null : costOfItems(tariff, each, maxItems),
    capNano,
  ].filter((cost) => cost !== null)
  const [cost] = costs.toSorted((a, b) => (a < b ? -1 : 1))
  const all = cost === undefined ? null : cost * BigInt(subjects)
  const price = all === null ? null : withMoney(`${formatCredits(all)} ${unit}`, all, walletId, ', ')
  const items = each === null ? null : formatPlural(each * subjects, 'item')
  const most = [items, price].filter((part) => part !== null)
  if (subjects === 1)
    return most.length === 0
      ? 'It is bought to its end, since its run had no cap.'
      : `At most ${most.join(', ')}.`
  return most.length === 0
    ? `Each of the ${formatCount(subjects)} subjects is bought to its end. Set a cap to limit that.`
    : `All ${formatCount(subjects)} subjects together: at most ${most.join(', ')}. Each stops at its own cap.`
}

/** Returns how many items a run of many subjects will most likely buy; null if earlier runs do not suffice. */
function expectedOfMany(
  { whole, fresh }: RunOutlook,
  { untilKnown, untilAt }: Parameters<typeof expectedItems>[1],
  subjects: number,
  { minItems, maxItems }: PageEstimate,
): number | null {
  if (untilAt !== null) return null
  if (!untilKnown) return whole?.middle ?? null
  return fresh && subjects * itemsToFind(Math.floor(fresh.middle / subjects), minItems, maxItems)
}

const bandWords = ({ low, high }: ItemBand, max: number): string => {
  const [from, to] = [low, high].map((items) => Math.min(roundly(items), max))
  return from === to
    ? ''
    : `, most likely between ${formatCount(from ?? 0)} and ${formatCount(to ?? 0)} items`
}

/** Describes further facts about the price of a run: what comes before its pages, and what is free. */
export function describeExtraCosts(
  { tariff, lookUpNano = null, unit = currentUnit() }: PageEstimate,
  isMany = false,
): string {
  const user = isMany ? 'each user' : 'the user'
  return [
    lookUpNano !== null &&
      lookUpNano > 0n &&
      `Before its first page ${user} is looked up once, for ${formatCredits(lookUpNano)} ${unit} more.`,
    tariff !== null && describeFreeRepeats(tariff),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Says until when a repeat is free; empty if it never is. */
export const describeFreeRepeats = ({ onceADayIn }: Pick<Tariff, 'onceADayIn'>): string =>
  onceADayIn === null
    ? ''
    : `Items that the same wallet has bought today are free until midnight (${onceADayIn}).`

/** Returns how many items a run will most likely buy; null if earlier runs do not suffice. */
export function expectedItems(
  { whole, fresh }: RunOutlook,
  { untilKnown, untilAt }: { readonly untilKnown: boolean; readonly untilAt: string | null },
  { minItems, maxItems }: Pick<PageEstimate, 'minItems' | 'maxItems'>,
): ItemBand | null {
  if (untilAt !== null) return null
  if (!untilKnown) return whole
  const bought = (newItems: number) => itemsToFind(newItems, minItems, maxItems)
  return fresh && { low: bought(fresh.low), middle: bought(fresh.middle), high: bought(fresh.high) }
}

/**
 * Returns how many items a run buys that stops where nothing is new, for a number of new ones: it begins with the
 * smallest page and doubles it, and its last page holds at least one known item.
 */
function itemsToFind(newItems: number, floor: number, maximum: number): number {
  let [bought, size] = [0, floor]
  while (bought <= newItems) {
    bought += size
    size = Math.min(maximum, 2 * size)
  }
  return bought
}

/** Rounds to two figures, which say enough about an estimate. */
function roundly(items: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(items, 1))) - 1)
  return Math.round(items / step) * step
}

/** The capacity of a key. */
export interface KeyCapacity {
  /** Pack or plan, by the provider's names; null if it is not known. */
  readonly pack: string | null
  readonly rate: Rate
  /** Mean duration of an answer; null if none has come yet. */
  readonly answerMs: number | null
}

/** Describes what one run can carry, and what the key could: a run asks for a page when the previous one is here. */
export function describePace({ pack, rate, answerMs }: KeyCapacity): string {
  const requestsPerSecond = toRequestsPerSecond(rate)
  const could = `This key${pack === null ? '' : ` (${pack})`} allows ${formatRate(rate)}`
  if (answerMs === null) return `${could}.`
  const each = 1000 / Math.max(1, answerMs)
  const pace = Math.min(each, requestsPerSecond)
  const shown = formatCount(pace < 10 ? Math.round(pace * 10) / 10 : Math.round(pace))
  const one = `One run buys up to about ${shown === '1' ? '1 page' : `${shown} pages`} a second: an answer takes ${formatDuration(answerMs)}`
  const runs = Math.floor(requestsPerSecond / each)
  return runs > 1 ? `${one}. ${could}, so about ${runs} runs fit side by side.` : `${one}. ${could}.`
}
