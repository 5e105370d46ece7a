import { buyPage, type PageOrder, type PurchaseResult } from '@/lib/collect/runs'
import { type OperationName, type Secret, toRequestsPerSecond } from '@/lib/kernel'
import { listRate, type StoredKey } from '@/lib/keys/keys'
import type { GatewayCaller } from '@/lib/keys/services'
import { createCache } from '@/lib/platform/cache'
import {
  type Answer,
  listFormOf,
  type PageOutline,
  type RelayedAnswer,
  type UpstreamSendOptions,
} from '@/lib/upstream/client'
import type { Pacers } from '@/lib/upstream/pacing'
import { listHash, providerPrices, type TeamUpstream } from '@/lib/upstream/providers'
import {
  type GatewayRefusal,
  LOST_CALL_REFUSAL,
  problemRefusal,
  relayAnswer,
  TOO_BUSY_MESSAGE,
  waitRefusal,
} from './answers'
import type { CallState, ServiceActivityCounter } from './figures'
import type { CallerPreferences } from './find-caller'
import type { BoughtCall, FurtherPathFacts } from './read-call'
import type { GatewayAnswer, GatewayParts } from './types'
import { type WaitingRoom, type WaitWatch, watchWait } from './waiting-room'

/** The parts that passing a page needs besides its process's. */
export interface PassPageParts extends GatewayParts {
  readonly room: WaitingRoom
  readonly stops: RecentBudgetStops
  readonly figures: ServiceActivityCounter
}

/** One caller's wait. */
interface Passing extends CallToPass {
  readonly wishes: Pick<CallerPreferences, 'waitMs'>
  readonly gone: AbortSignal
  /** Returns whether the caller's key is still valid. */
  mayCall(): Promise<boolean>
  refuse(refusal: GatewayRefusal): GatewayAnswer
}

/**
 * Buys a caller's page and, once it is settled, answers with the upstream's own answer. A caller that goes away while
 * waiting has sent nothing. A call that was sent is read to its end and settled, whether or not its caller is still
 * there.
 */
export async function passPage(parts: PassPageParts, passing: Passing): Promise<GatewayAnswer> {
  const { caller, key, call, wishes, refuse } = passing
  const stopped = parts.stops.find(caller.gatewayKeyId, call)
  if (stopped !== null) return refuse({ status: 402, problem: 'budget_stopped', message: stopped })
  const ofPath = rateOfCall(passing)
  const keyRate = toRequestsPerSecond(listRate(key, ofPath))
  const requestsPerSecond = Math.min(caller.requestsPerSecond ?? keyRate, keyRate)
  // A path that the service counts separately gets a waiting room of its own.
  const lane = ofPath ? `${caller.service.id} ${nameOf(call)}` : caller.service.id
  const place = { keyId: key.id, lane, requestsPerSecond, waitMs: wishes.waitMs }
  const leave = parts.room.enter(place)
  if (!leave)
    return refuse({
      status: 429,
      problem: 'too_busy',
      message: TOO_BUSY_MESSAGE,
      retryAfterMs: queueMs(parts, key.id),
    })
  const { teamId, serviceId } = { teamId: caller.ctx.team.id, serviceId: caller.service.id }
  const follow = parts.figures.follow({ teamId, serviceId })
  const wait = watchWait(parts.clock, { gone: passing.gone, waitMs: wishes.waitMs, mayCall: passing.mayCall })
  const relaying = orderOf(passing, wait.signal, (standing) => {
    if (standing === 'underWay') leave()
    follow(standing)
  })
  try {
    follow('waiting')
    await waitForOwnRate(parts.pacers, caller, wait.signal)
    const bought = await buyPage(caller.ctx, parts, relaying.order)
    wait.clear()
    return await answerOf(parts, passing, { relaying, bought, wait })
  } catch (error) {
    const why = wait.why()
    // If the call has no attempt on the ledger, nothing was sent.
    if (why === null || relaying.last() !== null) throw error
    return refuse(waitRefusal(why, queueMs(parts, key.id)))
  } finally {
    wait.clear()
    leave()
    follow(null)
  }
}

interface Passed {
  readonly relaying: RelayingOrder
  readonly bought: PurchaseResult<PageOutline>
  readonly wait: WaitWatch
}

async function answerOf(
  parts: PassPageParts,
  { caller, key, upstream, call, refuse }: Passing,
  { relaying, bought, wait }: Passed,
): Promise<GatewayAnswer> {
  const { delivered, problem } = bought
  const last = relaying.last()
  if (delivered) {
    const isWritten = await parts.book.settleCall(caller.ctx, {
      delivered,
      key,
      prices: providerPrices(upstream.provider),
      ...asBooked({ call, upstream }),
    })
    if (!last?.received) return refuse(LOST_CALL_REFUSAL)
    return relayAnswer(last.received, 'settled', isWritten ? {} : { 'purser-settled': 'later' })
  }
  // Of several tries, the last one's answer is passed on if the page failed by it.
  if (last?.received && !last.answer.ok && last.answer.problem === problem)
    return relayAnswer(last.received, problem.charged === 'no' ? 'none' : 'unknown')
  const why = wait.why()
  if (why !== null && problem.kind === 'cancelled') return refuse(waitRefusal(why, queueMs(parts, key.id)))
  if (problem.kind === 'budget_stopped') parts.stops.note(caller.gatewayKeyId, call, problem.message)
  return refuse(problemRefusal(problem))
}

const MIN_MS = 1000
const MAX_MS = 60_000

/** Returns how long to wait before another try is worthwhile. */
function queueMs({ pacers }: PassPageParts, keyId: string): number {
  const leavesInMs = pacers.find(keyId)?.figures().lastLeavesInMs ?? 0
  return Math.min(Math.max(leavesInMs, MIN_MS), MAX_MS)
}

/**
 * Waits until a gateway key's own rate, shared by all processes, lets its next call pass; returns at once if it has
 * none. Rejects with the signal's reason.
 */
async function waitForOwnRate(
  pacers: Pacers,
  { gatewayKeyId, requestsPerSecond }: GatewayCaller,
  signal: AbortSignal,
): Promise<void> {
  if (requestsPerSecond === null) return
  const name = `gateway:${gatewayKeyId}`
  const slot = await pacers.for(name, requestsPerSecond, name).slot({ priority: 'gateway', signal })
  slot.answered()
}

/** Budgets that have just refused a call. A caller that tries again at once is told the same without another look. */
export interface RecentBudgetStops {
  /** Returns the budget's words; null if none refused the same a moment ago. */
  find(gatewayKeyId: string, call: BoughtCall): string | null
  note(gatewayKeyId: string, call: BoughtCall, message: string): void
}

/** Short enough that a budget that was raised soon lets calls pass. */
const SERVES_MS = 1000
const MAX_STOPS = 10_000

/** Creates the memory of a process; `now` is a monotonic clock in milliseconds. */
export function createRecentBudgetStops(now: () => number): RecentBudgetStops {
  const stops = createCache<string>({ max: MAX_STOPS, life: { ms: SERVES_MS, now } })
  return {
    find: (gatewayKeyId, call) => stops.get(stopName(gatewayKeyId, call)) ?? null,
    note: (gatewayKeyId, call, message) => stops.set(stopName(gatewayKeyId, call), message),
  }
}

/** Names a call by what it needs, because another operation or count may need less. */
const stopName = (gatewayKeyId: string, call: BoughtCall): string =>
  call.kind === 'page'
    ? `${gatewayKeyId} ${call.request.operation} ${call.request.count ?? ''}`
    : `${gatewayKeyId} ${call.form.name}`

/** A call to buy, and its caller. */
export interface CallToPass {
  readonly caller: GatewayCaller
  readonly key: StoredKey
  readonly upstream: TeamUpstream
  readonly call: BoughtCall
}

/** The upstream's last answer to a call that was passed on, unchanged. */
interface LastAnswer {
  readonly answer: Answer<PageOutline>
  readonly received: RelayedAnswer | null
}

/** An order, and the upstream's last answer to it. */
export interface RelayingOrder {
  readonly order: PageOrder<PageOutline>
  last(): LastAnswer | null
}

/** Creates the order of a call. Its page is bought like any other, and its answer is kept unchanged. */
function orderOf(
  { caller, key, upstream, call }: CallToPass,
  signal: AbortSignal,
  stands: (standing: CallState) => void,
): RelayingOrder {
  let last: LastAnswer | null = null
  const relayed = async (relay: () => Promise<LastAnswer>): Promise<LastAnswer['answer']> => {
    stands('underWay')
    last = await relay()
    const { answer } = last
    // A refused call waits again.
    if (!answer.ok && answer.problem.kind === 'rate_limited') stands('waiting')
    return answer
  }
  const service = { provider: upstream.provider, name: upstream.name, id: upstream.id }
  const { path } = call
  const common = {
    key,
    attribution: {
      walletId: key.walletId,
      keyId: key.id,
      keyPrefix: key.prefix,
      environmentId: caller.environment.id,
      environmentName: caller.environment.name,
      principal: 'service',
      principalId: caller.service.id,
      origin: 'gateway',
      memberId: '',
      memberName: caller.service.name,
      searchId: null,
      searchName: null,
      runId: '',
      operation: nameOf(call),
    },
    // No run counts its pages.
    pageNumber: 1,
    priority: 'gateway',
    signal,
    claim: () => Promise.resolve(),
    giveBack: () => Promise.resolve(),
  } as const
  if (call.kind === 'further') {
    const { maxItems } = call
    const { items, id, rate } = call.form
    const send = (secret: Secret, options?: UpstreamSendOptions) =>
      relayed(() => upstream.relayFurther(secret, { path, items, id }, options))
    const other = { maxItems, heldItems: maxItems, rate }
    return { order: { ...common, upstream: { ...service, send }, other }, last: () => last }
  }
  const { request } = call
  const { operation, count, cursor } = request
  const asked = {
    operation,
    path,
    ...(count !== undefined && { count }),
    ...(cursor !== undefined && { cursor }),
  }
  const fetchPage = (secret: Secret, _: unknown, options?: UpstreamSendOptions) =>
    relayed(() => upstream.relayPage(secret, asked, options))
  return { order: { ...common, upstream: { ...service, fetchPage }, request }, last: () => last }
}

/** Returns the name of a call on the ledger. */
const nameOf = (call: BoughtCall): OperationName =>
  call.kind === 'page' ? call.request.operation : call.form.name

/** Returns the limit that the service counts for such calls separately; null: the key's. */
const rateOfCall = ({ call, upstream }: Pick<CallToPass, 'call' | 'upstream'>): FurtherPathFacts['rate'] =>
  call.kind === 'page' ? listFormOf(upstream.provider, call.request.operation).rate : call.form.rate

/**
 * Returns what booking a call needs besides its answer: for a page, the number of items asked for; for others, their
 * kind.
 */
function asBooked({ call, upstream }: Pick<CallToPass, 'call' | 'upstream'>) {
  if (call.kind === 'further') {
    const { name: operation, holds } = call.form
    const asked = { place: listHash(upstream, operation), count: call.maxItems, maximum: call.maxItems }
    return { operation, holds, asked }
  }
  const { operation, count } = call.request
  const { maximum } = listFormOf(upstream.provider, operation).count
  return { operation, asked: { place: listHash(upstream, operation), count: count ?? maximum, maximum } }
}
