import { AppError, nanoToText } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import type { PacerFigures } from '@/lib/upstream/pacing'
import type { RunView } from '../core/schemas'
import { getRun } from './list-runs'

/** A message about a run to its viewers. Sent as JSON, with credits as decimal text and moments as ISO 8601. */
export interface RunProgress
  extends Omit<RunView, 'chargeNano' | 'capNano' | 'startedAt' | 'endedAt' | 'untilAt' | 'reusedSince'> {
  readonly reusedSince: string | null
  readonly charge: string
  readonly endedAt: string | null
  /** Moment until which nothing leaves with its key, because the service's limit is reached; null if that is soon. */
  readonly waitingUntil: string | null
  /** The run's key activity, as far as this Purser knows it. Null if nothing is in progress here. */
  readonly key: {
    readonly queued: number
    readonly sentLastSecond: number
    readonly pausedForMs: number
    /** True if the upstream asked for the pause; otherwise Purser pauses after a refusal that asks for none. */
    readonly wasAskedToPause: boolean
  } | null
}

export interface RunFeed {
  /** Returns the run's current state if it has changed. */
  next(): Promise<{ readonly data: RunProgress } | null>
}

/** Interval at which the run is read, whichever process drives it. */
const LOOK_MS = 300

/**
 * Follows a run for a member who may see it, until the run ends: the last message says how. `figuresOf` returns the
 * state of the run's key.
 */
export function createRunFeed(
  ctx: TeamCtx,
  figuresOf: (keyId: string) => Promise<PacerFigures | null>,
  runId: string,
): RunFeed {
  let lastSentText = ''
  let lookedAt = Number.NEGATIVE_INFINITY

  async function look(): Promise<RunProgress | null> {
    try {
      const run = await getRun(ctx, runId)
      return progressOf(run, run.state === 'OPEN' ? await figuresOf(run.keyId) : null, ctx.clock.now())
    } catch (error) {
      // The stream's own check tells the viewer that the run is gone.
      if (error instanceof AppError) return null
      throw error
    }
  }

  return {
    async next() {
      const now = ctx.clock.monotonic()
      if (now - lookedAt < LOOK_MS) return null
      lookedAt = now
      const data = await look()
      const text = JSON.stringify(data)
      if (!data || text === lastSentText) return null
      lastSentText = text
      return { data }
    },
  }
}

/** Minimum pause that is shown; a shorter one is over before it is read. */
const LONG_WAIT_MS = 5000
const SECOND_MS = 1000

/**
 * Returns the end of the pause, rounded to the second so that a message a moment later says nothing new. A pause of
 * another of the key's lists does not concern the run.
 */
function waitOf(run: RunView, figures: PacerFigures | null, now: Date): string | null {
  const pause = figures?.pause ?? null
  if (pause === null || pause.forMs <= LONG_WAIT_MS) return null
  if (pause.path !== null && pause.path !== run.operation) return null
  return new Date(Math.ceil((now.getTime() + pause.forMs) / SECOND_MS) * SECOND_MS).toISOString()
}

function progressOf(run: RunView, figures: PacerFigures | null, now: Date): RunProgress {
  const { chargeNano, capNano: _, startedAt: _s, endedAt, untilAt: _u, reusedSince: since, ...rest } = run
  return {
    ...rest,
    charge: nanoToText(chargeNano),
    endedAt: endedAt?.toISOString() ?? null,
    waitingUntil: waitOf(run, figures, now),
    reusedSince: since?.toISOString() ?? null,
    key: figures
      ? {
          queued: figures.queued,
          sentLastSecond: figures.sentLastSecond,
          pausedForMs: Math.round(figures.pausedForMs),
          wasAskedToPause: figures.pauseAskedMs !== null,
        }
      : null,
  }
}
