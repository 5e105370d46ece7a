import { OUTCOMES, type Outcome, type PrincipalKind } from './schemas'

/** The columns of a call that the ledger shows. They are named only here and, as labels, in the table. */
export const CALL_FIELDS = {
  keyPrefix: true,
  environmentName: true,
  memberName: true,
  searchName: true,
  operation: true,
  runId: true,
  pageNumber: true,
  principal: true,
  principalId: true,
  reservedItems: true,
} as const

/** The columns of a call's entry that the ledger shows. Times in milliseconds. */
export const ENTRY_FIELDS = {
  id: true,
  at: true,
  outcome: true,
  items: true,
  chargeNano: true,
  priceNano: true,
  reason: true,
  httpStatus: true,
  latencyMs: true,
  waitedMs: true,
} as const

/** Reads an outcome from a row. Throws if the text is not an outcome. */
export function readOutcome(text: string): Outcome {
  const outcome = OUTCOMES.find((each) => each === text)
  if (!outcome) throw new Error(`There is no outcome ${text}`)
  return outcome
}

/** One principal, or all of its kind. */
interface PrincipalFilter {
  readonly kind: PrincipalKind
  readonly id?: string
}

/**
 * A selection of a team's entries: all, or those that match every given field. `from` and `to` are a half-open span.
 */
export interface EntryFilter
  extends Partial<
    Readonly<Record<'walletId' | 'keyId' | 'environmentId' | 'memberId' | 'searchId' | 'operation', string>>
  > {
  readonly runId?: string
  readonly principal?: PrincipalFilter
  readonly outcome?: Outcome
  readonly from?: Date
  readonly to?: Date
}
