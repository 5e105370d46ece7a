import type { Operation } from '@/lib/kernel'
import type { PageOutline, Problem, Provider } from '@/lib/upstream/client'

/**
 * Each list, value, group that may be null and group whose names are the service's is one field, as in
 * `fieldsOf`.
 */
type NameOf<Value, Name extends string> = Value extends readonly unknown[] | string | number | boolean | null
  ? Name
  : string extends keyof Value
    ? Name
    : `${Name}.${FieldIn<Value>}`
type FieldIn<Group> = {
  [Name in keyof Group & string]: null extends Group[Name] ? Name : NameOf<Group[Name], Name>
}[keyof Group & string]

/** Dotted name of a field of the provider. */
export type ProviderField = FieldIn<Provider>

/**
 * A difference between the upstream and the interface or its provider, with the provider's fields that would
 * explain it.
 */
export class Differs extends Error {
  constructor(
    message: string,
    readonly fields: readonly ProviderField[] = [],
  ) {
    super(message)
    this.name = 'Differs'
  }
}

/** The reason why a check could not be made. */
export class NotChecked extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotChecked'
  }
}

/** Throws `Differs` with a sentence about what was found unless the condition holds. */
export function hold(
  condition: boolean,
  found: string,
  fields: readonly ProviderField[] = [],
): asserts condition {
  if (!condition) throw new Differs(found, fields)
}

/** Returns whether a call left the balance unchanged, or the balance is unknown. */
export const costsNothing = (dropNano: bigint | null): boolean => dropNano === null || dropNano === 0n

/** Throws `Differs` if a list continues, but its next page is not where the provider says. */
export const holdFound = ({ isNextLost }: Pick<PageOutline, 'isNextLost'>, list: Operation): void =>
  hold(!isNextLost, `The ${list} list goes on, but the cursor of its next page was not found.`, [
    `${list}.cursor.read`,
  ])

/**
 * Returns an unexpected problem as a difference. Its kind decides which of the provider's fields may explain
 * it.
 */
export function unexpected(
  what: string,
  problem: Problem,
  paths: readonly ProviderField[],
  arrays: readonly ProviderField[],
) {
  const words = problem.upstreamWords === undefined ? '' : ` The API says: “${problem.upstreamWords}”`
  return new Differs(
    `${what}: ${problem.kind}. ${problem.message}${words}`,
    fieldsFor(problem, paths, arrays),
  )
}

function fieldsFor(
  { kind, charged }: Problem,
  paths: readonly ProviderField[],
  arrays: readonly ProviderField[],
): readonly ProviderField[] {
  switch (kind) {
    case 'key_refused':
      return ['auth.header', 'auth.scheme']
    case 'not_found':
    case 'bad_request':
      return paths
    case 'not_understood':
      return arrays
    case 'out_of_reach':
      return charged === 'no' ? [] : ['limits.answerMs']
    default:
      return []
  }
}
