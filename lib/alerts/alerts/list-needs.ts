import { cachedTeamUnit, formatPlural, hasRole, localiseStoredText } from '@/lib/kernel'
import { formatBudgetAmount, listPendingRaises } from '@/lib/money/budgets'
import { countOpenLostCalls } from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'
import { overspentTitle } from './sources/budgets'
import { selectUnacknowledgedAlerts } from './store'
import {
  type AttentionKind,
  attentionKindOf,
  groupBySubject,
  listOverspentBudgets,
  type SubjectOfAlert,
  subjectOf,
  URGENCY_RANKS,
} from './urgency'

/** Something that needs somebody's attention. */
export interface AttentionItem {
  readonly key: string
  /** The most urgent one of its kinds. */
  readonly kind: AttentionKind
  readonly kinds: readonly AttentionKind[]
  /** Names what its alerts are about; null if it is no alert. */
  readonly about: SubjectOfAlert | null
  readonly text: string
  /** Path of the page where it is done, below the team. */
  readonly path: string
}

/**
 * Returns what needs attention in a team, most urgent first: a row for each thing with open alerts that nobody has
 * acknowledged or snoozed, requests that this admin may decide on, and calls whose cost is not known. The bell, the
 * overview and the inbox show their number as “open”.
 */
export async function listAttentionItems(ctx: TeamCtx): Promise<AttentionItem[]> {
  const [alerts, raises, unknown] = await Promise.all([
    selectUnacknowledgedAlerts(ctx.db, ctx.team.id, ctx.clock.now()),
    hasRole(ctx.actor.role, 'admin') ? listRequestedRaises(ctx) : [],
    countOpenLostCalls(ctx),
  ])
  const overspent = await listOverspentBudgets(ctx, alerts)
  const needs = [...aboutEach(alerts, overspent), ...raises, ...(unknown > 0 ? [unknownCalls(unknown)] : [])]
  return needs.sort((a, b) => URGENCY_RANKS[a.kind] - URGENCY_RANKS[b.kind])
}

/** Combines the alerts about each thing. The most urgent one says what is wrong, and how many others there are. */
function aboutEach(
  alerts: Awaited<ReturnType<typeof selectUnacknowledgedAlerts>>,
  overspent: ReadonlySet<string>,
): AttentionItem[] {
  return [...groupBySubject(alerts, overspent)].flatMap(([key, group]) => {
    const [first, ...others] = group
    if (!first) return []
    const kind = attentionKindOf(first, overspent)
    const title = kind === 'over_budget' ? overspentTitle(first.subjectName) : localiseStoredText(first.title)
    return {
      key,
      kind,
      kinds: group.map((alert) => attentionKindOf(alert, overspent)),
      about: subjectOf(first),
      text: others.length === 0 ? title : `${title}, and ${formatPlural(others.length, 'more alert')}`,
      path: first.path,
    }
  })
}

const unknownCalls = (count: number): AttentionItem => ({
  key: 'unknown_calls',
  kind: 'unknown_calls',
  kinds: ['unknown_calls'],
  about: null,
  text: `${formatPlural(count, 'unknown call')} may have been charged`,
  path: 'resolve',
})

/** Returns the requests for more that nobody has decided on. */
const listRequestedRaises = async (ctx: TeamCtx): Promise<AttentionItem[]> =>
  (await listPendingRaises(ctx)).map(({ id, budgetId, budgetName, unit, askedByName, amount }) => ({
    key: id,
    kind: 'raise' as const,
    kinds: ['raise' as const],
    about: null,
    text: `${askedByName} asks for ${formatBudgetAmount(amount, unit, cachedTeamUnit(ctx.team.id))} more in “${budgetName}”`,
    path: `budgets#${budgetId}`,
  }))
