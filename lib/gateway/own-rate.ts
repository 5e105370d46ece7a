import type { Caller } from '@/lib/keys/services'
import type { Pacers } from '@/lib/upstream/pacing'

/**
 * Waits until a gateway key's own rate, shared by all processes, lets its next call pass; returns at once if it has
 * none. Rejects with the signal's reason.
 */
export async function waitForOwnRate(
  pacers: Pacers,
  { gatewayKeyId, requestsPerSecond }: Caller,
  signal: AbortSignal,
): Promise<void> {
  if (requestsPerSecond === null) return
  const name = `gateway:${gatewayKeyId}`
  const slot = await pacers.for(name, requestsPerSecond, name).slot({ priority: 'gateway', signal })
  slot.answered()
}
