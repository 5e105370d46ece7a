import type { Refusal } from '@/components/forms'
import { PROVIDER_FIELDS } from './fields'
import { errorAt } from './typed-values'

/** Returns the fields that a refusal names, in the order of the form. */
const faultsIn = ({ fields }: Refusal) =>
  PROVIDER_FIELDS.flatMap(({ name, label }) => {
    const why = errorAt(fields, name)
    return why === undefined ? [] : [{ name, label, why }]
  })

/** Returns the first field that a refusal names, where the person has to look; null if it names none. */
export const firstFault = (refusal: Refusal): string | null => faultsIn(refusal)[0]?.name ?? null

/** Rewords a refusal so that it names its fields as the form does, after stating what was not done. */
export function withLabels(refusal: Refusal | null, notDone: string): Refusal | null {
  if (refusal === null) return null
  const faults = faultsIn(refusal).map(({ label, why }) => `“${label}” ${why}.`)
  return faults.length === 0 ? refusal : { ...refusal, message: [notDone, ...faults].join(' ') }
}

/** Returns the id of a field's input. */
export const inputId = (name: string): string => `provider-${name}`
