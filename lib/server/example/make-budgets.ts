import { insertPastRuns } from '@/lib/collect/runs'
import { inPlainConventions, NANO_PER_CREDIT, newId } from '@/lib/kernel'
import {
  changeBudget,
  createBudget,
  createBudgetInput,
  describeAmount,
  getBudget,
  noteStop,
} from '@/lib/money/budgets'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { KEYS, SEARCHES } from './cast'
import type { MadeCast } from './make-cast'

const MINUTE_MS = 60_000
/** Index of the search whose budget is used up. */
const STOPPED = 1
/** Less than a page of a search may cost. */
const LEFT_CREDITS = 2n

/** Creates budgets, one of which has stopped its search. They count earlier spend too. */
export async function makeBudgets(ctx: TeamCtx, cast: MadeCast): Promise<void> {
  const of = (scope: string, scopeId: string | undefined, period: string) => ({ scope, scopeId, period })
  const [main] = cast.wallets
  const tells = { unit: 'credits', stops: false, tellsAt: [50, 80, 100] }
  const stops = { unit: 'credits', stops: true, tellsAt: [80] }
  const inputs = [
    { name: 'Everything', ...of('team', '', 'month'), ...tells, amount: '9000' },
    { name: 'Main', ...of('wallet', main, 'week'), ...tells, amount: '2500' },
    { name: 'Omar', ...of('member', cast.members[2]?.memberId, 'week'), ...stops, amount: '1500' },
    { name: 'Newsletter', ...of('service', cast.services[0], 'day'), ...stops, amount: '1000' },
  ]
  for (const input of inputs) await createBudget(ctx, createBudgetInput.parse(input))
  await makeStopped(ctx, cast)
}

async function makeStopped(ctx: TeamCtx, cast: MadeCast): Promise<void> {
  const search = cast.searches[STOPPED]
  const open = { scope: 'search', scopeId: search?.id, period: 'month', unit: 'credits', amount: '100000' }
  const name = SEARCHES[STOPPED]?.name ?? ''
  const input = createBudgetInput.parse({ ...open, name, stops: false, tellsAt: [80, 100] })
  const { id: budgetId } = await createBudget(ctx, input)
  const { settled } = await getBudget(ctx, budgetId)
  const amount = settled / NANO_PER_CREDIT + LEFT_CREDITS
  await changeBudget(ctx, { budgetId, name, amount: String(amount), stops: true, tellsAt: [80, 100] })
  await recordStopped(
    ctx,
    cast,
    inPlainConventions(() => describeAmount(amount * NANO_PER_CREDIT, 'credits')),
  )
  await noteStop(ctx, { budgetId })
}

/** Records the run whose page the budget refused. */
async function recordStopped(ctx: TeamCtx, cast: MadeCast, amount: string): Promise<void> {
  const [search, facts] = [cast.searches[STOPPED], SEARCHES[STOPPED]]
  const key = cast.keys[facts?.key ?? 0]
  const member = cast.members[facts?.owner ?? 0]
  if (!search || !facts || !key || !member) return
  const at = new Date(ctx.clock.now().getTime() - MINUTE_MS)
  const run = {
    ...{ id: newId(), teamId: ctx.team.id, searchId: search.id, searchName: facts.name, searchVersion: 1 },
    ...{ streamId: search.streamId, operation: facts.operation, subject: facts.subject, product: 'Latest' },
    ...{ keyId: key.id, keyPrefix: key.prefix, environmentId: key.environmentId },
    ...{ environmentName: KEYS[facts.key]?.environment ?? '', shared: true, instanceId: ctx.team.id },
    ...{ memberId: member.memberId, memberName: member.name, startedAt: at },
  }
  const nothing = { pages: 0, items: 0, newItems: 0, unpricedItems: 0, chargeNano: 0n }
  const note = `The budget “${facts.name}” stops here: less is left of its ${amount} than the next page may need.`
  const end = { reason: 'budget_refused', at, note } as const
  await transaction(ctx.db, (tx) => insertPastRuns(tx, [{ run, sums: nothing, end }]))
}
