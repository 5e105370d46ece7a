import type { Outcome } from '@/lib/money/ledger'
import type { Comparison } from '@/lib/platform/calendar'

/** What usage can be grouped by. */
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
  'outcome',
] as const

/** What each of them is called. */
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
} as const satisfies Record<(typeof GROUPINGS)[number], string>

/** What a range is compared with, in words. */
export const COMPARISON_NAMES: Readonly<Record<Comparison, string>> = {
  before: 'Period before',
  year: 'Same period last year',
}

/** How a call ended, in words. */
export const OUTCOME_NAMES: Readonly<Record<Outcome, string>> = {
  SETTLED: 'Settled',
  FREE: 'Not charged',
  UNKNOWN: 'Unknown',
}

/** On whose behalf calls are made, in words. */
export const CALLERS = {
  member: 'Members',
  schedule: 'Schedules',
  service: 'Services',
  token: 'Tokens',
} as const

export type CallerKind = keyof typeof CALLERS
export const CALLER_KINDS = ['member', 'schedule', 'service', 'token'] as const satisfies CallerKind[]
