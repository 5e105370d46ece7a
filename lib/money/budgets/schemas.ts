import { z } from 'zod'
import { invalid, MAX_AMOUNT, parseTypedCredits, removeGroupSeparators } from '@/lib/kernel'
import { BUDGET_PERIODS } from '@/lib/platform/calendar'
import { multiLineText, nameInput } from '@/lib/platform/input'

const SCOPES = ['team', 'wallet', 'environment', 'key', 'member', 'search', 'service', 'token'] as const
/** The kinds of scope that a budget can count. */
export type Scope = (typeof SCOPES)[number]

export const scopeSchema = z.enum(SCOPES)
export const budgetUnitSchema = z.enum(['items', 'credits'])
export const budgetPeriodSchema = z.enum(BUDGET_PERIODS)
export type BudgetUnit = z.output<typeof budgetUnitSchema>

const MAX_THRESHOLDS = 6

const name = nameInput()
/** Whole items, or credits as decimal text. */
const amount = z
  .string()
  .trim()
  .min(1, 'Enter an amount.')
  .max(30, 'This is too long to be an amount.')
  // Checked here so that it is reported together with errors of other fields. What the unit allows is checked later.
  .refine((text) => /^[\d.]*$/.test(removeGroupSeparators(text)), 'Enter a number, such as 150 or 0.5.')
/** Percents of the amount at which a notification is sent. */
const tellsAt = z
  .array(
    z.coerce
      .number('Use whole percents.')
      .int('Use whole percents.')
      .min(1, 'Use 1 to 100.')
      .max(100, 'Use 1 to 100.'),
  )
  .max(MAX_THRESHOLDS, `Use at most ${MAX_THRESHOLDS}.`)
  .transform((percents) => [...new Set(percents)].sort((a, b) => a - b))

/** A budget without its name and notification percents. */
export const budgetKindInput = z.object({
  scope: scopeSchema,
  /** The id of the wallet, environment, key, member or search; empty for the team. */
  scopeId: z.union([z.uuid('Choose what it is for.'), z.literal('')]).default(''),
  unit: budgetUnitSchema,
  period: budgetPeriodSchema,
  amount,
  stops: z.boolean(),
})
export const createBudgetInput = budgetKindInput.extend({ name, tellsAt })
export const budgetInput = z.object({ budgetId: z.uuid() })
export const changeBudgetInput = budgetInput.extend({ name, amount, stops: z.boolean(), tellsAt })
export const requestRaiseInput = budgetInput.extend({
  amount,
  reason: multiLineText(
    z.string().trim().min(1, 'Say what it is for.').max(500, 'Use at most 500 characters.'),
  ),
})
export const decideRaiseInput = z.object({
  raiseId: z.uuid(),
  grant: z.boolean(),
  /** The last day of a granted raise, in the team's time zone: 2026-12-31. */
  lastDay: z.union([z.iso.date('Choose a day.'), z.literal('')]).default(''),
})

export type RaiseState = 'asked' | 'granted' | 'refused'

/** A member's request for more than a budget's amount. Once an admin has granted it, it counts until `endsAt`. */
export interface RaiseView {
  readonly id: string
  readonly budgetId: string
  /** Items, or nano-credits. */
  readonly amount: bigint
  readonly reason: string
  readonly state: RaiseState
  readonly askedByName: string
  readonly askedAt: Date
  readonly decidedByName: string | null
  readonly decidedAt: Date | null
  readonly endsAt: Date | null
}

/** A budget with its current period. Amounts are items or nano-credits, depending on `unit`. */
export interface BudgetView {
  readonly id: string
  readonly name: string
  readonly scope: Scope
  readonly scopeId: string
  readonly unit: BudgetUnit
  readonly period: z.output<typeof budgetPeriodSchema>
  readonly amount: bigint
  /** The amount plus the raises that are in force now. */
  readonly effectiveAmount: bigint
  readonly stops: boolean
  readonly tellsAt: readonly number[]
  readonly startsAt: Date
  readonly resetsAt: Date | null
  readonly settled: bigint
  /** Held for calls under way and for calls whose answer was lost. */
  readonly reserved: bigint
  /** Amount that a stopping budget still lets through. Never below zero. */
  readonly left: bigint
  /** When it last refused a page in this period; null if it lets pages through again. */
  readonly stoppedAt: Date | null
  readonly createdAt: Date
  /** When its amount or its effect last changed; when it was created if they never did. */
  readonly changedAt: Date
  readonly raises: readonly RaiseView[]
}

const MAX = { items: 10n ** 15n, credits: MAX_AMOUNT } as const

/** Reads an amount as entered: whole items, or credits as nano-credits. Throws `invalid` with `sentence`. */
export function parseBudgetAmount(text: string, of: BudgetUnit, sentence: string): bigint {
  const plain = removeGroupSeparators(text)
  const amount = of === 'credits' ? parseTypedCredits(plain) : /^\d{1,16}$/.test(plain) ? BigInt(plain) : null
  if (amount !== null && amount > 0n && amount <= MAX[of]) return amount
  const what =
    of === 'items'
      ? 'a whole number of items, such as 2000'
      : 'a number, such as 150 or 0.5, with at most 9 decimals'
  throw invalid(sentence, { amount: `Enter ${what}.` })
}
