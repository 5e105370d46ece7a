import { createPacer, type Pacer, type SlotRequest } from '@/lib/pacing'
import { makeVirtualClock, type VirtualClock } from './virtual-clock'

/** Asks for slots and notes who left when. */
export function watch(pacer: Pacer, clock: VirtualClock) {
  const left: { name: string; at: number }[] = []
  const ask = (name: string, request: SlotRequest = {}) =>
    pacer.slot(request).then(
      () => left.push({ name, at: clock.monotonic() }),
      (error: Error) => left.push({ name: `${name}: ${error.message}`, at: clock.monotonic() }),
    )
  return { left, ask, names: () => left.map(({ name }) => name) }
}

/** A pacer in virtual time, with a record of who left when. */
export function makeWatchedPacer(requestsPerSecond = 10) {
  const clock = makeVirtualClock()
  const pacer = createPacer({ requestsPerSecond, clock })
  return { clock, pacer, ...watch(pacer, clock) }
}
