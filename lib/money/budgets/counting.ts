import type { AttemptFilter } from '@/lib/money/ledger'

import type { Scope } from './schemas'
/** Whose a call is, as far as it is known: an id that is not given is that of no budget. */
export type CallSubjects = { readonly teamId: string } & {
  readonly [Column in keyof AttemptFilter]?: string | null | undefined
}

/** Which of a call's ids a budget's scope compares. The only description of which budgets count a call. */
const COLUMNS: Readonly<Record<Scope, keyof CallSubjects>> = {
  team: 'teamId',
  wallet: 'walletId',
  environment: 'environmentId',
  key: 'keyId',
  member: 'memberId',
  search: 'searchId',
}

/** Whose calls a budget counts. */
export interface Counting {
  readonly scope: Scope
  readonly scopeId: string
}

/** Whether a budget counts a call. */
export const countsCall = ({ scope, scopeId }: Counting, call: CallSubjects): boolean =>
  call[COLUMNS[scope]] === scopeId

/** The same as a filter of a team's attempts: all those that the budget counts. */
export function filterOf({ scope, scopeId }: Counting): AttemptFilter {
  const column = COLUMNS[scope]
  return column === 'teamId' ? {} : { [column]: scopeId }
}
