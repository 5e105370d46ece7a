import { createPacer, type Pacer, type Slot, type SlotRequest } from '@/lib/upstream/pacing'
import { makeVirtualClock, type VirtualClock } from './virtual-clock'

/** Asks for slots and notes who left when. */
export function watch(pacer: Pacer, clock: VirtualClock) {
  const left: { name: string; at: number }[] = []
  let last: Slot | null = null
  const ask = (name: string, request: SlotRequest = {}): Promise<Slot | null> =>
    pacer.slot(request).then(
      (slot) => {
        left.push({ name, at: clock.monotonic() })
        last = slot
        return slot
      },
      (error: Error) => {
        left.push({ name: `${name}: ${error.message}`, at: clock.monotonic() })
        return null
      },
    )
  /** The call that left last is answered with 429. */
  const refuseLast = (retryAfterMs: number | null) => {
    if (!last) throw new Error('No call has left')
    last.refused({ retryAfterMs })
  }
  return { left, ask, refuseLast, names: () => left.map(({ name }) => name) }
}

/** A pacer in virtual time, with a record of who left when. */
export function makeWatchedPacer(requestsPerSecond = 10) {
  const clock = makeVirtualClock()
  const pacer = createPacer({ rate: requestsPerSecond, clock })
  return { clock, pacer, ...watch(pacer, clock) }
}
