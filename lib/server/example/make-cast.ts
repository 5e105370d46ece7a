import { saveSchedule } from '@/lib/collect/schedules'
import { createSearch, getSearch } from '@/lib/collect/searches'
import { nanoToText, OPERATION_NAMES } from '@/lib/kernel'
import { addExampleKey } from '@/lib/keys/keys'
import { createGatewayKey, createGatewayKeyInput, createService } from '@/lib/keys/services'
import { setPrice } from '@/lib/money/prices'
import { createWallet } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { addExamplePeople, listEnvironments } from '@/lib/teams/teams'
import { KEYS, PEOPLE, SEARCHES, SERVICES, WALLETS } from './cast'
import { priceOn } from './money'

/** Everything created for the cast, in its order. The first member is the person who loads the example. */
export interface MadeCast {
  readonly members: readonly TeamCtx['actor'][]
  readonly wallets: readonly string[]
  readonly keys: readonly MadeKey[]
  readonly searches: readonly { readonly id: string; readonly streamId: string }[]
  readonly services: readonly string[]
}

export interface MadeKey {
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
export async function makeCast(ctx: TeamCtx, day: number): Promise<MadeCast> {
  const added = await addExamplePeople(ctx, PEOPLE)
  const members = [
    ctx.actor,
    ...PEOPLE.map(({ name, role }, place) => ({
      ...{ name, role, sid: '' },
      userId: added[place]?.userId ?? '',
      memberId: added[place]?.memberId ?? '',
    })),
  ]
  const wallets: string[] = []
  for (const name of WALLETS) wallets.push((await createWallet(ctx, { name })).id)
  for (const operation of OPERATION_NAMES)
    await setPrice(ctx, { operation, price: nanoToText(priceOn(operation, day)), firstDay: '' })
  const keys = await makeKeys(ctx, wallets)
  const searches = await makeSearches(ctx, members, keys)
  return { members, wallets, keys, searches, services: await makeServices(ctx, keys) }
}

async function makeKeys(ctx: TeamCtx, wallets: readonly string[]): Promise<MadeKey[]> {
  const environments = new Map((await listEnvironments(ctx)).map(({ name, id }) => [name, id]))
  const made: MadeKey[] = []
  for (const { name, wallet, environment, prefix, requestsPerSecond } of KEYS) {
    const walletId = wallets[wallet] ?? ''
    const environmentId = environments.get(environment) ?? ''
    const { id } = await addExampleKey(ctx, { walletId, environmentId, name, prefix, requestsPerSecond })
    made.push({ id, prefix, walletId, environmentId, environmentName: environment })
  }
  return made
}

async function makeSearches(ctx: TeamCtx, members: MadeCast['members'], keys: readonly MadeKey[]) {
  const made: { id: string; streamId: string }[] = []
  for (const { owner, key, hours, name, operation, subject, tags } of SEARCHES) {
    const of = { ...ctx, actor: members[owner] ?? ctx.actor }
    const environmentId = keys[key]?.environmentId ?? ''
    const asked = { name, operation, subject, tags: [...tags], environmentId }
    const { id } = await createSearch(of, asked)
    const { streamId } = await getSearch(ctx, id)
    made.push({ id, streamId })
    if (!hours) continue
    const cron = `7 ${hours.join()} * * *`
    await saveSchedule(of, { searchId: id, cron, capItems: 1200, capItemsDay: 5000, untilKnown: true })
  }
  return made
}

async function makeServices(ctx: TeamCtx, keys: readonly MadeKey[]): Promise<string[]> {
  const made: string[] = []
  for (const { name, key } of SERVICES) {
    const { id: serviceId } = await createService(ctx, { name })
    // The key's text is drawn and forgotten, so nobody can call with it.
    await createGatewayKey(ctx, createGatewayKeyInput.parse({ serviceId, keyId: keys[key]?.id }))
    made.push(serviceId)
  }
  return made
}
