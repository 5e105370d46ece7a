import {
  currentUnit,
  formatCredits,
  formatCreditsCompact,
  formatCreditsInTable,
  type Nano,
  UNKNOWN_FIGURE,
} from '@/lib/kernel'

interface CreditsProps {
  /** Null where it is not known, which is never shown as zero. */
  readonly amount: Nano | null
  /** For a tile: "109.5K". */
  readonly isCompact?: boolean
  /** As the provider calls it. */
  readonly unit?: string
}

/** An amount of credits with two decimals, so that a column's digits line up; of money with those that it needs. The exact one is its title; a phone's card writes the unit. */
export function Credits({ amount, isCompact = false, unit = currentUnit() }: CreditsProps) {
  if (amount === null) return <span title="Not known">{UNKNOWN_FIGURE}</span>
  const exact = formatCredits(amount)
  return (
    <span title={`${exact} ${unit}`} data-unit={unit}>
      {isCompact ? formatCreditsCompact(amount, unit) : formatCreditsInTable(amount, unit)}
    </span>
  )
}
