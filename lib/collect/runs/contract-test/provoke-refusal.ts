import { openKey, type StoredKey } from '@/lib/keys/keys'
import { type Contract, detectRetryAfter, type FoundRetryAfter, type RawAnswer } from '@/lib/upstream/client'
import type { RunServices } from '../purchase/run-services'

/** Calls above the pack's rate: some limiters let a few more pass. */
const EXTRA = 10

export interface Provoked {
  readonly calls: number
  readonly refusals: readonly RawAnswer[]
  readonly retryAfter: FoundRetryAfter | null
}

/**
 * Sends more calls of GET /v1/me at once than the key's pack allows, to see what a 429 looks like. They return no items
 * and cost nothing (upstream-interface, Errors); the key is silent afterwards for as long as the upstream asks.
 */
export async function provokeRefusal(
  services: RunServices,
  key: StoredKey,
  contract: Contract,
): Promise<Provoked> {
  const secret = openKey(services, key)
  const client = services.upstreams.at(contract)
  const slot = await services.pacers
    .for(key.id, key.requestsPerSecond, key.keyRef)
    .slot({ priority: 'interactive' })
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
  if (refused.length > 0) slot.refused(Math.max(...waits))
  else slot.answered()
  return { calls, refusals, retryAfter }
}
