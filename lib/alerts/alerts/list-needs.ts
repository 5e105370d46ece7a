import { hasRole, plural } from '@/lib/kernel'
import { describeAmount, listBudgets } from '@/lib/money/budgets'
import { readLostTotals } from '@/lib/money/ledger'
import type { WalletView } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { type AlertKind, alertKind } from './schemas'
import { selectOpenAlerts } from './store'

/** Something that needs somebody. */
export interface TeamNeed {
  readonly key: string
  readonly kind: AlertKind | 'unknown_calls' | 'raise'
  readonly text: string
  /** The page where it is done, below the team. */
  readonly path: string
}

/** The most urgent first; what is not here is news, and needs nobody. */
const URGENCY: readonly TeamNeed['kind'][] = [
  'outside_spend',
  'upstream_failing',
  'run_out',
  'low_balance',
  'budget_stopped',
  'raise',
  'key_refused',
  'unknown_calls',
  'schedule_failing',
  'price_shift',
  'unusual_spend',
  'budget_threshold',
]

/** A wallet that is low and runs out, and a budget that warned and stopped, is one thing to do. */
const SUBJECTS: Partial<Record<TeamNeed['kind'], string>> = {
  run_out: 'wallet',
  low_balance: 'wallet',
  budget_stopped: 'budget',
  budget_threshold: 'budget',
}

/**
 * What needs somebody in a team, the most urgent first, each subject once: open alerts that nobody has acknowledged,
 * requests that this admin may decide on, and calls whose cost is not known.
 */
export async function listNeeds(ctx: TeamCtx, wallets: readonly WalletView[]): Promise<TeamNeed[]> {
  const [alerts, raises, lost] = await Promise.all([
    selectOpenAlerts(ctx.db, ctx.team.id),
    hasRole(ctx.actor.role, 'admin') ? asked(ctx) : [],
    readLostTotals(
      ctx,
      wallets.map(({ id }) => id),
    ),
  ])
  const unknown = [...lost.values()].reduce((sum, one) => sum + one.unresolved, 0)
  const needs = [
    ...alerts.flatMap((row) => {
      if (row.acknowledgedAt !== null) return []
      const kind = alertKind.parse(row.kind)
      const subject = `${SUBJECTS[kind] ?? kind} ${row.subjectId}`
      return [{ key: subject, kind, text: row.title, path: row.path }]
    }),
    ...raises,
    ...(unknown > 0 ? [unknownCalls(unknown)] : []),
  ].filter(({ kind }) => URGENCY.includes(kind))
  needs.sort((a, b) => URGENCY.indexOf(a.kind) - URGENCY.indexOf(b.kind))
  return needs.filter(({ key }, place) => needs.findIndex((one) => one.key === key) === place)
}

const unknownCalls = (count: number): TeamNeed => ({
  key: 'unknown_calls',
  kind: 'unknown_calls',
  text: `It is not known what ${plural(count, 'lost call')} cost`,
  path: 'wallets#unknown-calls',
})

/** The requests for more that nobody has decided on. */
const asked = async (ctx: TeamCtx): Promise<TeamNeed[]> =>
  (await listBudgets(ctx)).flatMap(({ name, unit, raises }) =>
    raises
      .filter(({ state }) => state === 'asked')
      .map(({ id, askedByName, amount }) => ({
        key: id,
        kind: 'raise' as const,
        text: `${askedByName} asks for ${describeAmount(amount, unit)} more in “${name}”`,
        path: 'budgets',
      })),
  )
