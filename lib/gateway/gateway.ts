import { AppError } from '@/lib/kernel'
import type { StoredKey } from '@/lib/keys/keys'
import type { GatewayCaller } from '@/lib/keys/services'
import { createCache } from '@/lib/platform/cache'
import { isStorageFailure, STORAGE_FAILURE_MESSAGE, type TeamCtx } from '@/lib/platform/db'
import type { TeamUpstream, Upstreams } from '@/lib/upstream/providers'
import {
  buildRefusal,
  type ErrorForm,
  type GatewayRefusal,
  unavailableRefusal,
  unusableKeyRefusal,
} from './answers'
import { createServiceActivityCounter, type ServiceActivity } from './figures'
import { createCallerFinder, readCallerPreferences } from './find-caller'
import { answerKeyInfo, createKeyInfoRate } from './key-info'
import { createRecentBudgetStops, passPage } from './pass-page'
import { type BoughtCall, readCall } from './read-call'
import { createRepeatCache, createReuseCache } from './reuse'
import type { GatewayAnswer, GatewayParts, GatewayRequest } from './types'
import { createWaitingRoom } from './waiting-room'

/** The gateway of a process, which speaks the upstream's interface to a team's own services. */
export interface Gateway {
  /** Answers a request. Always resolves. */
  answer(request: GatewayRequest): Promise<GatewayAnswer>
  /** Returns the activity of a team's services at this process, by the service's id. */
  figures(teamId: string): ReadonlyMap<string, ServiceActivity>
}

/** A caller's request with everything that decides how it is answered. */
interface Call {
  readonly request: GatewayRequest
  readonly caller: GatewayCaller
  readonly key: StoredKey
  readonly upstream: TeamUpstream
  mayCall(): Promise<boolean>
  refuse(refusal: GatewayRefusal): GatewayAnswer
}

/** Creates the gateway of a process. */
export function createGateway(given: GatewayParts): Gateway {
  const { db, clock, upstreams, onError } = given
  const now = () => clock.monotonic()
  const parts = {
    ...given,
    room: createWaitingRoom(),
    stops: createRecentBudgetStops(now),
    figures: createServiceActivityCounter(clock),
    keyInfoRate: createKeyInfoRate(),
  }
  const { figures } = parts
  const findCaller = createCallerFinder(db, clock)
  const repeats = createRepeatCache(now)
  const upstreamOf = createTeamUpstreams(upstreams, now)
  const reuse = createReuseCache(now)

  async function answerPage(standing: Call, call: BoughtCall): Promise<GatewayAnswer> {
    const { request, caller, key, refuse } = standing
    const wishes = readCallerPreferences(request.headers, request.target)
    const question = { teamId: caller.ctx.team.id, key, target: request.target }
    const buy = async (): Promise<GatewayAnswer> => {
      const found = wishes.maxAgeMs === null ? null : reuse.find(question, wishes.maxAgeMs)
      if (found) return found
      const answer = await passPage(parts, { ...standing, call, wishes, gone: request.gone })
      if (wishes.maxAgeMs !== null && answer.charge === 'settled') reuse.keep(question, answer)
      return answer
    }
    const name = { gatewayKeyId: caller.gatewayKeyId, requestId: wishes.requestId, target: request.target }
    const once = await repeats.once(name, buy)
    if (typeof once === 'string') return refuse(OF_REPEAT[once])
    const { answer, isRepeat } = once
    return isRepeat ? { ...answer, headers: { ...answer.headers, 'purser-repeat': 'yes' } } : answer
  }

  async function answerCaller(request: GatewayRequest): Promise<GatewayAnswer> {
    const found = await findCaller(request)
    if ('refusal' in found) return buildRefusal(upstreams.deployment, found.refusal)
    const { caller, mayCall } = found
    const service = { teamId: caller.ctx.team.id, serviceId: caller.service.id }
    figures.came(service)
    const refuseIn = (form: ErrorForm) => (refusal: GatewayRefusal) => {
      figures.refused(service, refusal.problem)
      return buildRefusal(form, refusal)
    }
    try {
      const upstream = await upstreamOf(caller.ctx)
      const refuse = refuseIn(upstream.provider)
      const call = readCall(request, upstream.provider)
      if (call.kind === 'refused') return refuse(ofUnreadable(call))
      const { key } = caller
      if ('kind' in key) return refuse(unusableKeyRefusal(key))
      const standing = { request, caller, key, upstream, mayCall, refuse }
      return await (call.kind === 'me' ? answerKeyInfo(parts, standing) : answerPage(standing, call))
    } catch (error) {
      return refuseIn(upstreams.deployment)(ofError(error))
    }
  }

  function ofError(error: unknown): GatewayRefusal {
    if (error instanceof AppError) return unavailableRefusal(error.message)
    onError(error)
    if (isStorageFailure(error)) return unavailableRefusal(STORAGE_FAILURE_MESSAGE)
    return unavailableRefusal('Purser cannot do this at present. Try again later.')
  }

  return {
    answer: (request) =>
      answerCaller(request).catch((error: unknown) => buildRefusal(upstreams.deployment, ofError(error))),
    figures: (teamId) => figures.of(teamId),
  }
}

const PROBLEM_OF = { 400: 'bad_request', 404: 'not_found', 405: 'method_not_allowed' } as const

const ofUnreadable = ({
  status,
  message,
}: Extract<ReturnType<typeof readCall>, { kind: 'refused' }>): GatewayRefusal => ({
  status,
  problem: PROBLEM_OF[status],
  message,
  ...(status === 405 && { headers: { allow: 'GET' } }),
})

const OF_REPEAT: Readonly<Record<'differs' | 'gone', GatewayRefusal>> = {
  differs: {
    status: 422,
    problem: 'repeat_differs',
    message: 'This Idempotency-Key was used for another request within a minute. Send another one.',
  },
  gone: {
    status: 409,
    problem: 'repeat_gone',
    message:
      'The request of this id was answered and may have been charged, but its answer is not kept any more. To buy it again, send another Idempotency-Key or X-Request-Id.',
  },
}

/** Time for which a provider is cached; a change applies to later calls. */
const SERVES_MS = 1000
const MAX_TEAMS = 2000

/** Creates the look-up of a team's upstream. Its findings serve all calls of the next second. */
function createTeamUpstreams(
  upstreams: Pick<Upstreams, 'for'>,
  now: () => number,
): (ctx: TeamCtx) => Promise<TeamUpstream> {
  const known = createCache<Promise<TeamUpstream>>({ max: MAX_TEAMS, life: { ms: SERVES_MS, now } })
  return (ctx) => {
    const before = known.get(ctx.team.id)
    if (before) return before
    const found = upstreams.for(ctx)
    known.set(ctx.team.id, found)
    found.catch(() => known.delete(ctx.team.id))
    return found
  }
}
