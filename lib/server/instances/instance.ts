import { AppError, type Clock, newId } from '@/lib/kernel'
import { type Db, engineOf } from '@/lib/platform/db'
import { endLeftWork } from './end-left-work'
import { register } from './register'
import { declareDead, declareOthersDead, selectSilent, stopInstance, touchInstance } from './store'

const BEAT_MS = 10_000
const SILENT_AFTER_MS = 60_000
/** After such a time without a beat, as after a sleep of the machine, no call is opened before the next one. */
const FRESH_MS = 30_000

/** This process, as other instances see it. */
export interface Instance {
  readonly id: string
  /** Attempts of dead processes that ended as unknown when this one started. */
  readonly recovered: number
  /** Resolves if another instance takes this one for dead: then this process must end. */
  readonly lost: Promise<void>
  /** Rejects if this instance may have been taken for dead: its calls would be ended by others. */
  requireLiving(): Promise<void>
  /** Tells the others that it lives, and on PostgreSQL ends what dead ones left. Also done every ten seconds. */
  beat(): Promise<void>
  stop(): Promise<void>
}

interface InstanceParts {
  readonly db: Db
  readonly clock: Clock
  /** What signs the sessions: all instances that run have the same one. */
  readonly sessionSecret?: string | undefined
  onError(error: unknown): void
  /** Told of attempts of dead processes that ended as unknown after the start. */
  onRecovered(attempts: number): void
}

/**
 * Registers this process and ends what dead ones left open. On SQLite it holds its data folder alone, so all others are
 * dead. On PostgreSQL those are dead that were silent for a minute by the database's clock, in two looks one after the
 * other: after an outage of the database everybody was silent.
 */
export async function startInstance({
  db,
  clock,
  sessionSecret,
  onError,
  onRecovered,
}: InstanceParts): Promise<Instance> {
  const id = newId()
  let lose: () => void = () => undefined
  const lost = new Promise<void>((resolve) => {
    lose = resolve
  })
  let suspects: ReadonlySet<string> = new Set()
  let seen = momentOf(clock)
  let beating: Promise<void> | null = null

  async function look(): Promise<number> {
    const silent = await selectSilent(db, clock, id, SILENT_AFTER_MS)
    for (const other of silent) if (suspects.has(other)) await declareDead(db, clock, other, SILENT_AFTER_MS)
    suspects = new Set(silent)
    return endLeftWork(db, clock)
  }
  async function beatOnce(): Promise<void> {
    const now = momentOf(clock)
    try {
      if (!(await touchInstance(db, clock, id))) return lose()
      seen = now
      if (engineOf(db) === 'sqlite') return
      const recovered = await look()
      if (recovered > 0) onRecovered(recovered)
    } catch (error) {
      suspects = new Set()
      throw error
    }
  }
  const beat = (): Promise<void> => {
    beating ??= beatOnce().finally(() => {
      beating = null
    })
    return beating
  }

  if (engineOf(db) === 'sqlite') await declareOthersDead(db, clock, id)
  await register(db, clock, id, { sessionSecret, silentMs: SILENT_AFTER_MS })
  const recovered = await look()
  const timer = setInterval(() => void beat().catch(onError), BEAT_MS)
  timer.unref()
  return {
    id,
    recovered,
    lost,
    beat,
    async requireLiving() {
      if (isFresh(seen, momentOf(clock))) return
      await beat()
      if (!isFresh(seen, momentOf(clock))) throw new AppError('unavailable', LOST)
    },
    async stop() {
      clearInterval(timer)
      await beating?.catch(() => undefined)
      await stopInstance(db, clock, id)
    },
  }
}

const LOST =
  'Purser was silent for more than a minute, and another instance has ended its calls. It starts again now: try again in a moment.'

/** By both clocks: one of them stands still while the machine sleeps, the other may be set. */
interface Moment {
  readonly wall: number
  readonly monotonic: number
}

const momentOf = (clock: Clock): Moment => ({ wall: clock.now().getTime(), monotonic: clock.monotonic() })

const isFresh = (seen: Moment, now: Moment): boolean =>
  Math.abs(now.wall - seen.wall) < FRESH_MS && now.monotonic - seen.monotonic < FRESH_MS
