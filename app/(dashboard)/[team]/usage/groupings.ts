/** What spend can be grouped by. A file of its own, since browsers load it: the address is read by a validator. */
export const GROUPINGS = [
  'environment',
  'search',
  'member',
  'key',
  'wallet',
  'service',
  'caller',
  'operation',
] as const

/** What each of them is called. */
export const GROUPING_NAMES = {
  environment: 'Environment',
  search: 'Search',
  member: 'Member',
  key: 'Key',
  wallet: 'Wallet',
  service: 'Service',
  caller: 'Kind of caller',
  operation: 'Operation',
} as const satisfies Record<(typeof GROUPINGS)[number], string>

/** On whose behalf calls are made, in words. */
export const CALLERS = {
  member: 'Members',
  schedule: 'Schedules',
  service: 'Services',
  token: 'Tokens',
} as const

export type CallerKind = keyof typeof CALLERS
export const CALLER_KINDS = ['member', 'schedule', 'service', 'token'] as const satisfies CallerKind[]
