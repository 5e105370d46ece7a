import type { Outcome } from '@/lib/money/ledger'
import type { Comparison } from '@/lib/platform/calendar'

/** The dimensions that usage can be grouped by. */
export const GROUPINGS = [
  'environment',
  'search',
  'member',
  'key',
  'wallet',
  'service',
  'token',
  'caller',
  'operation',
] as const

/** Labels of the dimensions that usage can be narrowed by. */
export const GROUPING_NAMES = {
  environment: 'Environment',
  search: 'Search',
  member: 'Member',
  key: 'Key',
  wallet: 'Wallet',
  service: 'Service',
  token: 'Token',
  caller: 'Kind of caller',
  operation: 'Operation',
  outcome: 'Outcome',
} as const satisfies Record<(typeof GROUPINGS)[number] | 'outcome', string>

/** Labels of the ranges to compare with. */
export const COMPARISON_NAMES: Readonly<Record<Comparison, string>> = {
  before: 'Period before',
  year: 'Same period last year',
}

/** Labels of the outcomes of a call. */
export const OUTCOME_NAMES: Readonly<Record<Outcome, string>> = {
  SETTLED: 'Settled',
  FREE: 'Not charged',
  UNKNOWN: 'Unknown',
}

/** Labels of the kinds of caller on whose behalf calls are sent. */
export const CALLERS = {
  member: 'Members',
  schedule: 'Schedules',
  service: 'Services',
  token: 'Tokens',
} as const

export type CallerKind = keyof typeof CALLERS
export const CALLER_KINDS = ['member', 'schedule', 'service', 'token'] as const satisfies CallerKind[]
