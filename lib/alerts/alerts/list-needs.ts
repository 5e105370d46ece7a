import { cachedTeamUnit, formatPlural, hasRole, localiseStoredText } from '@/lib/kernel'
import { formatBudgetAmount, listPendingRaises } from '@/lib/money/budgets'
import { countOpenLostCalls } from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'
import { alertKindSchema } from './schemas'
import { selectUnacknowledgedAlerts } from './store'
import { type AttentionKind, compareByUrgency, URGENCY_RANKS } from './urgency'

/** Something that needs somebody's attention. */
export interface AttentionItem {
  readonly key: string
  readonly kind: AttentionKind
  readonly text: string
  /** Path of the page where it is done, below the team. */
  readonly path: string
}

/** Kinds that call for the same action: a wallet that is low and runs out, and a budget that warned and stopped. */
const SUBJECTS: Partial<Record<AttentionKind, string>> = {
  run_out: 'wallet',
  low_balance: 'wallet',
  budget_stopped: 'budget',
  budget_threshold: 'budget',
}

/** Maximum number of open alerts that are ranked, the newest. */
const MAX_RANKED = 10_000

/**
 * Returns what needs attention in a team, most urgent first, each subject once: open alerts that nobody has
 * acknowledged or snoozed, requests that this admin may decide on, and calls whose cost is not known. The bell and the overview
 * show their number.
 */
export async function listAttentionItems(ctx: TeamCtx): Promise<AttentionItem[]> {
  const [alerts, raises, unknown] = await Promise.all([
    selectUnacknowledgedAlerts(ctx.db, ctx.team.id, ctx.clock.now(), MAX_RANKED),
    hasRole(ctx.actor.role, 'admin') ? listRequestedRaises(ctx) : [],
    countOpenLostCalls(ctx),
  ])
  const needs = [
    ...alerts.sort(compareByUrgency).map(({ subjectId, title, path, ...row }) => {
      const kind = alertKindSchema.parse(row.kind)
      return { key: `${SUBJECTS[kind] ?? kind} ${subjectId}`, kind, text: localiseStoredText(title), path }
    }),
    ...raises,
    ...(unknown > 0 ? [unknownCalls(unknown)] : []),
  ]
  needs.sort((a, b) => URGENCY_RANKS[a.kind] - URGENCY_RANKS[b.kind])
  const known = new Set<string>()
  return needs.filter(({ key }) => !known.has(key) && known.add(key))
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
