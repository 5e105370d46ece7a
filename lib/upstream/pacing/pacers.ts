import { AppError, type Clock } from '@/lib/kernel'
import { createPace, type KeyPace } from './key-pace'
import { createPacer } from './pacer'
import { createSlotSource } from './shared-slots'
import type { SlotStore } from './store'
import type { Pacer } from './types'

/** The pacers of a process: one per key row, and one pace for all rows of the same upstream key. */
export interface Pacers {
  /**
   * The key's pacer at this rate: made at first use, and updated if the rate has changed. `keyRef` names the upstream
   * key, which several teams may hold; a rate that one of them learns holds for all. `since` says since when the row names
   * it: where that is later than known, another upstream key has taken its place. It gets a pacer of its own, and calls
   * that wait at the former one are rejected with `KEY_REPLACED`.
   */
  for(keyId: string, requestsPerSecond: number, keyRef: string, since?: number): Pacer
  /** The latest `since` that was stated for a key; 0 if none. */
  sinceOf(keyId: string): number
  /** The key's pacer if it has one: reads its figures without making one. */
  find(keyId: string): Pacer | null
  /** All of them, with the key that each is for. */
  list(): { readonly keyId: string; readonly pacer: Pacer }[]
  /** The keys that stand still, since their wallet was empty. */
  halted(): string[]
  /** Ends a key's pacer, as when the key was disabled: waiting calls are rejected with a sentence. */
  drop(keyId: string): void
  /** Ends all of them, as when the process stops. */
  closeAll(): void
}

interface Member {
  readonly pacer: Pacer
  readonly keyRef: string
  /** As they were last stated. */
  rate: number
  since: number
}

const DROPPED = new AppError(
  'conflict',
  'This key was disabled before the call was sent. Nothing was charged.',
)
/** Why a waiting call is rejected whose key was replaced: it may wait again, with the new one. */
export const KEY_REPLACED = new AppError(
  'conflict',
  'This key was replaced before the call was sent. Nothing was charged. Try again.',
)
const CLOSING = new AppError('unavailable', 'Purser is stopping; the call was not sent.')

/** Makes the pacers of a process; with a store, other processes' calls with the same keys count too. */
export function createPacers(clock: Clock, store: SlotStore | null = null): Pacers {
  const slots = store && createSlotSource(store, clock)
  const members = new Map<string, Member>()
  // They outlive their pacers for a while: a new pacer must not start cold against the key's own last calls.
  const paces = new Map<string, KeyPace>()

  const holdersOf = (keyRef: string) => [...members.values()].filter((member) => member.keyRef === keyRef)

  function paceOf(keyRef: string, rate: number): KeyPace {
    const known = paces.get(keyRef)
    if (!known) {
      forgetOldPaces()
      const pace = createPace(rate, clock, slots?.(keyRef) ?? null)
      paces.set(keyRef, pace)
      return pace
    }
    // A newcomer may know less than the others: a key that is being added has not asked for its rate yet.
    if (holdersOf(keyRef).length === 0) known.setRate(rate)
    return known
  }

  function forgetOldPaces(): void {
    const now = clock.monotonic()
    const used = new Set([...members.values()].map(({ keyRef }) => keyRef))
    for (const [keyRef, pace] of paces) if (!used.has(keyRef) && pace.isForgettable(now)) paces.delete(keyRef)
  }

  return {
    for(keyId, requestsPerSecond, keyRef, since = 0) {
      let known = members.get(keyId)
      if (known && since > known.since) {
        known.since = since
        if (keyRef !== known.keyRef) {
          members.delete(keyId)
          known.pacer.halt(KEY_REPLACED)
          known = undefined
        }
      }
      if (!known) {
        const pace = paceOf(keyRef, requestsPerSecond)
        const pacer = createPacer({ requestsPerSecond, clock, pace })
        members.set(keyId, { pacer, keyRef, rate: requestsPerSecond, since })
        return pacer
      }
      if (known.rate !== requestsPerSecond) {
        known.rate = requestsPerSecond
        for (const { pacer } of holdersOf(known.keyRef)) pacer.setRate(requestsPerSecond)
      }
      return known.pacer
    },
    sinceOf: (keyId) => members.get(keyId)?.since ?? 0,
    find: (keyId) => members.get(keyId)?.pacer ?? null,
    list: () => [...members].map(([keyId, { pacer }]) => ({ keyId, pacer })),
    halted: () =>
      [...members].flatMap(([keyId, { pacer }]) => (pacer.figures().halted === null ? [] : [keyId])),
    drop(keyId) {
      members.get(keyId)?.pacer.halt(DROPPED)
      members.delete(keyId)
    },
    closeAll() {
      for (const { pacer } of members.values()) pacer.halt(CLOSING)
    },
  }
}
