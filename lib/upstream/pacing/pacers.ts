import { AppError, byPriority, type Clock, isSameRate, type Rate, toRate } from '@/lib/kernel'
import { createKeptPause } from './kept-pause'
import { createKeyPace, type KeyPace } from './key-pace'
import { createKeyParts, createPacer, type KeyParts } from './pacer'
import { createSlotSource } from './shared-slots'
import type { PauseStore, SlotStore } from './store'
import type { Pacer, PacerFigures, WatchedKey } from './types'

/** The pacers of a process: one per key row and path, with one pace for all rows of the same upstream key and path. */
export interface Pacers {
  /**
   * Returns the key's pacer at this rate, where a number counts requests a second. The pacer is created at first use
   * and updated if the stated rate has changed. `keyRef` identifies the upstream key, which several teams may hold; a
   * rate that one of them learns applies to all. `since` states since when the row names that key. If it is later than
   * known, another upstream key has replaced the old one: it gets its own pacer, and calls that wait at the old pacer
   * are rejected with `KEY_REPLACED`. `path` is given if the upstream counts by path: each path has its own pace and
   * queue.
   */
  for(keyId: string, rate: Rate | number, keyRef: string, since?: number, path?: string): Pacer
  /** Returns the latest `since` that was stated for a key; 0 if none. */
  sinceOf(keyId: string): number
  /** Returns the key, with all its paths, if it has a pacer. Reads its figures without creating one. */
  find(keyId: string): WatchedKey | null
  /** Returns all keys that have a pacer. */
  list(): { readonly keyId: string; readonly pacer: WatchedKey }[]
  /** Returns the keys that are halted because their wallet was empty. */
  halted(): string[]
  /** Ends a key's pacer, as when the key is disabled. Waiting calls are rejected with a sentence. */
  drop(keyId: string): void
  /** Ends all pacers, as when the process stops. */
  closeAll(): void
}

interface Member extends KeyParts {
  readonly keyRef: string
  /** Pacers by path; '' if the upstream counts by key alone. */
  readonly paths: Map<string, PathPacer>
  /** As last stated. */
  since: number
}

interface PathPacer {
  readonly pacer: Pacer
  /** As last stated. */
  rate: Rate
}

interface PacersOptions {
  /** Keeps pauses for the next process if none shares the slots. */
  readonly pauses?: PauseStore | null
  /** Called at most once a minute per key, when refusals suggest that its pack allows another rate than is known. */
  onSuspectRate?(keyId: string): void
}

const DROPPED = new AppError(
  'conflict',
  'This key was disabled before the call was sent. Nothing was charged.',
)
/** Rejection of a waiting call whose key was replaced: it may wait again, with the new one. */
export const KEY_REPLACED = new AppError(
  'conflict',
  'This key was replaced before the call was sent. Nothing was charged. Try again.',
)
const CLOSING = new AppError('unavailable', 'Purser is stopping; the call was not sent.')

/** Creates the pacers of a process. With a store, other processes' calls with the same keys count too. */
export function createPacers(
  clock: Clock,
  store: SlotStore | null = null,
  { pauses = null, onSuspectRate }: PacersOptions = {},
): Pacers {
  const slots = store && createSlotSource(store, clock)
  const members = new Map<string, Member>()
  // Paces outlive their pacers for a while, because a new pacer must not ignore the key's own last calls.
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
      const pace = createKeyPace(
        rate,
        clock,
        slots?.(name) ?? null,
        pauses && createKeptPause(name, pauses, clock),
      )
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
      const rate = toRate(stated)
      const member = memberFor(keyId, keyRef, since)
      const known = member.paths.get(path)
      if (!known) {
        const pacer = createPacer({
          rate,
          clock,
          pace: paceOf(member.keyRef, path, rate),
          key: member,
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

/** Names a pace, also in the database. No keyRef holds a blank. */
const paceName = (keyRef: string, path: string): string => (path === '' ? keyRef : `${keyRef} ${path}`)

/** Presents the pacers of a key's paths as one. */
function allPaths(first: WatchedKey, others: readonly WatchedKey[]): WatchedKey {
  if (others.length === 0) return first
  return {
    activity: first.activity,
    halt: (reason) => first.halt(reason),
    resume: () => first.resume(),
    figures: () => others.map((pacer) => pacer.figures()).reduce(together, first.figures()),
  }
}

/** Combines figures: sums of counts and rates, and the longer of waits. What was sent is already counted per key. */
function together(one: PacerFigures, other: PacerFigures): PacerFigures {
  const isLonger = (other.pause?.forMs ?? 0) > (one.pause?.forMs ?? 0)
  const last = Math.max(one.lastLeavesInMs ?? -1, other.lastLeavesInMs ?? -1)
  return {
    ...one,
    queued: one.queued + other.queued,
    queue: byPriority((priority) => ({
      waiting: one.queue[priority].waiting + other.queue[priority].waiting,
      maxMs: Math.max(one.queue[priority].maxMs, other.queue[priority].maxMs),
    })),
    lastLeavesInMs: last < 0 ? null : last,
    rate: one.rate + other.rate,
    packRate: one.packRate + other.packRate,
    allowed: one.allowed && other.allowed && isSameRate(one.allowed, other.allowed) ? one.allowed : null,
    isStrict: one.isStrict || other.isStrict,
    pause: isLonger ? other.pause : one.pause,
    pausedForMs: Math.max(one.pausedForMs, other.pausedForMs),
    sentLastSecond: one.sentLastSecond + other.sentLastSecond,
    refusals: one.refusals + other.refusals,
  }
}
