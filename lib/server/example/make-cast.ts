import { findRuns, insertPastRuns } from '@/lib/collect/runs'
import { recordExampleRun, saveSchedule } from '@/lib/collect/schedules'
import { createSearch, getSearch } from '@/lib/collect/searches'
import { NANO_PER_CREDIT, nanoToText, newId, OPERATION_NAMES, withPlainConventions } from '@/lib/kernel'
import { addExampleKey, recordExampleKeyUse } from '@/lib/keys/keys'
import {
  createGatewayKey,
  createGatewayKeyInput,
  createService,
  recordExampleGatewayUse,
} from '@/lib/keys/services'
import {
  changeBudget,
  createBudget,
  createBudgetInput,
  formatBudgetAmount,
  getBudget,
  recordBudgetStop,
} from '@/lib/money/budgets'
import { setPrice } from '@/lib/money/prices'
import { createWallet } from '@/lib/money/wallets'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { addExamplePeople, listEnvironments } from '@/lib/teams/teams'
import { EXAMPLE_KEYS, EXAMPLE_PEOPLE, EXAMPLE_SEARCHES, EXAMPLE_SERVICES, EXAMPLE_WALLETS } from './cast'
import { priceOnDay } from './money'
import { type PlannedSlice, scheduleMinute } from './plan'

/** Everything created for the cast, in its order. The first member is the person who loads the example. */
export interface CreatedCast {
  readonly members: readonly TeamCtx['actor'][]
  readonly wallets: readonly string[]
  readonly keys: readonly CreatedKey[]
  readonly searches: readonly { readonly id: string; readonly streamId: string }[]
  readonly services: readonly string[]
}

export interface CreatedKey {
  readonly id: string
  readonly prefix: string
  readonly walletId: string
  readonly environmentId: string
  readonly environmentName: string
}

/**
 * Creates everybody and everything of an example with Purser's own verbs, at the moment of the context's clock, which
 * is on this day of the history.
 */
export async function createCast(ctx: TeamCtx, day: number): Promise<CreatedCast> {
  const added = await addExamplePeople(ctx, EXAMPLE_PEOPLE)
  const members = [
    ctx.actor,
    ...EXAMPLE_PEOPLE.map(({ name, role }, index) => ({
      name,
      role,
      sid: '',
      userId: added[index]?.userId ?? '',
      memberId: added[index]?.memberId ?? '',
    })),
  ]
  const wallets: string[] = []
  for (const name of EXAMPLE_WALLETS) wallets.push((await createWallet(ctx, { name })).id)
  for (const operation of OPERATION_NAMES)
    await setPrice(ctx, { operation, price: nanoToText(priceOnDay(operation, day)), firstDay: '' })
  const keys = await makeKeys(ctx, wallets)
  const searches = await makeSearches(ctx, members, keys)
  return { members, wallets, keys, searches, services: await makeServices(ctx, keys) }
}

async function makeKeys(ctx: TeamCtx, wallets: readonly string[]): Promise<CreatedKey[]> {
  const environments = new Map((await listEnvironments(ctx)).map(({ name, id }) => [name, id]))
  const made: CreatedKey[] = []
  for (const { name, wallet, environment, prefix, requestsPerSecond } of EXAMPLE_KEYS) {
    const walletId = wallets[wallet] ?? ''
    const environmentId = environments.get(environment) ?? ''
    const { id } = await addExampleKey(ctx, { walletId, environmentId, name, prefix, requestsPerSecond })
    made.push({ id, prefix, walletId, environmentId, environmentName: environment })
  }
  return made
}

async function makeSearches(ctx: TeamCtx, members: CreatedCast['members'], keys: readonly CreatedKey[]) {
  const made: { id: string; streamId: string }[] = []
  for (const { owner, key, hours, name, operation, subject, tags } of EXAMPLE_SEARCHES) {
    const of = { ...ctx, actor: members[owner] ?? ctx.actor }
    const environmentId = keys[key]?.environmentId ?? ''
    const asked = { name, operation, subject, tags: [...tags], environmentId }
    const { id } = await createSearch(of, asked)
    const { streamId } = await getSearch(ctx, id)
    made.push({ id, streamId })
    if (!hours) continue
    const cron = `${scheduleMinute(ctx.clock.now().getTime())} ${hours.join()} * * *`
    await saveSchedule(of, { searchId: id, cron, capItems: 1200, capItemsDay: 5000, untilKnown: true })
  }
  return made
}

async function makeServices(ctx: TeamCtx, keys: readonly CreatedKey[]): Promise<string[]> {
  const made: string[] = []
  for (const { name, key } of EXAMPLE_SERVICES) {
    const { id: serviceId } = await createService(ctx, { name })
    // The key's text is drawn and forgotten, so nobody can call with it.
    await createGatewayKey(ctx, createGatewayKeyInput.parse({ serviceId, keyId: keys[key]?.id }))
    made.push(serviceId)
  }
  return made
}

const MINUTE_MS = 60_000
/** Index of the search whose budget is used up. */
const STOPPED = 1
const STOPPED_BUDGET = 'Competitor launches, total'
/** Less than a page of a search may cost. */
const LEFT_CREDITS = 2n

/** Creates budgets, one of which has stopped its search. They count earlier spend too. */
export async function createExampleBudgets(ctx: TeamCtx, cast: CreatedCast): Promise<void> {
  const of = (scope: string, scopeId: string | undefined, period: string) => ({ scope, scopeId, period })
  const [live] = cast.wallets
  const tells = { unit: 'credits', stops: false, tellsAt: [50, 80, 100] }
  const stops = { unit: 'credits', stops: true, tellsAt: [80] }
  const inputs = [
    { name: 'Team, monthly', ...of('team', '', 'month'), ...tells, amount: '9000' },
    { name: 'Live account, weekly', ...of('wallet', live, 'week'), ...tells, amount: '2500' },
    { name: 'Omar, weekly', ...of('member', cast.members[2]?.memberId, 'week'), ...stops, amount: '1500' },
    { name: 'Newsletter, daily', ...of('service', cast.services[0], 'day'), ...stops, amount: '1000' },
  ]
  for (const input of inputs) await createBudget(ctx, createBudgetInput.parse(input))
  await makeStopped(ctx, cast)
}

async function makeStopped(ctx: TeamCtx, cast: CreatedCast): Promise<void> {
  const search = cast.searches[STOPPED]
  const open = { scope: 'search', scopeId: search?.id, period: 'total', unit: 'credits', amount: '100000' }
  const name = STOPPED_BUDGET
  const input = createBudgetInput.parse({ ...open, name, stops: false, tellsAt: [80, 100] })
  const { id: budgetId } = await createBudget(ctx, input)
  const { settled, reserved } = await getBudget(ctx, budgetId)
  const amount = (settled + reserved) / NANO_PER_CREDIT + LEFT_CREDITS
  await changeBudget(ctx, { budgetId, name, amount: String(amount), stops: true, tellsAt: [80, 100] })
  await recordStopped(
    ctx,
    cast,
    withPlainConventions(() => formatBudgetAmount(amount * NANO_PER_CREDIT, 'credits')),
  )
  await recordBudgetStop(ctx, { budgetId })
}

/** Records the run whose page the budget refused. */
async function recordStopped(ctx: TeamCtx, cast: CreatedCast, amount: string): Promise<void> {
  const [search, facts] = [cast.searches[STOPPED], EXAMPLE_SEARCHES[STOPPED]]
  const key = cast.keys[facts?.key ?? 0]
  const member = cast.members[facts?.owner ?? 0]
  if (!search || !facts || !key || !member) return
  const at = new Date(ctx.clock.now().getTime() - MINUTE_MS)
  const run = {
    id: newId(),
    teamId: ctx.team.id,
    searchId: search.id,
    searchName: facts.name,
    searchVersion: 1,
    streamId: search.streamId,
    operation: facts.operation,
    subject: facts.subject,
    product: 'Latest',
    keyId: key.id,
    keyPrefix: key.prefix,
    environmentId: key.environmentId,
    environmentName: EXAMPLE_KEYS[facts.key]?.environment ?? '',
    shared: true,
    instanceId: ctx.team.id,
    memberId: member.memberId,
    memberName: member.name,
    startedAt: at,
  }
  const nothing = { pages: 0, items: 0, newItems: 0, unpricedItems: 0, chargeNano: 0n }
  const note = `The budget “${STOPPED_BUDGET}” stops here: less is left of its ${amount} than the next page may need.`
  const end = { reason: 'budget_refused', at, note } as const
  await transaction(ctx.db, (tx) => insertPastRuns(tx, [{ run, sums: nothing, end }]))
}

/** Sets keys, gateway keys and schedules to the state in which their last calls and runs left them. */
export async function recordLastUses(
  ctx: TeamCtx,
  { keys, services, searches }: CreatedCast,
  slices: readonly PlannedSlice[],
): Promise<void> {
  const [ofKeys, ofServices] = lastUses(slices)
  await recordExampleKeyUse(
    ctx,
    keys.map(({ id }, index) => ({ id, lastUsedAt: ofKeys.get(index) ?? null })),
  )
  for (const [index, serviceId] of services.entries()) {
    const at = ofServices.get(index)
    if (at) await recordExampleGatewayUse(ctx, serviceId, at)
  }
  const span = { from: new Date(slices[0]?.from ?? 0), to: ctx.clock.now() }
  for (const [index, { hours }] of EXAMPLE_SEARCHES.entries()) {
    const searchId = searches[index]?.id
    if (!hours || searchId === undefined) continue
    const { runs } = await findRuns(ctx, { ...span, searchId, caller: 'schedule' }, undefined, { limit: 1 })
    if (runs[0]) await recordExampleRun(ctx, searchId, runs[0].id)
  }
}

/** Returns the times of the last call of each key and each service, by index. */
function lastUses(slices: readonly PlannedSlice[]) {
  const [keys, services] = [new Map<number, Date>(), new Map<number, Date>()]
  const note = (of: Map<number, Date>, index: number, at: number) => {
    if (at > (of.get(index)?.getTime() ?? 0)) of.set(index, new Date(at))
  }
  for (const { runs, services: called } of slices) {
    for (const { search, calls } of runs)
      for (const { at } of calls) note(keys, EXAMPLE_SEARCHES[search]?.key ?? 0, at)
    for (const { service, calls } of called)
      for (const { at } of calls) {
        note(keys, EXAMPLE_SERVICES[service]?.key ?? 0, at)
        note(services, service, at)
      }
  }
  return [keys, services] as const
}
