import { OUTCOMES, type Outcome, type PrincipalKind } from './schemas'

/** The shown columns of a call on the ledger, each named once: here and, as words, in the table. */
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

/** The shown columns of the entry that ended it. Times in milliseconds. */
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

/** Reads an outcome from a row. Throws if there is no such outcome. */
export function readOutcome(text: string): Outcome {
  const outcome = OUTCOMES.find((each) => each === text)
  if (!outcome) throw new Error(`There is no outcome ${text}`)
  return outcome
}

/** On whose behalf calls were made: one principal, or any of its kind. */
interface PrincipalFilter {
  readonly kind: PrincipalKind
  readonly id?: string
}

/** Which entries of a team: all, or those that fit each of these; `from` and `to` are a half-open span. */
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
