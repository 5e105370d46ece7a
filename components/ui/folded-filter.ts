import type { OptionsFilter } from '@mantine/core'
import { foldText } from '@/lib/kernel'

/**
 * Returns the options whose name contains what is typed, however accents were typed; Mantine's own filter knows only
 * one way.
 */
export const foldedFilter: OptionsFilter = ({ options, search, limit }) => {
  const wanted = foldText(search.trim())
  return options
    .filter((option) => 'group' in option || foldText(option.label).includes(wanted))
    .slice(0, limit)
}
