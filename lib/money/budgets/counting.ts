import type { AttemptFilter } from '@/lib/money/ledger'
import type { Scope } from './schemas'

/** A call's attribution, as far as it is known. A missing id matches no budget. */
export type CallSubjects = { readonly teamId: string } & {
  readonly [Column in keyof AttemptFilter]?: string | null | undefined
}

/** The scope of a budget. */
export interface Counting {
  readonly scope: Scope
  readonly scopeId: string
}

/**
 * Filters of the scopes. A budget counts the calls that match its filter; nothing else decides. A team's budget counts
 * all calls.
 */
const FILTERS: Readonly<Record<Exclude<Scope, 'team'>, (id: string) => AttemptFilter>> = {
  wallet: (walletId) => ({ walletId }),
  environment: (environmentId) => ({ environmentId }),
  key: (keyId) => ({ keyId }),
  member: (memberId) => ({ memberId }),
  search: (searchId) => ({ searchId }),
  service: (principalId) => ({ principal: 'service', principalId }),
  token: (principalId) => ({ principal: 'token', principalId }),
}

/** Returns a budget's scope as a filter of its team's attempts. */
export const filterOf = ({ scope, scopeId }: Counting): AttemptFilter =>
  scope === 'team' ? {} : FILTERS[scope](scopeId)

/** Returns whether a budget counts a call. */
export function countsCall(counting: Counting, call: CallSubjects): boolean {
  if (counting.scope === 'team') return call.teamId === counting.scopeId
  const given: Readonly<Record<string, string | null | undefined>> = call
  return Object.entries(filterOf(counting)).every(([name, id]) => given[name] === id)
}
