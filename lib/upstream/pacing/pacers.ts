import { AppError, type Clock, isSameRate, type Rate, rateOf } from '@/lib/kernel'
import { allPaths } from './all-paths'
import { createPace, type KeyPace } from './key-pace'
import { createKeyParts, createPacer, type KeyParts } from './pacer'
import { createSlotSource } from './shared-slots'
import type { SlotStore } from './store'
import type { Pacer, WatchedKey } from './types'

/** The pacers of a process: one per key row and path, and one pace for all rows of the same upstream key and path. */
export interface Pacers {
  /**
   * The key's pacer at this rate, a number counting requests a second: made at first use, and updated if the stated rate
   * has changed. `keyRef` names the upstream key, which several teams may hold; a rate that one of them learns holds for
   * all. `since` says since when the row names it: where that is later than known, another upstream key has taken its
   * place. It gets a pacer of its own, and calls that wait at the former one are rejected with `KEY_REPLACED`. `path` is
   * given where the upstream counts by path: each has a pace and a queue of its own.
   */
  for(keyId: string, rate: Rate | number, keyRef: string, since?: number, path?: string): Pacer
  /** The latest `since` that was stated for a key; 0 if none. */
  sinceOf(keyId: string): number
  /** The key, all its paths together, if it has a pacer: reads its figures without making one. */
  find(keyId: string): WatchedKey | null
  /** All keys that have one. */
  list(): { readonly keyId: string; readonly pacer: WatchedKey }[]
  /** The keys that stand still, since their wallet was empty. */
  halted(): string[]
  /** Ends a key's pacer, as when the key was disabled: waiting calls are rejected with a sentence. */
  drop(keyId: string): void
  /** Ends all of them, as when the process stops. */
  closeAll(): void
}

interface Member extends KeyParts {
  readonly keyRef: string
  /** By path; '' where the upstream counts by key alone. */
  readonly paths: Map<string, PathPacer>
  /** As it was last stated. */
  since: number
}

interface PathPacer {
  readonly pacer: Pacer
  /** As it was last stated. */
  rate: Rate
}

export interface PacersHooks {
  /** Refusals suggest that the pack of a key allows another rate than is known: at most once a minute for each. */
  onSuspectRate?(keyId: string): void
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
export function createPacers(
  clock: Clock,
  store: SlotStore | null = null,
  { onSuspectRate }: PacersHooks = {},
): Pacers {
  const slots = store && createSlotSource(store, clock)
  const members = new Map<string, Member>()
  // They outlive their pacers for a while: a new pacer must not start cold against the key's own last calls.
  const paces = new Map<string, KeyPace>()

  const holdersOf = (keyRef: string, path: string): Pacer[] =>
    [...members.values()].flatMap((member) =>
      member.keyRef === keyRef ? (member.paths.get(path)?.pacer ?? []) : [],
    )

  function paceOf(keyRef: string, path: string, rate: Rate): KeyPace {
    const name = paceName(keyRef, path)
    const known = paces.get(name)
    if (!known) {
      forgetOldPaces()
      const pace = createPace(rate, clock, slots?.(name) ?? null)
      paces.set(name, pace)
      return pace
    }
    // A newcomer may know less than the others: a key that is being added has not asked for its rate yet.
    if (holdersOf(keyRef, path).length === 0) known.setRate(rate)
    return known
  }

  function forgetOldPaces(): void {
    const now = clock.monotonic()
    const used = new Set(
      [...members.values()].flatMap(({ keyRef, paths }) =>
        [...paths.keys()].map((path) => paceName(keyRef, path)),
      ),
    )
    for (const [name, pace] of paces) if (!used.has(name) && pace.isForgettable(now)) paces.delete(name)
  }

  function memberFor(keyId: string, keyRef: string, since: number): Member {
    const known = members.get(keyId)
    if (known && (since <= known.since || keyRef === known.keyRef)) {
      known.since = Math.max(known.since, since)
      return known
    }
    known?.gate.halt(KEY_REPLACED)
    const member = { ...createKeyParts(clock), keyRef, paths: new Map<string, PathPacer>(), since }
    members.set(keyId, member)
    return member
  }

  const watched = ({ paths }: Member): WatchedKey | null => {
    const [first, ...others] = [...paths.values()].map(({ pacer }) => pacer)
    return first ? allPaths(first, others) : null
  }

  return {
    for(keyId, stated, keyRef, since = 0, path = '') {
      const rate = rateOf(stated)
      const member = memberFor(keyId, keyRef, since)
      const known = member.paths.get(path)
      if (!known) {
        const pacer = createPacer({
          ...{ rate, clock, pace: paceOf(member.keyRef, path, rate), key: member },
          path: path === '' ? null : path,
          onSuspectRate: () => onSuspectRate?.(keyId),
        })
        member.paths.set(path, { pacer, rate })
        return pacer
      }
      if (!isSameRate(known.rate, rate)) {
        known.rate = rate
        for (const pacer of holdersOf(member.keyRef, path)) pacer.setRate(rate)
      }
      return known.pacer
    },
    sinceOf: (keyId) => members.get(keyId)?.since ?? 0,
    find(keyId) {
      const member = members.get(keyId)
      return member ? watched(member) : null
    },
    list: () =>
      [...members].flatMap(([keyId, member]) => {
        const pacer = watched(member)
        return pacer ? { keyId, pacer } : []
      }),
    halted: () => [...members].flatMap(([keyId, { gate }]) => (gate.halted === null ? [] : keyId)),
    drop(keyId) {
      members.get(keyId)?.gate.halt(DROPPED)
      members.delete(keyId)
    },
    closeAll() {
      for (const { gate } of members.values()) gate.halt(CLOSING)
    },
  }
}

/** Names a pace, in the database too. No keyRef holds a blank. */
const paceName = (keyRef: string, path: string): string => (path === '' ? keyRef : `${keyRef} ${path}`)
