import { currentConventions } from '@/lib/kernel'

/** Returns the separators with which a field writes and reads numbers: the person's, as in the figures around it. */
export function numberSeparators() {
  const { group, decimal } = currentConventions()
  return { thousandSeparator: group, decimalSeparator: decimal }
}
