import type { z } from 'zod'
import { getRun, type RunView, type startRunInput } from '@/lib/collect/runs'
import { AppError, conflict, idOf, parseTyped } from '@/lib/kernel'
import { readLocalTime } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import type { ApiServices } from './services'

type Wish = Omit<z.output<typeof startRunInput>, 'runId'>

/**
 * Starts a run, or finds the one that this token has started under this idempotency key. The run's id is derived from
 * the key, and ids are unique, so this holds in every process and after a crash. Throws `conflict` if the key stands
 * for another request.
 */
export async function startRunOnce(
  ctx: TeamCtx,
  services: ApiServices,
  idempotencyKey: string,
  wish: Wish,
): Promise<RunView> {
  const runId = idOf(`run of the token ${ctx.actor.tokenId ?? ''}: ${idempotencyKey}`)
  const find = async () => {
    const run = await findRun(ctx, runId)
    if (run && !isFor(ctx, run, wish))
      throw conflict('This Idempotency-Key was used for another run. Use a new key for a new run.')
    return run
  }
  const before = await find()
  if (before) return before
  try {
    await services.startRun(ctx, { ...wish, runId })
  } catch (error) {
    // Of two simultaneous ones, one starts the run and the other finds it.
    const other = error instanceof AppError && error.code === 'conflict' ? await find() : null
    if (!other) throw error
    return other
  }
  return getRun(ctx, runId)
}

async function findRun(ctx: TeamCtx, runId: string): Promise<RunView | null> {
  try {
    return await getRun(ctx, runId)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}

/**
 * Returns whether a run is the requested one. The maximum age of reused pages is not compared, because a run does not
 * state it.
 */
function isFor(ctx: TeamCtx, run: RunView, wish: Wish): boolean {
  const { searchId, keyId, capItems, capCredits, untilAt, untilKnown } = wish
  const capNano = capCredits === null || capCredits === '' ? null : parseTyped(capCredits)
  const until = untilAt === null ? null : readLocalTime(untilAt, ctx.team.timeZone)
  return (
    run.searchId === searchId &&
    (keyId === '' || run.keyId === keyId) &&
    run.capItems === capItems &&
    run.capNano === capNano &&
    run.untilAt?.getTime() === until?.getTime() &&
    run.untilKnown === untilKnown
  )
}
