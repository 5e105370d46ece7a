import type { RollupDimensions, RollupRow } from '../core/rollup-store'

/** Dimensions by which sums can be grouped. A member of `principal` is its kind and its id, separated by a colon. */
const DAY_DIMENSIONS = [
  'walletId',
  'keyId',
  'environmentId',
  'memberId',
  'principal',
  'searchId',
  'operation',
  'line',
] as const
type DayDimension = (typeof DAY_DIMENSIONS)[number]

/**
 * A dimension of sums. `team` has a single member, the whole team. `line` is an environment's operation, as on a
 * statement.
 */
export type RollupDimension = DayDimension | 'team'

/** A filter by members of dimensions. */
export type RollupFilter = Partial<RollupDimensions>

/** Separator in members that consist of two parts. No id and no operation contains it. */
const BETWEEN = ':'

const principalName = (principal: string, id: string): string =>
  principal === '' ? id : principal + BETWEEN + id

/** Splits a member of `line` into its environment and its operation. */
export function splitLineMember(member: string): {
  readonly environmentId: string
  readonly operation: string
} {
  const at = member.lastIndexOf(BETWEEN)
  return { environmentId: member.slice(0, at), operation: member.slice(at + 1) }
}

type Dimensioned = Pick<RollupRow, Exclude<DayDimension, 'line'> | 'principalId'>

const memberOf = (row: Dimensioned, dimension: DayDimension): string => {
  if (dimension === 'principal') return principalName(row.principal, row.principalId)
  if (dimension === 'line') return row.environmentId + BETWEEN + row.operation
  return row[dimension]
}

/**
 * Letters of the dimensions in the column `grouping`. They are stored, so a letter must never be reused for another
 * dimension.
 */
const LETTERS: Readonly<Record<DayDimension, string>> = {
  walletId: 'w',
  keyId: 'k',
  environmentId: 'e',
  memberId: 'm',
  principal: 'p',
  searchId: 's',
  operation: 'o',
  line: 'l',
}

/** Returns whether a pair of dimensions is kept. Lines are kept only for wallets, because statements are per wallet. */
const isKept = (first: DayDimension, second: DayDimension): boolean =>
  second !== 'line' || first === 'walletId'

/** A grouping in which a day's sums are kept: all together, by one dimension, or by two. */
export interface DayGrouping {
  readonly name: string
  readonly of: readonly DayDimension[]
}

/** All groupings. With these, any grouping with at most one filter can be read from days alone. */
export const DAY_GROUPINGS: readonly DayGrouping[] = [
  { name: '', of: [] },
  ...DAY_DIMENSIONS.filter((each) => each !== 'line').map((each) => ({ name: LETTERS[each], of: [each] })),
  ...DAY_DIMENSIONS.flatMap((first, place) =>
    DAY_DIMENSIONS.slice(place + 1)
      .filter((second) => isKept(first, second))
      .map((second) => ({ name: LETTERS[first] + LETTERS[second], of: [first, second] })),
  ),
]

/** Returns a rollup's members in a grouping. */
export const groupingMembers = (
  { of: [first, second] }: DayGrouping,
  row: Dimensioned,
): readonly [string, string] => [first ? memberOf(row, first) : '', second ? memberOf(row, second) : '']

/**
 * The columns by which days answer a question: the grouping, the column that holds the member, and the filtered column
 * with its value.
 */
export interface DayColumns {
  readonly grouping: string
  readonly member: 'value' | 'within' | null
  readonly filter: { readonly column: 'value' | 'within'; readonly is: string } | null
}

/** Returns the columns by which days answer a question; null if only quarter hours can. */
export function findDayColumns(dimension: RollupDimension, filter: RollupFilter): DayColumns | null {
  const only = oneOf(filter)
  if (only === undefined) return null
  if (only === null) return dimension === 'line' ? null : single(dimension)
  if (only.dimension === dimension || dimension === 'team')
    return {
      grouping: LETTERS[only.dimension],
      member: dimension === 'team' ? null : 'value',
      filter: { column: 'value', is: only.is },
    }
  const isFirst = DAY_DIMENSIONS.indexOf(dimension) < DAY_DIMENSIONS.indexOf(only.dimension)
  const [first, second] = isFirst ? [dimension, only.dimension] : [only.dimension, dimension]
  if (!isKept(first, second)) return null
  return {
    grouping: LETTERS[first] + LETTERS[second],
    member: isFirst ? 'value' : 'within',
    filter: { column: isFirst ? 'within' : 'value', is: only.is },
  }
}

const single = (dimension: Exclude<RollupDimension, 'line'>): DayColumns =>
  dimension === 'team'
    ? { grouping: '', member: null, filter: null }
    : { grouping: LETTERS[dimension], member: 'value', filter: null }

/**
 * Returns the single filtered dimension; null if there is no filter, undefined for a filter that days cannot answer.
 */
function oneOf(
  filter: RollupFilter,
): { readonly dimension: Exclude<DayDimension, 'line'>; readonly is: string } | null | undefined {
  const { principal, principalId, origin, ...others } = filter
  if (origin !== undefined) return undefined
  const named = DAY_DIMENSIONS.flatMap((dimension) => {
    if (dimension === 'principal' || dimension === 'line') return []
    const is = others[dimension]
    return is === undefined ? [] : [{ dimension, is }]
  })
  if (principal === undefined && principalId === undefined)
    return named.length > 1 ? undefined : (named[0] ?? null)
  if (principal === undefined || principalId === undefined || named.length > 0) return undefined
  return { dimension: 'principal', is: principalName(principal, principalId) }
}
