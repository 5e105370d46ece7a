import { formatCompact, formatCount, formatCredits, formatCreditsCompact, type Micro } from '@/lib/kernel'

interface MoneyAndItemsProps {
  readonly items: number
  /** Micro-credits; null where no price is known, which is said. */
  readonly chargeMicro: Micro | null
}

/** Items and what they cost, side by side: compact on screen, exact as the title. */
export function MoneyAndItems({ items, chargeMicro }: MoneyAndItemsProps) {
  const exact = `${formatCount(items)} items, ${chargeMicro === null ? 'price unknown' : `${formatCredits(chargeMicro)} credits`}`
  return (
    <span title={exact}>
      {formatCompact(items)} items ·{' '}
      {chargeMicro === null ? 'price unknown' : `${formatCreditsCompact(chargeMicro)} credits`}
    </span>
  )
}
