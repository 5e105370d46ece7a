import {
  currentUnit,
  formatCount,
  formatCreditsOnCard,
  formatPlural,
  formatShortDay,
  formatWithUnit,
} from '@/lib/kernel'

interface Spent {
  readonly items: number
  readonly chargeNano: bigint
  /** Items whose price was unknown; no charge includes them. */
  readonly unpricedItems: number
}

/**
 * Describes exactly what was spent: "12.5 credits", and the items without a known price. Such items are never 0
 * credits.
 */
function describeCredits({ items, chargeNano, unpricedItems }: Spent): string {
  if (unpricedItems === 0) return formatWithUnit(chargeNano)
  if (unpricedItems === items && chargeNano === 0n) return 'price unknown'
  return `${formatWithUnit(chargeNano)} and ${formatPlural(unpricedItems, 'item')} without a known price`
}

/** Describes it for a tile: short, with the exact figures beside it. */
export function spentTile(spent: Spent): { value: string; exact: string; hint: string } {
  const { items, chargeNano, unpricedItems } = spent
  const exact = `${describeCredits(spent)}, ${formatPlural(items, 'item')}`
  if (items > 0 && unpricedItems === items && chargeNano === 0n)
    return { value: formatPlural(items, 'item'), exact, hint: 'Price unknown' }
  return {
    value: `${formatCreditsOnCard(chargeNano)} ${currentUnit()}`,
    exact,
    hint:
      unpricedItems === 0
        ? formatPlural(items, 'item')
        : `${formatPlural(items, 'item')}, ${formatCount(unpricedItems)} of them without a known price`,
  }
}

/** Writes "20 Nov – 22 Nov", as the person writes days. */
export const describeDays = (from: string, to: string): string =>
  [...new Set([from, to])].map((day) => formatShortDay(new Date(day), 'UTC')).join(' – ')

const PERIODS: Readonly<Record<string, string>> = {
  today: 'today',
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
  month: 'this month',
  'last-month': 'last month',
  '90d': '90 days',
}

interface ChosenRange {
  readonly preset: string | null
  readonly from: string
  readonly to: string
}

/** Names the range of a page beside a sum: "7 days", or its days. */
export const describePeriod = ({ preset, from, to }: ChosenRange): string =>
  PERIODS[preset ?? ''] ?? describeDays(from, to)
