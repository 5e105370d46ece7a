import { type Bought, buyPage } from '@/lib/collect/runs'
import { requestsPerSecondOf } from '@/lib/kernel'
import { rateOfList } from '@/lib/keys/keys'
import type { Caller } from '@/lib/keys/services'
import type { PageOutline } from '@/lib/upstream/client'
import type { Pacers } from '@/lib/upstream/pacing'
import { providerPrices } from '@/lib/upstream/providers'
import { type GatewayRefusal, passedOn } from './answers'
import type { FigureBook } from './figures'
import { asBooked, type CallToPass, nameOf, orderOf, type RelayingOrder, rateOfCall } from './order-of-call'
import type { Wishes } from './read-headers'
import type { RecentStops } from './recent-stops'
import { LOST_WITHIN, ofProblem, ofWait, TOO_BUSY } from './refusals'
import { type WaitEnd, watchWait } from './stop-waiting'
import type { GatewayAnswer, GatewayParts } from './types'
import type { WaitingRoom } from './waiting-room'

/** The parts that passing a page needs besides its process's. */
export interface PassingParts extends GatewayParts {
  readonly room: WaitingRoom
  readonly stops: RecentStops
  readonly figures: FigureBook
}

/** One caller's wait. */
interface Passing extends CallToPass {
  readonly wishes: Pick<Wishes, 'waitMs'>
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
export async function passPage(parts: PassingParts, passing: Passing): Promise<GatewayAnswer> {
  const { caller, key, call, wishes, refuse } = passing
  const stopped = parts.stops.find(caller.gatewayKeyId, call)
  if (stopped !== null) return refuse({ status: 402, problem: 'budget_stopped', message: stopped })
  const ofPath = rateOfCall(passing)
  const keyRate = requestsPerSecondOf(rateOfList(key, ofPath))
  const requestsPerSecond = Math.min(caller.requestsPerSecond ?? keyRate, keyRate)
  // A path that the service counts separately gets a waiting room of its own.
  const lane = ofPath ? `${caller.service.id} ${nameOf(call)}` : caller.service.id
  const place = { keyId: key.id, lane, requestsPerSecond, waitMs: wishes.waitMs }
  const leave = parts.room.enter(place)
  if (!leave)
    return refuse({
      status: 429,
      problem: 'too_busy',
      message: TOO_BUSY,
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
    return refuse(ofWait(why, queueMs(parts, key.id)))
  } finally {
    wait.clear()
    leave()
    follow(null)
  }
}

interface Passed {
  readonly relaying: RelayingOrder
  readonly bought: Bought<PageOutline>
  readonly wait: WaitEnd
}

async function answerOf(
  parts: PassingParts,
  { caller, key, upstream, call, refuse }: Passing,
  { relaying, bought, wait }: Passed,
): Promise<GatewayAnswer> {
  const { delivered, problem } = bought
  const last = relaying.last()
  if (delivered) {
    const isWritten = await parts.book.settleCall(caller.ctx, {
      ...{ delivered, key, prices: providerPrices(upstream.provider) },
      ...asBooked({ call, upstream }),
    })
    if (!last?.received) return refuse(LOST_WITHIN)
    return passedOn(last.received, 'settled', isWritten ? {} : { 'purser-settled': 'later' })
  }
  // Of several tries, the last one's answer is passed on if the page failed by it.
  if (last?.received && !last.answer.ok && last.answer.problem === problem)
    return passedOn(last.received, problem.charged === 'no' ? 'none' : 'unknown')
  const why = wait.why()
  if (why !== null && problem.kind === 'cancelled') return refuse(ofWait(why, queueMs(parts, key.id)))
  if (problem.kind === 'budget_stopped') parts.stops.note(caller.gatewayKeyId, call, problem.message)
  return refuse(ofProblem(problem))
}

const MIN_MS = 1000
const MAX_MS = 60_000

/** Returns how long to wait before another try is worthwhile. */
function queueMs({ pacers }: PassingParts, keyId: string): number {
  const leavesInMs = pacers.find(keyId)?.figures().lastLeavesInMs ?? 0
  return Math.min(Math.max(leavesInMs, MIN_MS), MAX_MS)
}

/**
 * Waits until a gateway key's own rate, shared by all processes, lets its next call pass; returns at once if it has
 * none. Rejects with the signal's reason.
 */
async function waitForOwnRate(
  pacers: Pacers,
  { gatewayKeyId, requestsPerSecond }: Caller,
  signal: AbortSignal,
): Promise<void> {
  if (requestsPerSecond === null) return
  const name = `gateway:${gatewayKeyId}`
  const slot = await pacers.for(name, requestsPerSecond, name).slot({ priority: 'gateway', signal })
  slot.answered()
}
