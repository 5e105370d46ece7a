import { allOf } from '@/lib/kernel'
import { PROVIDER_FIELDS } from './fields'
import type { Texts } from './typed-values'

/** Returns the labels of the fields that differ between two states of the form. */
export const changedLabels = (before: Texts, after: Texts): string[] =>
  PROVIDER_FIELDS.filter(({ name }) => before[name] !== after[name]).map(({ label }) => label)

/** Says what a test's findings did to the form; empty if it found nothing. */
export function describeFilled(hasFindings: boolean, changed: readonly string[]): string {
  if (!hasFindings) return ''
  if (changed.length === 0) return 'All that was found fits the form already: nothing in it was changed.'
  const names = changed.map((label) => `“${label}”`)
  return `The form under Advanced was filled with what was found: ${allOf(names)}. Look it through and save it.`
}
