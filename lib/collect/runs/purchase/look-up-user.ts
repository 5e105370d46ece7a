import { LOOK_UP_OPERATION, maxChargeForPage, type Nano, OPERATIONS, type Operation } from '@/lib/kernel'
import { createSingleFlight, type StoredKey } from '@/lib/keys/keys'
import type { Attribution } from '@/lib/money/ledger'
import { createCache } from '@/lib/platform/cache'
import type { TeamCtx } from '@/lib/platform/db'
import { listFormOf, NO_ITEMS, type PageOutline, type Provider } from '@/lib/upstream/client'
import {
  findStoredUserId,
  providerPrices,
  type ServiceUser,
  type TeamUpstream,
} from '@/lib/upstream/providers'
import type { PageProblem } from '../core/page-problem'
import { buyPageIfPermitted } from './buy-page'
import type { PageOrder } from './page-order'
import type { RunServices } from './run-services'

/** The user to find, and the run that needs it. */
export interface UserLookUpRequest extends Pick<PageOrder, 'priority' | 'lane' | 'signal' | 'onLate'> {
  readonly runId: string
  readonly key: StoredKey
  readonly upstream: TeamUpstream
  readonly subject: string
  /** The list that is requested. */
  readonly operation: Operation
  readonly attribution: Attribution
  /** Limit of the look-up's cost by the run's own cap; null if it has none in credits. */
  readonly leftNano: Nano | null
  /** True if the provider is only being tried, so that its answer is not remembered. */
  readonly isTrial?: boolean
}

/** The numeric id if the list expects one and a handle was typed; undefined if the subject is sent as it is. */
type UserFound =
  | { readonly userId: string | undefined; readonly isBought: boolean; readonly problem: null }
  | { readonly problem: PageProblem }

const AS_TYPED: UserFound = { userId: undefined, isBought: false, problem: null }

const shareLookUp = createSingleFlight<UserFound>()
/** Ids by user, cached because an id never changes. */
const known = createCache<string>({ max: 10_000 })

/**
 * Finds the numeric id of a user: from an earlier look-up, else by a look-up through the key's queue, which is on the
 * ledger as a call of the operation without items. Those who need it at the same time share one look-up.
 */
export async function findUserId(
  ctx: TeamCtx,
  services: RunServices,
  wanted: UserLookUpRequest,
): Promise<UserFound> {
  const { upstream, subject, operation } = wanted
  const { provider, id: service } = upstream
  if (!needsLookUp(provider, operation, subject)) return AS_TYPED
  const user = { teamId: ctx.team.id, service, handle: handleOf(subject).toLowerCase() }
  const name = JSON.stringify(Object.values(user))
  const remembered = known.get(name) ?? (await findStoredUserId(ctx.db, user))
  if (remembered !== null) {
    known.set(name, remembered)
    return { userId: remembered, isBought: false, problem: null }
  }
  if (provider.lookup === null) return { problem: withoutLookUp(provider) }
  const tariff = providerPrices(provider)[LOOK_UP_OPERATION] ?? null
  if (wanted.leftNano !== null && tariff !== null && maxChargeForPage(tariff, 1) > wanted.leftNano)
    return { problem: LOOK_UP_PASSES_CAP }
  for (;;) {
    let isOwn = false
    const found = await shareLookUp(services.pacers, `${wanted.isTrial ?? false} ${name}`, () => {
      isOwn = true
      return lookUp(ctx, services, wanted, user)
    })
    if (found.problem === null && found.userId !== undefined && !wanted.isTrial) known.set(name, found.userId)
    // The failure may be due to another caller's key or patience.
    if (isOwn || found.problem === null) return found
  }
}

/**
 * Returns whether a run of this search would first pay for a look-up of its user, because no earlier run has made one.
 */
export async function needsUserLookUp(
  ctx: TeamCtx,
  { provider, id: service }: Pick<TeamUpstream, 'provider' | 'id'>,
  { operation, subject }: { readonly operation: Operation; readonly subject: string },
): Promise<boolean> {
  if (provider.lookup === null || !needsLookUp(provider, operation, subject)) return false
  const handle = handleOf(subject).toLowerCase()
  return (await findStoredUserId(ctx.db, { teamId: ctx.team.id, service, handle })) === null
}

const needsLookUp = (provider: Provider, operation: Operation, subject: string): boolean =>
  OPERATIONS[operation].subject === 'user' &&
  listFormOf(provider, operation).subject.is === 'id' &&
  !/^\d+$/.test(subject.trim())

const handleOf = (subject: string): string => subject.trim().replace(/^@/, '')

async function lookUp(
  ctx: TeamCtx,
  services: RunServices,
  {
    runId,
    key,
    upstream,
    subject,
    attribution: ofRun,
    priority,
    lane,
    signal,
    onLate,
    isTrial,
  }: UserLookUpRequest,
  user: ServiceUser,
): Promise<UserFound> {
  const attribution = { ...ofRun, operation: LOOK_UP_OPERATION }
  const handle = handleOf(subject)
  let userId = ''
  const { delivered, problem } = await buyPageIfPermitted<PageOutline>(ctx, services, {
    upstream: {
      provider: upstream.provider,
      name: upstream.name,
      id: upstream.id,
      // Says that nothing is learned from this call's count, which is no page's.
      isTrial: true,
      async send(secret, options) {
        const answer = await upstream.lookUpUser(secret, handle, options)
        if (!answer.ok) return answer
        const { id, reportedChargeNano } = answer.value
        userId = id
        return { ...answer, value: { ...NO_ITEMS, reportedChargeNano } }
      },
    },
    key,
    attribution,
    priority,
    lane,
    signal,
    onLate,
    pageNumber: 0,
    // The run's items are those of its pages.
    other: { maxItems: 1, heldItems: 0, rate: null },
    claim: () => Promise.resolve(),
    giveBack: () => Promise.resolve(),
  })
  if (problem) return { problem }
  await services.book.settleCall(ctx, {
    delivered,
    key,
    operation: LOOK_UP_OPERATION,
    prices: providerPrices(upstream.provider),
    lookedUp: { runId, userId, user: isTrial ? null : user },
  })
  return { userId, isBought: true, problem: null }
}

const LOOK_UP_PASSES_CAP: PageProblem = {
  kind: 'run_cap',
  charged: 'no',
  message: 'This run has reached its own cap: looking up the user would exceed it.',
}

const withoutLookUp = ({ name }: Provider): PageProblem => ({
  kind: 'bad_request',
  charged: 'no',
  message: `${name} wants the numeric id of a user here, and its provider names no look-up for handles. Save the search with the id.`,
})
