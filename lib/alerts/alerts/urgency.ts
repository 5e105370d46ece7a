import { isOverspent, listBudgets } from '@/lib/money/budgets'
import type { TeamCtx } from '@/lib/platform/db'
import { type AlertKind, type AlertSubject, alertKindSchema } from './schemas'

/** Kinds of what needs somebody: alerts, overspent budgets, requests for more, and calls whose cost is not known. */
export type AttentionKind = AlertKind | 'over_budget' | 'unknown_calls' | 'raise'

/** Rank of each kind, the most urgent first; news last. */
export const URGENCY_RANKS: Readonly<Record<AttentionKind, number>> = {
  outside_spend: 1,
  upstream_failing: 2,
  budget_stopped: 3,
  over_budget: 4,
  run_out: 5,
  low_balance: 6,
  raise: 7,
  key_refused: 8,
  unknown_calls: 9,
  schedule_failing: 10,
  price_shift: 11,
  unusual_spend: 12,
  budget_threshold: 13,
  new_items: 14,
  nothing_new: 15,
}

/** Suffix of the key of an alert that may be about our own pages. */
export const UNCERTAIN_KEY_SUFFIX = 'perhaps'

/** Returns whether an alert says that outside spend may have been our own. */
export const isUncertainSpend = (dedupeKey: string): boolean =>
  dedupeKey.split('|')[2] === UNCERTAIN_KEY_SUFFIX

export interface RankedAlert {
  readonly kind: string
  readonly subjectId: string
  readonly dedupeKey: string
  readonly firedAt: Date
  readonly acknowledgedAt: Date | null
}

/**
 * Compares open alerts by what needs somebody first: those that nobody has acknowledged, the more urgent kind, a
 * certain loss before one that may have been our own, and the newest. `overspent` holds the ids of overspent budgets.
 */
export const compareByUrgency =
  (overspent: ReadonlySet<string>) =>
  (a: RankedAlert, b: RankedAlert): number => {
    const rankOf = (alert: RankedAlert) => URGENCY_RANKS[attentionKindOf(alert, overspent)]
    return (
      Number(a.acknowledgedAt !== null) - Number(b.acknowledgedAt !== null) ||
      rankOf(a) - rankOf(b) ||
      Number(isUncertainSpend(a.dedupeKey)) - Number(isUncertainSpend(b.dedupeKey)) ||
      b.firedAt.getTime() - a.firedAt.getTime()
    )
  }

/** Returns the kind that an alert is ranked as: a budget may have been overspent since it warned. */
export function attentionKindOf(
  { kind, subjectId }: Pick<RankedAlert, 'kind' | 'subjectId'>,
  overspent: ReadonlySet<string>,
): AlertKind | 'over_budget' {
  const parsed = alertKindSchema.parse(kind)
  return parsed === 'budget_threshold' && overspent.has(subjectId) ? 'over_budget' : parsed
}

/** Returns the ids of the overspent budgets, if one of these alerts is a budget's warning. */
export async function listOverspentBudgets(
  ctx: TeamCtx,
  alerts: readonly Pick<RankedAlert, 'kind'>[],
): Promise<ReadonlySet<string>> {
  if (!alerts.some(({ kind }) => kind === 'budget_threshold')) return new Set()
  const budgets = await listBudgets(ctx)
  return new Set(budgets.filter(isOverspent).map(({ id }) => id))
}

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

/** Groups alerts by what they are about. Groups, and the alerts of each, are sorted by urgency. */
export const groupBySubject = <Row extends RankedAlert>(
  alerts: readonly Row[],
  overspent: ReadonlySet<string>,
): ReadonlyMap<string, readonly Row[]> =>
  Map.groupBy(alerts.toSorted(compareByUrgency(overspent)), subjectKey)

/** Returns the key of what an alert is about. The alerts with one key are one row. */
export function subjectKey(alert: Parameters<typeof subjectOf>[0]): string {
  const { subject, id } = subjectOf(alert)
  return `${subject} ${id}`
}
