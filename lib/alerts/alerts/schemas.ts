import { z } from 'zod'
import { removeGroupSeparators } from '@/lib/kernel'
import { manyIds, multiLineText, searchTextInput, singleLineText } from '@/lib/platform/input'

export const ALERT_KINDS = [
  'low_balance',
  'run_out',
  'budget_threshold',
  'budget_stopped',
  'unusual_spend',
  'outside_spend',
  'key_refused',
  'price_shift',
  'upstream_failing',
  'schedule_failing',
  'new_items',
  'nothing_new',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** Kinds that are reported once per occasion, without a message when they are over. */
export const REPORTED_ONCE_KINDS: ReadonlySet<AlertKind> = new Set(['budget_threshold', 'new_items'])

export const alertKindSchema = z.enum(ALERT_KINDS)

const percent = z.coerce
  .number('Enter a number.')
  .int('Use whole percents.')
  .min(1, 'Use 1 to 100.')
  .max(100, 'Use 1 to 100.')

const SCHEMAS = {
  low_balance: z.object({
    /** Percentage of the highest balance of the last 30 days. */
    percent: percent.default(10),
    /** Credits, as decimal text; if given, they replace the percentage. */
    credits: z.string().trim().max(30).transform(removeGroupSeparators).default(''),
  }),
  run_out: z.object({
    days: z.coerce
      .number('Enter a number.')
      .int('Use whole days.')
      .min(1, 'Use 1 to 90.')
      .max(90, 'Use 1 to 90.')
      .default(7),
  }),
  unusual_spend: z.object({
    /** Multiple of a usual day's spend that is unusual. */
    times: z.coerce.number('Enter a number.').min(1.2, 'Use 1.2 to 20.').max(20, 'Use 1.2 to 20.').default(2),
  }),
  budget_threshold: z.object({}),
  budget_stopped: z.object({}),
  outside_spend: z.object({}),
  key_refused: z.object({}),
  price_shift: z.object({}),
  upstream_failing: z.object({}),
  schedule_failing: z.object({}),
  new_items: z.object({}),
  nothing_new: z.object({}),
} as const satisfies Record<AlertKind, z.ZodObject>

export type AlertParameters<Kind extends AlertKind> = z.output<(typeof SCHEMAS)[Kind]>

/** The options of a kind, with their defaults. */
export const ALERT_PARAMETERS: { readonly [Kind in AlertKind]: z.ZodType<AlertParameters<Kind>> } = SCHEMAS

/** Part of all alerts, as stated in a URL. Invalid values are ignored. */
export const alertPart = z.object({
  /** Words of its title. */
  text: searchTextInput(100).catch(''),
  kind: alertKindSchema.optional().catch(undefined),
  state: z.enum(['open', 'over', 'unanswered']).optional().catch(undefined),
  sort: z.enum(['from', '-from']).catch('-from'),
  /** Alert after which the part begins, or before which it ends. */
  after: z.uuid().optional().catch(undefined),
  before: z.uuid().optional().catch(undefined),
})

/** The things that alerts are about. */
export const ALERT_SUBJECTS = ['wallet', 'key', 'budget', 'search', 'service'] as const
export type AlertSubject = (typeof ALERT_SUBJECTS)[number]

/** Part of the open alerts, as stated in a URL. Invalid values are ignored. */
export const inboxPart = z.object({
  /** Words of a title or of what the alert is about. */
  text: searchTextInput(100).catch(''),
  /** Those assigned to the member, or those that are snoozed. */
  show: z.enum(['mine', 'snoozed']).optional().catch(undefined),
  about: z.enum(ALERT_SUBJECTS).optional().catch(undefined),
  /** Group after which the part begins, or before which it ends. */
  after: z.string().max(80).optional().catch(undefined),
  before: z.string().max(80).optional().catch(undefined),
})

/** Times for which an alert can be snoozed. */
export const SNOOZE_SPANS = ['hour', 'tomorrow', 'week'] as const
export type SnoozeSpan = (typeof SNOOZE_SPANS)[number]

export const manyAlertsInput = z.object({
  ids: manyIds,
  change: z.enum(['acknowledge', 'unacknowledge', 'snooze', 'unsnooze', 'assign']),
  /** For how long alerts are snoozed, or the id of the member to whom they are assigned; empty for nobody. */
  choice: singleLineText(z.string().max(100)).default(''),
  /** For Undo: the value that was given. An alert that has another one by now is left as it is. */
  given: singleLineText(z.string().max(100)).optional(),
})
export const acknowledgeAlertInput = z.object({
  alertId: z.uuid(),
  /** Explanation of outside spend, for which it is required. */
  reason: multiLineText(z.string().trim().max(300, 'Use at most 300 characters.')).default(''),
})

export const muteAlertsInput = z.object({
  kind: alertKindSchema,
  /** Empty: the whole kind. */
  subjectId: singleLineText(z.string().max(100)).default(''),
  /** 0: no longer muted. */
  days: z.coerce.number().int().min(0).max(365),
})

export const changeAlertSettingInput = z.object({
  kind: alertKindSchema,
  enabled: z.boolean(),
  /** Parameters of the kind, by name. */
  parameters: z.record(z.string(), z.string()).default({}),
})

export interface AlertView {
  readonly id: string
  readonly kind: AlertKind
  /** The kind as which it is shown and ranked: a budget may have been overspent since it warned. */
  readonly shownKind: AlertKind | 'over_budget'
  readonly subjectId: string
  readonly subjectName: string
  readonly title: string
  readonly detail: string
  /** Path of the page about it, below the team. */
  readonly path: string
  readonly firedAt: Date
  readonly recoveredAt: Date | null
  readonly acknowledgedBy: string | null
  readonly acknowledgeReason: string | null
  readonly mutedUntil: Date | null
  /** Null for an alert that is not snoozed, or no longer. */
  readonly snoozedUntil: Date | null
  /** The member who takes care of it; null for nobody, and for one who has left. */
  readonly assignedTo: { readonly id: string; readonly name: string } | null
}

export interface AlertSettingView {
  readonly kind: AlertKind
  readonly enabled: boolean
  readonly mutedUntil: Date | null
  /** Values as text, by name. */
  readonly parameters: Readonly<Record<string, string>>
}
