import type { TeamCtx } from '@/lib/db'
import { AppError, microToText } from '@/lib/kernel'
import type { Pacers } from '@/lib/pacing'
import { getRun } from './list-runs'
import type { RunView } from './schemas'

/** What one who watches a run is told. Credits as decimal text, moments as ISO 8601: it goes out as JSON. */
export interface RunProgress
  extends Omit<RunView, 'chargeMicro' | 'capMicro' | 'startedAt' | 'endedAt' | 'untilAt' | 'reusedSince'> {
  readonly reusedSince: string | null
  readonly charge: string
  readonly endedAt: string | null
  /** The run's own way, as far as this process knows of its key. Null where nothing is under way here. */
  readonly key: {
    readonly queued: number
    readonly requestsPerSecond: number
    readonly pausedForMs: number
  } | null
}

export interface RunFeed {
  /** The run as it stands now, where that is news; never waits. */
  next(): { readonly id: string; readonly data: RunProgress } | null
}

/** How often the run is looked up, whichever process carries it on. */
const LOOK_MS = 300

/** Follows a run for one who may see it. It ends with the run: the last message says how. */
export function createRunFeed(ctx: TeamCtx, pacers: Pacers, runId: string): RunFeed {
  let latest: RunProgress | null = null
  let told = ''
  let isLooking = false
  let lookedAt = Number.NEGATIVE_INFINITY
  let seq = 0

  async function look(): Promise<void> {
    isLooking = true
    try {
      latest = progressOf(await getRun(ctx, runId), pacers)
    } catch (error) {
      // Who looks is told by the stream's own check that it is gone.
      if (!(error instanceof AppError)) throw error
    } finally {
      isLooking = false
    }
  }

  return {
    next() {
      const now = ctx.clock.monotonic()
      if (!isLooking && now - lookedAt >= LOOK_MS) {
        lookedAt = now
        look().catch(() => undefined)
      }
      if (!latest) return null
      const text = JSON.stringify(latest)
      if (text === told) return null
      told = text
      return { id: String(++seq), data: latest }
    },
  }
}

function progressOf(run: RunView, pacers: Pacers): RunProgress {
  const { chargeMicro, capMicro: _, startedAt: _s, endedAt, untilAt: _u, reusedSince: since, ...rest } = run
  const figures = run.state === 'OPEN' ? pacers.find(run.keyId)?.figures() : null
  return {
    ...rest,
    charge: microToText(chargeMicro),
    endedAt: endedAt?.toISOString() ?? null,
    reusedSince: since?.toISOString() ?? null,
    key: figures
      ? {
          queued: figures.queued,
          requestsPerSecond: Math.round(figures.achievedRate * 10) / 10,
          pausedForMs: Math.round(figures.pausedForMs),
        }
      : null,
  }
}
