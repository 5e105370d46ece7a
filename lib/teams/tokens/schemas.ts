import { z } from 'zod'
import type { Role, Secret } from '@/lib/kernel'
import { nameInput } from '@/lib/platform/input'

/** The action that a permission allows, and the role in which a token does it. */
interface PermissionFacts {
  readonly label: string
  readonly role: Role
}

/**
 * Everything that a token can be permitted. It acts in the role of the one permission that a request needs, and no
 * other.
 */
export const PERMISSIONS = {
  'usage:read': { label: 'Read wallets, statements, usage and the ledger', role: 'viewer' },
  'keys:read': { label: 'Read keys, environments and services, without secrets', role: 'viewer' },
  'searches:read': { label: 'Read shared searches and their runs', role: 'viewer' },
  'searches:write': { label: 'Save searches', role: 'member' },
  'runs:write': { label: 'Start and cancel runs: spends credits', role: 'member' },
  'items:read': { label: 'Read and export items of runs', role: 'viewer' },
  'budgets:read': { label: 'Read budgets', role: 'viewer' },
  'budgets:write': { label: 'Create, change and delete budgets', role: 'admin' },
  'alerts:read': { label: 'Read alerts', role: 'viewer' },
  'alerts:write': { label: 'Acknowledge alerts', role: 'member' },
  'audit:read': { label: 'Read the audit log', role: 'admin' },
} as const satisfies Readonly<Record<string, PermissionFacts>>

export type Permission = keyof typeof PERMISSIONS

export const PERMISSION_NAMES = [
  'usage:read',
  'keys:read',
  'searches:read',
  'searches:write',
  'runs:write',
  'items:read',
  'budgets:read',
  'budgets:write',
  'alerts:read',
  'alerts:write',
  'audit:read',
] as const satisfies readonly Permission[]

const MAX_DAYS = 3660

/** Whole number of days until it is refused; empty for never. */
const days = z.union([
  z.literal('').transform(() => null),
  z.coerce
    .number('Use a whole number of days.')
    .int('Use a whole number of days.')
    .min(1, 'Use 1 or more, or leave it empty.')
    .max(MAX_DAYS, `Use at most ${MAX_DAYS}.`),
])

export const createTokenInput = z.object({
  name: nameInput(),
  permissions: z
    .array(z.enum(PERMISSION_NAMES))
    .min(1, 'Choose at least one permission.')
    .max(PERMISSION_NAMES.length)
    .transform((given) => PERMISSION_NAMES.filter((each) => given.includes(each))),
  expiresInDays: days.default(null),
})
export const tokenInput = z.object({ tokenId: z.uuid() })

/** A token for display, without its text. */
export interface TokenView {
  readonly id: string
  readonly name: string
  /** First characters of its text. */
  readonly prefix: string
  readonly permissions: readonly Permission[]
  readonly createdByName: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly lastUsedAt: Date | null
}

/** A new token, whose text is shown only once. */
export interface NewToken {
  readonly id: string
  readonly token: Secret
  readonly prefix: string
}
