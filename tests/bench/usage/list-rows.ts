import { v7 } from 'uuid'
import { foldText, newId, systemClock } from '@/lib/kernel'
import { createBudget, createBudgetInput } from '@/lib/money/budgets'
import { sealEntries } from '@/lib/platform/audit'
import type { Db, TeamCtx } from '@/lib/platform/db'
import type { Shape } from './shape'
import type { Span } from './sums-rows'
import type { MadeTeam } from './team-rows'
import type { Writer } from './writer'

const KINDS = [
  'low_balance',
  'budget_threshold',
  'schedule_failing',
  'new_items',
  'upstream_failing',
] as const
/** Number of alerts that are still open. */
const OPEN_ALERTS = 5
const ACTIONS = ['search.update', 'run.cancel', 'budget.change', 'price.set', 'schedule.save'] as const

/** Inserts alerts and audit entries, evenly over the span. The audit entries are sealed as the job would. */
export async function makeLists(writer: Writer, team: MadeTeam, shape: Shape, span: Span): Promise<void> {
  const momentOf = (place: number, count: number) =>
    new Date(span.from + Math.floor(((span.to - span.from) * place) / count))
  await writer.put('Alert', alertRows(team, shape, momentOf))
  const people = team.members
  const entries = Array.from({ length: shape.auditEntries }, (_, place) => {
    const at = momentOf(place, shape.auditEntries)
    const [actor, search] = [people[place % people.length], team.searches[place % team.searches.length]]
    return {
      ...{
        id: v7({ msecs: at.getTime() }),
        teamId: team.id,
        at,
        action: ACTIONS[place % ACTIONS.length] ?? '',
      },
      ...{ actorId: actor?.userId ?? '', actorName: actor?.name ?? '' },
      ...{
        subjectId: search?.id ?? '',
        subjectName: search?.name ?? '',
        detail: '{"name":{"from":"A","to":"B"}}',
        folded: foldText(`${actor?.name} ${search?.name}`),
      },
    }
  })
  await writer.put('AuditEntry', entries)
  while ((await sealEntries(writer.db, systemClock)) > 0);
}

function alertRows(team: MadeTeam, shape: Shape, momentOf: (place: number, count: number) => Date) {
  return Array.from({ length: shape.alerts }, (_, place) => {
    const firedAt = momentOf(place, shape.alerts)
    const over = new Date(firedAt.getTime() + 3_600_000)
    const key = team.keys[place % team.keys.length]
    return {
      ...{
        id: newId(),
        teamId: team.id,
        kind: KINDS[place % KINDS.length] ?? '',
        subjectId: key?.walletId ?? '',
      },
      ...{
        subjectName: 'Main',
        dedupeKey: `bench ${place}`,
        title: `Alert ${place + 1}`,
        detail: 'It was made up.',
      },
      ...{ data: '{}', path: `wallets/${key?.walletId}`, firedAt },
      recoveredAt: place < shape.alerts - OPEN_ALERTS ? over : null,
    }
  })
}

/** The team as its admin sees it. */
const contextOf = (db: Db, { id, slug, timeZone, admin }: MadeTeam): TeamCtx => ({
  db,
  clock: systemClock,
  team: { id, slug, name: 'Acme', timeZone },
  actor: { ...admin, role: 'admin', sid: 'bench' },
})

/**
 * Creates budgets of each scope and period with Purser's own verb, which counts what was spent. Returns their number.
 */
export async function makeBudgets(writer: Writer, team: MadeTeam): Promise<number> {
  const ctx = contextOf(writer.db, team)
  const [key, search] = [team.keys[0], team.searches[0]]
  const scopes = [
    { scope: 'team', scopeId: '' },
    { scope: 'wallet', scopeId: key?.walletId },
    { scope: 'environment', scopeId: key?.environmentId },
    { scope: 'key', scopeId: key?.id },
    { scope: 'member', scopeId: team.members[1]?.id },
    { scope: 'search', scopeId: search?.id },
  ]
  const periods = ['day', 'week', 'month'] as const
  let made = 0
  for (const of of scopes)
    for (const period of periods) {
      const name = `${of.scope}, ${period}`
      const input = { ...of, name, period, unit: 'items', amount: '9000000000', stops: true, tellsAt: [80] }
      await createBudget(ctx, createBudgetInput.parse(input))
      made++
    }
  const ever = { name: 'All', scope: 'team', unit: 'credits', period: 'total', amount: '1000000' }
  await createBudget(ctx, createBudgetInput.parse({ ...ever, stops: false, tellsAt: [50] }))
  return made + 1
}
