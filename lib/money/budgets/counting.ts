import type { AttemptFilter } from '@/lib/money/ledger'
import type { Scope } from './schemas'

/** Whose a call is, as far as it is known: an id that is not given is that of no budget. */
export type CallSubjects = { readonly teamId: string } & {
  readonly [Column in keyof AttemptFilter]?: string | null | undefined
}

/** Whose calls a budget counts. */
export interface Counting {
  readonly scope: Scope
  readonly scopeId: string
}

/** The only description of which budgets count a call: those whose filter it fits. A team's budget counts all of its calls. */
const FILTERS: Readonly<Record<Exclude<Scope, 'team'>, (id: string) => AttemptFilter>> = {
  wallet: (walletId) => ({ walletId }),
  environment: (environmentId) => ({ environmentId }),
  key: (keyId) => ({ keyId }),
  member: (memberId) => ({ memberId }),
  search: (searchId) => ({ searchId }),
  service: (principalId) => ({ principal: 'service', principalId }),
  token: (principalId) => ({ principal: 'token', principalId }),
}

/** What a budget counts, as a filter of its team's attempts. */
export const filterOf = ({ scope, scopeId }: Counting): AttemptFilter =>
  scope === 'team' ? {} : FILTERS[scope](scopeId)

/** Whether a budget counts a call. */
export function countsCall(counting: Counting, call: CallSubjects): boolean {
  if (counting.scope === 'team') return call.teamId === counting.scopeId
  const given: Readonly<Record<string, string | null | undefined>> = call
  return Object.entries(filterOf(counting)).every(([name, id]) => given[name] === id)
}
