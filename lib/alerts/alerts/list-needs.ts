import { cachedTeamUnit, formatPlural, hasRole, localiseStoredText } from '@/lib/kernel'
import { formatBudgetAmount, listPendingRaises } from '@/lib/money/budgets'
import { countOpenLostCalls } from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'
import { isUncertainSpend } from './incidents'
import { type AlertKind, alertKindSchema } from './schemas'
import { selectUnacknowledgedAlerts } from './store'

/** Something that needs somebody's attention. */
export interface AttentionItem {
  readonly key: string
  readonly kind: AlertKind | 'unknown_calls' | 'raise'
  readonly text: string
  /** Path of the page where it is done, below the team. */
  readonly path: string
}

/** Rank of each kind, the most urgent first; news last. */
const RANKS: Readonly<Record<AttentionItem['kind'], number>> = {
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

/** Kinds that call for the same action: a wallet that is low and runs out, and a budget that warned and stopped. */
const SUBJECTS: Partial<Record<AttentionItem['kind'], string>> = {
  run_out: 'wallet',
  low_balance: 'wallet',
  budget_stopped: 'budget',
  budget_threshold: 'budget',
}

/**
 * Returns what needs attention in a team, most urgent first, each subject once: open alerts that nobody has
 * acknowledged, requests that this admin may decide on, and calls whose cost is not known. The bell and the overview
 * show their number.
 */
export async function listAttentionItems(ctx: TeamCtx): Promise<AttentionItem[]> {
  const [alerts, raises, unknown] = await Promise.all([
    selectUnacknowledgedAlerts(ctx.db, ctx.team.id),
    hasRole(ctx.actor.role, 'admin') ? listRequestedRaises(ctx) : [],
    countOpenLostCalls(ctx),
  ])
  // A certain loss of a wallet is shown rather than one that may have been our own.
  alerts.sort((a, b) => Number(isUncertainSpend(a.dedupeKey)) - Number(isUncertainSpend(b.dedupeKey)))
  const needs = [
    ...alerts.map(({ subjectId, title, path, ...row }) => {
      const kind = alertKindSchema.parse(row.kind)
      return { key: `${SUBJECTS[kind] ?? kind} ${subjectId}`, kind, text: localiseStoredText(title), path }
    }),
    ...raises,
    ...(unknown > 0 ? [unknownCalls(unknown)] : []),
  ]
  needs.sort((a, b) => RANKS[a.kind] - RANKS[b.kind])
  return needs.filter(({ key }, index) => needs.findIndex((one) => one.key === key) === index)
}

const unknownCalls = (count: number): AttentionItem => ({
  key: 'unknown_calls',
  kind: 'unknown_calls',
  text: `${formatPlural(count, 'unknown call')} may have been charged`,
  path: 'resolve',
})

/** Returns the requests for more that nobody has decided on. */
const listRequestedRaises = async (ctx: TeamCtx): Promise<AttentionItem[]> =>
  (await listPendingRaises(ctx)).map(({ id, budgetId, budgetName, unit, askedByName, amount }) => ({
    key: id,
    kind: 'raise' as const,
    text: `${askedByName} asks for ${formatBudgetAmount(amount, unit, cachedTeamUnit(ctx.team.id))} more in “${budgetName}”`,
    path: `budgets#${budgetId}`,
  }))
