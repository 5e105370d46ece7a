import { z } from 'zod'
import type { Role } from '@/lib/kernel'
import { isTimeZone } from '@/lib/platform/calendar'
import { nameInput, singleLineText } from '@/lib/platform/input'

const name = nameInput()
const timeZone = z.string().max(60).refine(isTimeZone, 'Choose a time zone, such as Europe/Berlin.')
export const roleSchema = z.enum(['admin', 'member', 'viewer'])

export const ENVIRONMENT_COLORS = [
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'indigo',
  'grape',
  'gray',
] as const

export const createTeamInput = z.object({ name, timeZone })
export const updateTeamInput = z.object({ name, timeZone })
export const createInviteInput = z.object({
  role: roleSchema,
  /** Address of the only account that may use the invite; empty for anyone with the link. */
  email: z
    .string()
    .trim()
    .toLowerCase()
    .max(254)
    .pipe(z.union([z.literal(''), z.email('Enter an e-mail address, such as ada@example.org.')]))
    .default(''),
})
/** Input as the form sends it: an invite for anyone is chosen, not left empty by mistake. */
export const invitePersonInput = createInviteInput.extend({ isOpen: z.boolean().optional() })
export const createEnvironmentInput = z.object({
  name: nameInput(30),
  color: z.enum(ENVIRONMENT_COLORS),
})
export const renameEnvironmentInput = z.object({ environmentId: z.uuid(), name: nameInput(30) })
/** Maximum number of days; more count as for ever. */
const MAX_DAYS = 36_500
const DAYS = 'Enter a whole number of days, 1 or more.'
export const itemRetentionInput = z.object({
  /** Number of days for which items are kept; null for ever. */
  days: z.int(DAYS).min(1, DAYS).max(MAX_DAYS, 'To keep them longer, leave the field empty.').nullable(),
})
/** Minimum number of months: budgets, statements and checks look back less far. */
const MIN_MONTHS = 3
const MAX_MONTHS = 1200
const MONTHS = `Enter a whole number of months, ${MIN_MONTHS} or more.`
export const callRetentionInput = z.object({
  /** Number of months for which the details of calls are kept; null for ever. */
  months: z
    .int(MONTHS)
    .min(MIN_MONTHS, MONTHS)
    .max(MAX_MONTHS, 'To keep them longer, leave the field empty.')
    .nullable(),
})
export const memberInput = z.object({ memberId: z.uuid() })
export const changeRoleInput = memberInput.extend({ role: roleSchema })
export const inviteInput = z.object({ inviteId: z.uuid() })

export interface MemberView {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly joinedAt: Date
}

export interface InviteView {
  readonly id: string
  readonly role: Role
  readonly email: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

export interface EnvironmentView {
  readonly id: string
  readonly name: string
  readonly color: string
}

/** Token of an invite's link, as its page sends it back. */
export const inviteTokenInput = z.object({ token: singleLineText(z.string().max(100)) })

/** Periods of which a member may have a mail: the digest of each day, the report of each month. */
const MAILED_PERIODS = ['day', 'month'] as const
export type MailedPeriod = (typeof MAILED_PERIODS)[number]

export const setDigestInput = z.object({ every: z.enum(MAILED_PERIODS), isOn: z.boolean() })
