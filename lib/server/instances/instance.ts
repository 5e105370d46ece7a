import { endAbandonedRuns, listRunningInstances } from '@/lib/collect/runs'
import { AppError, type Clock, newId } from '@/lib/kernel'
import { endAbandonedAttempts, selectCallingInstances } from '@/lib/money/ledger'
import { type Db, engineOf } from '@/lib/platform/db'
import type { SecretCheck } from '@/lib/platform/vault'
import { startHeart } from './heart'
import { register } from './register'
import { changedSecret } from './secret-sentences'
import { bringBack, declareOthersDead, selectGone, stopInstance, touchInstance } from './store'
import { createWatch, SILENT_AFTER_MS } from './watch'

/**
 * Maximum age of a beat for calls to be opened. After a longer gap, such as a sleep of the machine, the next beat
 * comes first.
 */
const FRESH_MS = 30_000

/** This process as other instances see it. */
export interface Instance {
  readonly id: string
  /** Number of dead processes' attempts that ended as unknown when this one started. */
  readonly recovered: number
  /** Resolves with a message if this process must end: others took it for dead, or run with another secret. */
  readonly lost: Promise<string>
  /** Rejects if this instance may have been taken for dead, because others would then end its calls. */
  requireLiving(): Promise<void>
  /** Notes that this instance lives, and on PostgreSQL ends what dead ones left. Also done every ten seconds. */
  beat(): Promise<void>
  stop(): Promise<void>
}

interface InstanceParts {
  readonly db: Db
  /**
   * Separate connections, on PostgreSQL: an instance that waits for the app's would be taken for dead. See
   * `openApart`.
   */
  readonly beats?: Db | null
  readonly clock: Clock
  /** Secrets that all running instances share. */
  readonly checks?: readonly SecretCheck[]
  /**
   * Folder of this version's migrations: the instance does not start on another schema. Null if nobody else changes
   * it.
   */
  readonly prismaFolder?: string | null
  onError(error: unknown): void
  /** Reports dead processes' attempts that ended as unknown after the start. */
  onRecovered(attempts: number): void
}

/**
 * Registers this process and ends what dead ones left open. On SQLite it holds its data folder alone, so all others
 * are dead. On PostgreSQL, dead are those that were silent for a minute and still are at a second look: see
 * `createWatch`.
 */
export async function startInstance({
  db,
  beats,
  clock,
  checks = [],
  prismaFolder = null,
  onError,
  onRecovered,
}: InstanceParts): Promise<Instance> {
  const id = newId()
  const apart = beats ?? db
  const isWatched = engineOf(db) === 'postgres'
  const watch = createWatch(apart, clock, id)
  const ending = createEnding()
  let seen = momentOf(clock)
  let beating: Promise<void> | null = null
  let clearing: Promise<number> | null = null

  async function beatOnce(): Promise<void> {
    const now = momentOf(clock)
    const sinceMs = await touchInstance(apart, clock, id).catch((error: unknown) => {
      watch.noteBeat(null)
      throw error
    })
    if (sinceMs === null) return ending.end(LOST)
    seen = now
    watch.noteBeat(sinceMs)
  }
  const beat = (): Promise<void> => {
    beating ??= beatOnce().finally(() => {
      beating = null
    })
    return beating
  }
  const clear = (): Promise<number> => {
    clearing ??= endLeftWork(db, clock).finally(() => {
      clearing = null
    })
    return clearing
  }
  /** Ends this process if another one with another secret has started unseen, as in an outage of the database. */
  async function compareSecrets(): Promise<void> {
    for (const check of checks) {
      const found = await check.compare(apart)
      if (found === 'missing') await check.noteFirst(apart)
      if (found === 'another') ending.end(changedSecret(check.name))
    }
  }
  async function afterwards(): Promise<void> {
    if (!isWatched || ending.reason()) return
    await watch.look()
    await compareSecrets()
    // The caller that began it reports the result. It may wait long for the app's connections.
    if (clearing) return void (await clearing.catch(() => undefined))
    const recovered = await clear()
    if (recovered > 0) onRecovered(recovered)
  }

  await (isWatched ? bringBack(db, clock, SILENT_AFTER_MS) : declareOthersDead(db, clock, id))
  await register(db, clock, id, checks, prismaFolder)
  // Starts before the rest, because ending what others left may take longer than the time after which a silent
  // instance is taken for dead.
  const stopHeart = startHeart({ beat, afterwards, onError })
  const recovered = await clear().catch(async (error: unknown) => {
    stopHeart()
    await stopInstance(db, clock, id).catch(() => undefined)
    throw error
  })
  return {
    id,
    recovered,
    lost: ending.lost,
    async beat() {
      await beat()
      await afterwards()
    },
    async requireLiving() {
      // A beat from before a sleep of the machine proves nothing.
      while (!ending.reason() && !isFresh(seen, momentOf(clock))) await beat()
      const reason = ending.reason()
      if (reason) throw new AppError('unavailable', reason)
    },
    async stop() {
      stopHeart()
      await Promise.allSettled([beating, clearing])
      await stopInstance(db, clock, id)
    },
  }
}

const LOST =
  'This Purser was silent for more than a minute, and another instance has ended its calls. It stops; start it again.'

/** Creates the holder of the reason why this process must end. */
function createEnding() {
  let why: string | null = null
  let resolve: (reason: string) => void = () => undefined
  const lost = new Promise<string>((done) => {
    resolve = done
  })
  return {
    lost,
    reason: () => why,
    end(reason: string) {
      why ??= reason
      resolve(why)
    },
  }
}

/** A moment by both clocks, since one stands still while the machine sleeps and the other may be set. */
interface Moment {
  readonly wall: number
  readonly monotonic: number
}

const momentOf = (clock: Clock): Moment => ({ wall: clock.now().getTime(), monotonic: clock.monotonic() })

const isFresh = (seen: Moment, now: Moment): boolean =>
  Math.abs(now.wall - seen.wall) < FRESH_MS && now.monotonic - seen.monotonic < FRESH_MS

/**
 * Ends the runs and calls that dead or stopped instances left open. It names those instances, so one that starts
 * meanwhile is not affected. Returns the number of calls ended.
 */
async function endLeftWork(db: Db, clock: Clock): Promise<number> {
  const atWork = new Set([...(await listRunningInstances(db)), ...(await selectCallingInstances(db))])
  const gone = await selectGone(db, [...atWork])
  if (gone.length === 0) return 0
  await endAbandonedRuns(db, clock, gone)
  return endAbandonedAttempts(db, clock, gone)
}
