import { endAbandonedRuns, listRunningInstances } from '@/lib/collect/runs'
import { AppError, type Clock, newId } from '@/lib/kernel'
import { endAbandonedAttempts, selectCallingInstances } from '@/lib/money/ledger'
import {
  acquireLock,
  type Db,
  engineOf,
  hasFittingSchema,
  type MigrationQuery,
  type Tx,
  transaction,
} from '@/lib/platform/db'
import type { SecretCheck, SharedSecret } from '@/lib/platform/vault'
import {
  countLiveInstances,
  INSTANCES_LOCK,
  insertInstance,
  isAnyLiveInMigration,
  markInstanceDead,
  markOtherInstancesDead,
  resetFutureSeenTimes,
  selectGoneInstances,
  selectSilentInstances,
  stopInstance,
  touchInstance,
} from './store'

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
   * `openSeparateDb`.
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

  await (isWatched ? resetFutureSeenTimes(db, clock, SILENT_AFTER_MS) : markOtherInstancesDead(db, clock, id))
  await register(db, clock, id, checks, prismaFolder)
  // Starts before the rest, because ending what others left may take longer than the time after which a silent
  // instance is taken for dead.
  const stopHeart = startHeartbeat({ beat, afterwards, onError })
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
  const gone = await selectGoneInstances(db, [...atWork])
  if (gone.length === 0) return 0
  await endAbandonedRuns(db, clock, gone)
  return endAbandonedAttempts(db, clock, gone)
}

/** Parts of a heart. */
interface HeartParts {
  /** Notes for the other instances that this one lives. */
  readonly beat: () => Promise<void>
  /** Runs after a beat. The next beat does not wait for it. */
  readonly afterwards: () => Promise<void>
  onError(error: unknown): void
}

const BEAT_MS = 10_000
/** Shorter than the time between beats, so that after an outage the living are seen before anybody looks twice. */
const AGAIN_MS = 2000

/** Starts to beat every ten seconds, and every two after a failed beat. Returns a function that stops it. */
export function startHeartbeat({ beat, afterwards, onError }: HeartParts): () => void {
  let again: NodeJS.Timeout | undefined
  let isStopped = false

  const soon = () => {
    clearTimeout(again)
    if (isStopped) return
    // Its failures are not reported, because the next regular beat reports the same.
    again = setTimeout(() => beat().then(follow, soon), AGAIN_MS)
    again.unref()
  }
  const follow = () => afterwards().catch(onError)
  const timer = setInterval(
    () =>
      beat().then(follow, (error: unknown) => {
        soon()
        onError(error)
      }),
    BEAT_MS,
  )
  timer.unref()
  return () => {
    isStopped = true
    clearInterval(timer)
    clearTimeout(again)
  }
}

/** Messages of an instance that does not start because it has another secret. */
export const secretMismatchMessages: Record<SharedSecret, string> = {
  'master key':
    'The master key is not the one that this database is used with. All instances need the same one: set PURSER_MASTER_KEY to it, or put a copy of the first one’s file master.key in the place of this one’s.',
  'session secret':
    'The session secret is not the one that the other instances on this database use, so people would be signed out at each change between them. Set NEXTAUTH_SECRET to the same value for all, or put a copy of the file auth-secret of the first one in the place of this one’s. To change it, stop all instances first; one that was killed counts for a minute.',
}

/** Returns the message of an instance that stops because one with another secret started while it was silent. */
const changedSecret = (name: SharedSecret): string =>
  `Another Purser has started on this database with another ${name} while this one was silent, so this one stops. Give all instances the same ${name}, and start it again.`

/** Returns the message of an instance that does not start because no check value is noted although others run. */
export const missingCheckMessage = (name: SharedSecret): string =>
  `The database does not say which ${name} the other instances on it use. They note it again within ten seconds: start this one again then. Those of version 0.1.0 do not: stop them first; one that was killed counts for a minute.`

/**
 * Adds an instance to those that run. All of them share their secrets: it throws a message for the operator if others
 * live with another secret, or live and have yet to note theirs again. If none lives, the session secret may change.
 * If the folder of migrations is given, the schema must still be this version's.
 */
async function register(
  db: Db,
  clock: Clock,
  id: string,
  checks: readonly SecretCheck[],
  prismaFolder: string | null,
): Promise<void> {
  // Computes the checks beforehand, so that they cost no time under the lock.
  for (const check of checks) await check.compare(db)
  await transaction(db, async (tx) => {
    await acquireLock(tx, INSTANCES_LOCK, 'exclusive')
    if (prismaFolder !== null && !(await hasFittingSchema(tx, prismaFolder))) throw refuse(OTHER_VERSION)
    for (const check of checks) await admit(tx, clock, check)
    await insertInstance(tx, clock, id)
  })
}

async function admit(tx: Tx, clock: Clock, check: SecretCheck): Promise<void> {
  const found = await check.compare(tx)
  if (found === 'same') return
  if (found === 'another' && check.name === 'master key') throw refuse(secretMismatchMessages[check.name])
  if ((await countLiveInstances(tx, clock, SILENT_AFTER_MS)) > 0)
    throw refuse(found === 'missing' ? missingCheckMessage(check.name) : secretMismatchMessages[check.name])
  await check.note(tx)
}

const OTHER_VERSION =
  'A Purser of another version has changed the database meanwhile. Start that version everywhere.'

const refuse = (sentence: string) => new AppError('unavailable', sentence)

/** Returns whether any instance seems to run on the database. On SQLite an instance that starts is alone. */
export const isAnyInstanceLive = async (db: Db | Tx, clock: Clock): Promise<boolean> =>
  engineOf(db) === 'postgres' && (await countLiveInstances(db, clock, SILENT_AFTER_MS)) > 0

/**
 * Returns whether any instance runs on a PostgreSQL database that is about to be migrated: it would write what it
 * knows into changed tables. None registers until the migrations have ended.
 */
export const isAnyLiveDuringMigration = (ask: MigrationQuery): Promise<boolean> =>
  isAnyLiveInMigration(ask, SILENT_AFTER_MS)

/** Silence after which an instance may be dead. */
const SILENT_AFTER_MS = 60_000
/** Longer than the time between beats, so that a living instance is seen between two looks. */
const BETWEEN_LOOKS_MS = 15_000
/**
 * Maximum time between beats of an instance that judges others: after a longer gap, they may have been silent for the
 * same reason.
 */
const STEADY_MS = 30_000

/** Watches the other instances. On PostgreSQL only. */
export interface InstanceWatch {
  /** Notes a beat of this instance, `sinceMs` after its last one; null if a beat or a look failed. */
  noteBeat(sinceMs: number | null): void
  /** Marks as dead those that stay silent. The first look after an interruption of its own does not count. */
  look(): Promise<void>
}

/** Creates the watch of an instance. All times are the database's: see `momentSql`. */
function createWatch(db: Db, clock: Clock, id: string): InstanceWatch {
  /** When each was first found silent. */
  let suspects: ReadonlyMap<string, number> = new Map()
  let isInterrupted = false

  const interrupt = () => {
    isInterrupted = true
    suspects = new Map()
  }
  async function declareSilent(): Promise<void> {
    const silent = await selectSilentInstances(db, clock, id, SILENT_AFTER_MS)
    suspects = new Map(silent.map((other) => [other.id, suspects.get(other.id) ?? other.lookedMs]))
    for (const { id: other, lookedMs } of silent)
      if (lookedMs - (suspects.get(other) ?? lookedMs) >= BETWEEN_LOOKS_MS)
        await markInstanceDead(db, clock, other, { by: id, silentMs: SILENT_AFTER_MS, freshMs: STEADY_MS })
  }
  return {
    noteBeat(sinceMs) {
      if (sinceMs === null || Math.abs(sinceMs) > STEADY_MS) interrupt()
    },
    async look() {
      if (isInterrupted) {
        await resetFutureSeenTimes(db, clock, SILENT_AFTER_MS)
        isInterrupted = false
        return
      }
      await declareSilent().catch((error: unknown) => {
        interrupt()
        throw error
      })
    },
  }
}
