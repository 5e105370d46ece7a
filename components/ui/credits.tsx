import {
  currentUnit,
  formatCredits,
  formatCreditsCompact,
  formatCreditsInTable,
  type Nano,
  UNKNOWN_FIGURE,
} from '@/lib/kernel'

interface CreditsProps {
  /** Null if it is not known, which is never shown as zero. */
  readonly amount: Nano | null
  /** True for a tile: "109.5K". */
  readonly isCompact?: boolean
  /** Unit by the provider's name. */
  readonly unit?: string
}

/**
 * Shows an amount of credits with two decimals, so that a column's digits line up; of money with those that it needs.
 * The exact amount is its title; a phone's card adds the unit.
 */
export function Credits({ amount, isCompact = false, unit = currentUnit() }: CreditsProps) {
  if (amount === null) return <span title="Not known">{UNKNOWN_FIGURE}</span>
  const exact = formatCredits(amount)
  return (
    <span title={`${exact} ${unit}`} data-unit={unit}>
      {isCompact ? formatCreditsCompact(amount, unit) : formatCreditsInTable(amount, unit)}
    </span>
  )
}
