import { currentConventions } from '@/lib/kernel'

/** How a field writes and reads numbers: as the person does, like the figures around it. */
export function numberSeparators() {
  const { group, decimal } = currentConventions()
  return { thousandSeparator: group, decimalSeparator: decimal }
}
