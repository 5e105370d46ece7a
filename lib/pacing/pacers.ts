import { AppError, type Clock } from '@/lib/kernel'
import { createPacer } from './pacer'
import type { Pacer } from './types'

/** The pacers of a process, one a key. */
export interface Pacers {
  /** The key's pacer at this rate: made at first use, and given the rate when it has changed. */
  for(keyId: string, requestsPerSecond: number): Pacer
  /** The key's pacer where it has one: to read its figures without making one. */
  find(keyId: string): Pacer | null
  /** Ends a key's pacer, as when the key was disabled: who waits is rejected with a sentence. */
  drop(keyId: string): void
  /** Ends all of them, as when the process stops. */
  closeAll(): void
}

const DROPPED = new AppError(
  'conflict',
  'This key was taken out of use before the call was sent. Nothing was charged.',
)
const CLOSING = new AppError('unavailable', 'Purser is stopping; the call was not sent. Nothing was charged.')

/** Makes the pacers of a process. */
export function createPacers(clock: Clock): Pacers {
  const pacers = new Map<string, Pacer>()
  return {
    for(keyId, requestsPerSecond) {
      const known = pacers.get(keyId)
      if (known) {
        known.setRate(requestsPerSecond)
        return known
      }
      const pacer = createPacer({ requestsPerSecond, clock })
      pacers.set(keyId, pacer)
      return pacer
    },
    find: (keyId) => pacers.get(keyId) ?? null,
    drop(keyId) {
      pacers.get(keyId)?.halt(DROPPED)
      pacers.delete(keyId)
    },
    closeAll() {
      for (const pacer of pacers.values()) pacer.halt(CLOSING)
    },
  }
}
