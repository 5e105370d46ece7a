import type { Clock, Secret } from '@/lib/kernel'
import type { Vault } from '@/lib/platform/vault'
import type { Answer, KeyInfo } from '@/lib/upstream/client'
import { type Pacer, type Pacers, type SlotRequest, sendInSlot } from '@/lib/upstream/pacing'
import type { TeamUpstream, Upstreams } from '@/lib/upstream/providers'
import type { ReferenceSources } from './reference'

/** The services that a verb needs to reach the upstream with a key: the process-wide vault, clients and pacers. */
export interface UpstreamAccess {
  readonly vault: Vault
  readonly upstreams: Upstreams
  readonly pacers: Pacers
  /** Places from which keys outside of the database are read; none by default. */
  readonly places?: ReferenceSources
}

export const NO_REFERENCE_SOURCES: ReferenceSources = { variables: {}, folder: null }

/** The answer about a key, and when the request left: a balance includes what was charged before that. */
interface AskedKeyInfo {
  readonly answer: Answer<KeyInfo>
  readonly askedAt: Date
}

/** Asks for the account in the key's own queue. The answer holds no items, so it costs nothing. */
export async function fetchKeyInfo(
  upstream: TeamUpstream,
  pacer: Pacer,
  key: Secret,
  clock: Clock,
  asking: Pick<SlotRequest, 'priority' | 'again'> = { priority: 'interactive' },
): Promise<AskedKeyInfo> {
  let askedAt = clock.now()
  const { slot, answer } = await sendInSlot(pacer, asking, (onSent) => {
    askedAt = clock.now()
    return upstream.readKeyInfo(key, { onSent })
  })
  if (answer.ok || answer.problem.kind !== 'rate_limited') slot.answered(answer.rate)
  else slot.refused({ ...answer.rate, retryAfterMs: answer.problem.retryAfterMs ?? null })
  return { answer, askedAt }
}

/** Does named work once at a time in a process. Callers that come meanwhile share the result. */
export type SingleFlight<T> = (pacers: Pacers, name: string, work: () => Promise<T>) => Promise<T>

/** Creates such a share. The pacers stand for their process, because tests have several in one. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const ofProcess = new WeakMap<Pacers, Map<string, Promise<T>>>()
  return (pacers, name, work) => {
    const underWay = ofProcess.get(pacers) ?? new Map<string, Promise<T>>()
    ofProcess.set(pacers, underWay)
    const shared = underWay.get(name)
    if (shared) return shared
    const mine = work().finally(() => underWay.delete(name))
    underWay.set(name, mine)
    return mine
  }
}
