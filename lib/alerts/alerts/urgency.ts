import { type AlertKind, type AlertSubject, alertKindSchema } from './schemas'

/** Kinds of what needs somebody: alerts, requests for more, and calls whose cost is not known. */
export type AttentionKind = AlertKind | 'unknown_calls' | 'raise'

/** Rank of each kind, the most urgent first; news last. */
export const URGENCY_RANKS: Readonly<Record<AttentionKind, number>> = {
  outside_spend: 1,
  upstream_failing: 2,
  run_out: 3,
  low_balance: 4,
  budget_stopped: 5,
  raise: 6,
  key_refused: 7,
  unknown_calls: 8,
  schedule_failing: 9,
  price_shift: 10,
  unusual_spend: 11,
  budget_threshold: 12,
  new_items: 13,
  nothing_new: 14,
}

/** Suffix of the key of an alert that may be about our own pages. */
export const UNCERTAIN_KEY_SUFFIX = 'perhaps'

/** Returns whether an alert says that outside spend may have been our own. */
export const isUncertainSpend = (dedupeKey: string): boolean =>
  dedupeKey.split('|')[2] === UNCERTAIN_KEY_SUFFIX

export interface RankedAlert {
  readonly kind: string
  readonly dedupeKey: string
  readonly firedAt: Date
  readonly acknowledgedAt: Date | null
}

/**
 * Compares open alerts by what needs somebody first: those that nobody has acknowledged, the more urgent kind, a
 * certain loss before one that may have been our own, and the newest.
 */
export function compareByUrgency(a: RankedAlert, b: RankedAlert): number {
  return (
    Number(a.acknowledgedAt !== null) - Number(b.acknowledgedAt !== null) ||
    rankOf(a) - rankOf(b) ||
    Number(isUncertainSpend(a.dedupeKey)) - Number(isUncertainSpend(b.dedupeKey)) ||
    b.firedAt.getTime() - a.firedAt.getTime()
  )
}

const rankOf = ({ kind }: RankedAlert): number => URGENCY_RANKS[alertKindSchema.parse(kind)]

/** The type of subject that each kind is about. */
const SUBJECTS: Readonly<Record<AlertKind, AlertSubject>> = {
  low_balance: 'wallet',
  run_out: 'wallet',
  unusual_spend: 'wallet',
  outside_spend: 'wallet',
  budget_threshold: 'budget',
  budget_stopped: 'budget',
  key_refused: 'key',
  price_shift: 'service',
  upstream_failing: 'service',
  schedule_failing: 'search',
  new_items: 'search',
  nothing_new: 'search',
}

export interface SubjectOfAlert {
  readonly subject: AlertSubject
  /** Id of the wallet, key, budget or search; empty for the service. */
  readonly id: string
}

/** Returns what an alert is about. A price that one wallet's readings show is about that wallet. */
export function subjectOf({
  kind,
  subjectId,
}: {
  readonly kind: string
  readonly subjectId: string
}): SubjectOfAlert {
  const subject = SUBJECTS[alertKindSchema.parse(kind)]
  if (subject !== 'service') return { subject, id: subjectId }
  const [walletId, operation] = subjectId.split(':')
  return operation === undefined ? { subject, id: '' } : { subject: 'wallet', id: walletId ?? '' }
}

/** Returns the key of what an alert is about. The alerts with one key are one row. */
export function subjectKey(alert: Parameters<typeof subjectOf>[0]): string {
  const { subject, id } = subjectOf(alert)
  return `${subject} ${id}`
}
