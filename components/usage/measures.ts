import {
  currentUnit,
  formatCount,
  formatCredits,
  formatCreditsInTable,
  type Nano,
  nanoToText,
  toCredits,
  unitTitle,
} from '@/lib/kernel'
import type { MeasureSums } from '@/lib/money/usage'

/**
 * A figure of usage: its size for a chart and an order, in a table, in full beside a chart, and in a file. A text is
 * created when it is read, since of most figures only the size is.
 */
export interface UsageFigure {
  readonly size: number
  readonly text: string
  readonly exact: string
  readonly plain: string
  /** The amount, if it is one of credits. */
  readonly nano?: Nano
}

export interface Measure {
  readonly label: string
  /** Unit of its figures: "credits". */
  readonly unit: string
  /** True for a mean: its parts do not add up, so they have no shares and are not stacked. */
  readonly isMean: boolean
  /** True if it covers only what searches bought. */
  readonly isOfSearches: boolean
  /** Returns the figure; null if it is not known. */
  figure(sums: MeasureSums): UsageFigure | null
}

const counted = (count: number): UsageFigure => ({
  size: count,
  get text() {
    return formatCount(count)
  },
  get exact() {
    return formatCount(count)
  },
  get plain() {
    return String(count)
  },
})

const amount = (nano: Nano): UsageFigure => ({
  size: toCredits(nano),
  nano,
  get text() {
    return formatCreditsInTable(nano)
  },
  get exact() {
    return formatCredits(nano)
  },
  get plain() {
    return nanoToText(nano)
  },
})

/** Returns whether nothing was priced, so that the charge is not 0 but unknown. */
const isUnpriced = ({ nano, items, unpricedItems }: MeasureSums): boolean =>
  items > 0 && nano === 0n && unpricedItems === items

/**
 * Returns whether the answers of all calls that may have been charged are lost, so that nothing is known of what they
 * returned and cost.
 */
const isLost = ({ pages, unknowns }: MeasureSums): boolean => pages === 0 && unknowns > 0

const count = (label: string, unit: string, read: (sums: MeasureSums) => number | null): Measure => ({
  label,
  unit,
  isMean: false,
  isOfSearches: false,
  figure: (sums) => {
    const known = read(sums)
    return known === null ? null : counted(known)
  },
})

const ofSearches = (measure: Measure): Measure => ({ ...measure, isOfSearches: true })

/** Measures of usage, all computed from the same sums. */
export const MEASURES_BY_NAME: Readonly<Record<MeasureName, Measure>> = {
  credits: {
    isMean: false,
    isOfSearches: false,
    get label() {
      return unitTitle()
    },
    get unit() {
      return currentUnit()
    },
    figure: (sums) => (isUnpriced(sums) || isLost(sums) ? null : amount(sums.nano)),
  },
  items: count('Items', 'items', (sums) => (isLost(sums) ? null : sums.items)),
  new: ofSearches(count('New items', 'items', ({ searched }) => searched?.newItems ?? null)),
  repeat: ofSearches(
    count('Items bought again', 'items', ({ searched }) => searched && searched.items - searched.newItems),
  ),
  pages: count('Pages', 'pages', ({ pages }) => pages),
  'cost-per-new': {
    isMean: true,
    isOfSearches: true,
    get label() {
      return `${unitTitle()} per new item`
    },
    get unit() {
      return currentUnit()
    },
    // Unknown if nothing was new, or if items had no price.
    figure: ({ searched, unpricedItems }) =>
      searched && searched.newItems > 0 && unpricedItems === 0
        ? amount(searched.nano / BigInt(searched.newItems))
        : null,
  },
  unknown: count('Unknown calls', 'calls', ({ unknowns }) => unknowns),
}

/** Names of the measures of usage, as the URL writes them. */
export const MEASURE_NAMES = [
  'credits',
  'items',
  'new',
  'repeat',
  'pages',
  'cost-per-new',
  'unknown',
] as const
export type MeasureName = (typeof MEASURE_NAMES)[number]
