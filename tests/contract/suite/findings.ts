import type { Operation } from '@/lib/kernel'
import type { PageOutline, Problem, Provider } from '@/lib/upstream/client'

/** Lists, values, groups that may be null and groups whose names are the service's are one field each, as `fieldsOf` says. */
type NameOf<Value, Name extends string> = Value extends readonly unknown[] | string | number | boolean | null
  ? Name
  : string extends keyof Value
    ? Name
    : `${Name}.${FieldIn<Value>}`
type FieldIn<Group> = {
  [Name in keyof Group & string]: null extends Group[Name] ? Name : NameOf<Group[Name], Name>
}[keyof Group & string]

/** A field of the provider by its dotted name. */
export type ProviderField = FieldIn<Provider>

/** What the upstream does otherwise than the interface or its provider says; `fields` of the provider would explain it. */
export class Differs extends Error {
  constructor(
    message: string,
    readonly fields: readonly ProviderField[] = [],
  ) {
    super(message)
    this.name = 'Differs'
  }
}

/** Why a check could not be made. */
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

/** Whether a call left the balance as it was; what cannot be seen is not held against it. */
export const costsNothing = (dropNano: bigint | null): boolean => dropNano === null || dropNano === 0n

/** Throws `Differs` where a list goes on, and its next page is not where the provider says. */
export const holdFound = ({ isNextLost }: Pick<PageOutline, 'isNextLost'>, list: Operation): void =>
  hold(!isNextLost, `The ${list} list goes on, but the cursor of its next page was not found.`, [
    `${list}.cursor.read`,
  ])

/** A problem that was not expected, as a difference; its kind tells which of the provider's fields may explain it. */
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
