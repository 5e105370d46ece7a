import type { AuditField } from './fields'

export type Plain = string | number | boolean | null

/** The changes, by field: a value, or the value before and after. Never a secret, a password or a whole key. */
export type AuditDetail = Readonly<
  Partial<Record<AuditField, Plain | undefined | { readonly from: Plain; readonly to: Plain }>>
>

/** Fields all of which the log has words for. */
type InWords<Fields> = Fields & { readonly [Name in Exclude<keyof Fields, AuditField>]: never }

/**
 * Returns the fields that differ, each with its value before and after. A field missing on one side was empty there.
 */
export function changesOf<Fields extends Readonly<Record<string, Plain | undefined>>>(
  before: Readonly<Partial<Record<keyof Fields, Plain | undefined>>>,
  after: InWords<Fields>,
): AuditDetail {
  const names = Object.keys(after).filter((name) => (before[name] ?? null) !== (after[name] ?? null))
  return Object.fromEntries(
    names.map((name) => [name, { from: before[name] ?? null, to: after[name] ?? null }]),
  )
}
