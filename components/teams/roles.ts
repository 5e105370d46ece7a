import type { Role } from '@/lib/kernel'

/** The roles, with their names and rights. */
export const ROLES = [
  {
    value: 'admin',
    label: 'Admin',
    one: 'an admin',
    may: 'do everything, including managing keys, wallets, prices and people',
  },
  { value: 'member', label: 'Member', one: 'a member', may: 'run searches and see usage' },
  { value: 'viewer', label: 'Viewer', one: 'a viewer', may: 'see usage and results, but spend nothing' },
] as const

/** Returns the role as it is written on a page. */
export const roleLabel = (role: Role): string => ROLES.find(({ value }) => value === role)?.label ?? role
