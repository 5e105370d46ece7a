import { createBudgetFor } from '@/lib/collect/scopes'
import { conflict } from '@/lib/kernel'
import { type BudgetView, changeBudget, listBudgets, readAmount } from '@/lib/money/budgets'
import type { ProvisionParts } from './parts'
import { atPlace } from './place'
import { provisionThing } from './provision-thing'
import { sameOrOnlyOne } from './references'
import type { ProvisionedBudget } from './schemas'
import type { TeamWork } from './team-work'

/** Creates the budgets that never existed, and gives the others the amount and limits of the file. */
export async function provisionBudgets(
  parts: ProvisionParts,
  work: TeamWork,
  budgets: readonly ProvisionedBudget[],
): Promise<void> {
  const { ctx, place } = work
  for (const [index, given] of budgets.entries()) {
    await atPlace([...place, 'budgets', index], given, async () => {
      const scopeId = await scopeIdOf(work, given)
      if (scopeId === null) return
      const { name, scope, unit, period, amount, stops, tellsAt } = given
      const all = await listBudgets(ctx)
      const state = await provisionThing(
        parts,
        { teamId: ctx.team.id, kind: 'budget', name },
        {
          find: async (known) => sameOrOnlyOne(all, name, { known, what: 'A budget of this name' }),
          isThere: async (id) => all.some((budget) => budget.id === id),
          make: () => createBudgetFor(ctx, { name, scope, scopeId, unit, period, amount, stops, tellsAt }),
        },
      )
      const before = state.is === 'there' ? all.find(({ id }) => id === state.id) : null
      if (!before) return
      requireSameKind(before, { ...given, scopeId: scope === 'team' ? ctx.team.id : scopeId })
      if (isSame(before, given)) return
      await changeBudget(ctx, { budgetId: before.id, name, amount, stops, tellsAt })
      parts.report.changed('budget', name)
    })
  }
}

/** Returns the id of a budget's subject; empty for the team, null if people have removed the subject. */
async function scopeIdOf({ references }: TeamWork, { scope, of = '' }: ProvisionedBudget) {
  if (scope === 'team') return ''
  return references.find(scope, of)
}

function requireSameKind(
  before: BudgetView,
  given: Pick<BudgetView, 'scope' | 'scopeId' | 'unit' | 'period'>,
): void {
  const fixed = ['scope', 'scopeId', 'unit', 'period'] as const
  const differing = fixed.find((field) => before[field] !== given[field])
  if (differing)
    throw conflict('The budget was not changed.', {
      [differing === 'scopeId' ? 'of' : differing]:
        'A budget of this name is there and differs in this, which cannot change. Give this one another name, or delete that one first.',
    })
}

const isSame = (before: BudgetView, { amount, unit, stops, tellsAt }: ProvisionedBudget): boolean =>
  before.amount === readAmount(amount, unit, 'The budget was not changed.') &&
  before.stops === stops &&
  before.tellsAt.join() === tellsAt.join()
