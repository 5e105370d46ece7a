import type { Problem, Provider } from '@/lib/upstream/client'

type Group = 'itemsArray' | 'fields' | 'price' | 'limits'

/** A field of the provider by its dotted name. */
export type ProviderField =
  | Exclude<keyof Provider, Group>
  | { [G in Group]: `${G}.${keyof Provider[G] & string}` }[Group]

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

/** A problem that was not expected, as a difference; its kind tells which of the provider's fields may explain it. */
export function unexpected(
  what: string,
  problem: Problem,
  paths: readonly ProviderField[],
  arrays: readonly ProviderField[],
) {
  const words = problem.upstreamWords === undefined ? '' : ` The upstream says: “${problem.upstreamWords}”`
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
      return ['authHeader']
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
