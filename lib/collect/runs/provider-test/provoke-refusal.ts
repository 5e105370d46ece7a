import { type StoredKey, takeKey } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'
import { detectRetryAfter, type FoundRetryAfter, type Provider, type RawAnswer } from '@/lib/upstream/client'
import type { RunServices } from '../purchase/run-services'

/** Number of calls above the pack's rate, because some limiters let a few more pass. */
const EXTRA = 10

export interface Provoked {
  readonly calls: number
  readonly refusals: readonly RawAnswer[]
  readonly retryAfter: FoundRetryAfter | null
}

/**
 * Sends more simultaneous calls of GET /v1/me than the key's pack allows, to see what a 429 looks like. They return no
 * items and cost nothing (upstream-interface, Errors). Afterwards the key stays silent for as long as the upstream
 * asks.
 */
export async function provokeRefusal(
  ctx: TeamCtx,
  services: RunServices,
  key: StoredKey,
  provider: Provider,
): Promise<Provoked> {
  const own = await services.upstreams.for(ctx)
  const { secret, pacer } = await takeKey(ctx, services, key, own)
  const client = services.upstreams.at(provider, own)
  const slot = await pacer.slot({ priority: 'interactive' })
  const calls = key.requestsPerSecond + EXTRA
  const answers = await Promise.all(Array.from({ length: calls }, () => client.inspectKeyInfo(secret)))
  const refused = answers.filter(({ seen }) => seen?.httpStatus === 429)
  const refusals = refused.flatMap(({ seen }) => (seen ? [seen] : []))
  const retryAfter = detectRetryAfter(refusals.flatMap(({ headers }) => headers.get('retry-after') ?? []))
  const waits = refused.map(({ answer, seen }) =>
    retryAfter?.unit === 'milliseconds'
      ? Number(seen?.headers.get('retry-after') ?? 0)
      : answer.ok
        ? 0
        : (answer.problem.retryAfterMs ?? 0),
  )
  if (refused.length > 0) slot.refused({ retryAfterMs: Math.max(...waits) })
  else slot.answered()
  return { calls, refusals, retryAfter }
}
