import { formatCount, formatCredits } from '@/lib/kernel'
import type { SpendSeries } from '@/lib/spend'

/** Series as rows of a breakdown: by credits where anything is priced, else by items. Items and credits side by side. */
export function breakdownOf(series: readonly SpendSeries[]) {
  const micro = series.reduce((sum, { totalChargeMicro }) => sum + totalChargeMicro, 0n)
  const items = series.reduce((sum, { totalItems }) => sum + totalItems, 0)
  return series.map(({ key, label, color, totalItems, totalChargeMicro }) => ({
    key,
    label,
    color,
    text: `${formatCredits(totalChargeMicro)} credits, ${formatCount(totalItems)} items`,
    share: micro > 0n ? Number(totalChargeMicro) / Number(micro) : items > 0 ? totalItems / items : 0,
  }))
}
