import type { Role } from '@/lib/kernel'

/** The roles, with what each may do. */
export const ROLES = [
  { value: 'admin', label: 'Admin', may: 'everything: keys, wallets, prices and people' },
  { value: 'member', label: 'Member', may: 'run searches and see usage' },
  { value: 'viewer', label: 'Viewer', may: 'see usage and results, spend nothing' },
] as const

/** The role as it is written on a page. */
export const roleLabel = (role: Role): string => ROLES.find(({ value }) => value === role)?.label ?? role
