import { formatCount, type Priority, toRequestsPerSecond, withPlainConventions } from '@/lib/kernel'
import { listRate } from '@/lib/keys/keys'
import { type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { createMemberContext } from '@/lib/teams/teams'
import { listFormOf } from '@/lib/upstream/client'
import { endRun, endRunInTransaction } from '../core/end-run'
import { type EndReason, endReasonSchema, type RunEnd } from '../core/schemas'
import {
  claimWaitingRun,
  holdBatch,
  isFailedEnd,
  type RunRow,
  selectBatchEnds,
  selectBatchesToTake,
  takeOverBatch,
  unclaimRun,
} from '../core/store'
import type { RunServices } from '../purchase/run-services'
import { retryOnStorageFailure, type StopReason } from './drive-run'

/**
 * Number of a batch's runs that are bought at once: as many as keep its key busy while answers take two seconds. Each
 * holds a page of the budgets while it waits, so that more would only hold what others could use.
 */
const AT_ONCE = { min: 4, max: 20 }
const SECONDS_AN_ANSWER = 2
/** Pause before looking again for a run that a person continues, or the end of one that another process has begun. */
const LOOK_MS = 1000

interface DriveBatchOptions {
  readonly batch: RunRow
  /** Aborted to begin no further run. */
  readonly signal: AbortSignal
  /** Drives one of its runs to its end. Never throws. */
  carry(run: RunRow): Promise<void>
}

/**
 * Buys the subjects of a batch, a few at once and in order, each by a run of its own: one that fails stops no other.
 * Where the process stops, the batch stays open, and another process continues with those that wait.
 */
export async function driveBatch(
  ctx: TeamCtx,
  services: RunServices,
  { batch, signal, carry }: DriveBatchOptions,
): Promise<void> {
  const { instanceId } = services
  const patiently = <T>(work: () => Promise<T>) => retryOnStorageFailure(ctx.clock, work, signal)
  const inTransaction = <T>(work: Parameters<typeof transaction<T>>[1]) =>
    patiently(() => transaction(ctx.db, work))
  const begun = new Set<string>()
  const claim = () => {
    let isAgain = false
    return inTransaction((tx) => {
      const earlier = isAgain ? begun : null
      isAgain = true
      return claimWaitingRun(tx, batch, { instanceId, startedAt: ctx.clock.now(), begun: earlier })
    })
  }
  const open = new Set<Promise<void>>()
  while (!signal.aborted) {
    if (open.size >= (await patiently(() => maxAtOnce(ctx, services, batch)))) {
      await Promise.race(open)
      continue
    }
    const run = await claim()
    if (run && signal.aborted) {
      await giveBack(ctx, run, signal)
      break
    }
    if (run) {
      begun.add(run.id)
      const done = carry(run).finally(() => {
        open.delete(done)
        begun.delete(run.id)
      })
      open.add(done)
      continue
    }
    if (open.size === 0 && (await inTransaction((tx) => isOver(ctx, tx, batch, instanceId)))) return
    await Promise.race([...open, ctx.clock.sleep(LOOK_MS, signal).catch(() => undefined)])
  }
  await Promise.all(open)
}

/** Ends a batch all of whose runs have ended. Returns whether it is over, or no longer this process's. */
async function isOver(ctx: TeamCtx, tx: Tx, batch: RunRow, instanceId: string): Promise<boolean> {
  if (!(await holdBatch(tx, batch, instanceId))) return true
  const end = decideBatchEnd(await selectBatchEnds(tx, batch.teamId, batch.id))
  if (end) await endRunInTransaction(tx, batch.teamId, batch.id, { ...end, at: ctx.clock.now() })
  return end !== null
}

/** Returns how many of a batch's runs its key can use at present. */
async function maxAtOnce(ctx: TeamCtx, services: RunServices, { keyId, operation }: RunRow): Promise<number> {
  const { key, upstream } = await services.guard.check(ctx, services, keyId)
  if ('kind' in key) return AT_ONCE.min
  const perSecond = toRequestsPerSecond(listRate(key, listFormOf(upstream.provider, operation).rate))
  return Math.min(AT_ONCE.max, Math.max(AT_ONCE.min, Math.ceil(SECONDS_AN_ANSWER * perSecond)))
}

/** Lets a run that was claimed too late wait for another process, or ends it if its batch was cancelled. */
async function giveBack(
  { db, clock, team }: TeamCtx,
  { id }: RunRow,
  { reason }: AbortSignal,
): Promise<void> {
  const waits = reason === ('restarted' satisfies StopReason) && (await unclaimRun(db, team.id, id)).count > 0
  if (!waits) await endRun(db, team.id, id, { reason: 'cancelled', at: clock.now() })
}

/** The end of one subject's run; no reason while it is open. */
interface SubjectEnd {
  readonly subject: string
  readonly endReason: string | null
  readonly endNote: string | null
}

/** Decides how a batch ended, by the ends of its runs; null if one of them is still open. */
function decideBatchEnd(ends: readonly SubjectEnd[]): Omit<RunEnd, 'at'> | null {
  const reasons = new Set(ends.map(({ endReason }) => endReason))
  if (reasons.has(null)) return null
  const failed = ends.filter(({ endReason }) => isFailedEnd(endReason))
  const [first] = failed
  if (!first) return { reason: reasons.size === 1 ? reasonOf(ends) : 'subjects_ended' }
  const count = (number: number) => withPlainConventions(() => formatCount(number))
  const why = first.endNote === null ? '' : ` “${first.subject}”: ${first.endNote}`
  if (failed.length < ends.length) {
    const note = `${count(failed.length)} of ${count(ends.length)} subjects failed.${why}`
    return { reason: 'subjects_ended', note }
  }
  const isOne = ends.length === 1
  if (failed.every(({ endReason }) => endReason === 'budget_refused'))
    return {
      reason: 'budget_refused',
      note: `A budget stopped ${isOne ? 'its only subject' : `all ${count(ends.length)} subjects`}.${why}`,
    }
  const whole = isOne ? 'Its only subject failed.' : `All ${count(ends.length)} subjects failed.`
  return { reason: 'problem', note: `${whole}${why}` }
}

const reasonOf = ([first]: readonly SubjectEnd[]): EndReason => endReasonSchema.parse(first?.endReason)

interface TakingOver {
  readonly services: { readonly instanceId: string }
  readonly background: {
    beginBatch(ctx: TeamCtx, batch: RunRow, priority: Priority): void
    carries(runId: string): boolean
    takeOver(runId: string, work: () => Promise<void>): Promise<void>
  }
}

/**
 * Takes over a team's batches that no process drives, with the rights that their members have now: subjects that have
 * not begun are bought, those that were cut off stay so. Without such a member, as for a token, they are ended.
 */
export async function resumeBatches(
  ctx: TeamCtx,
  { services: { instanceId }, background }: TakingOver,
): Promise<void> {
  const { db, team, clock } = ctx
  for (const id of await selectBatchesToTake(db, team.id, instanceId)) {
    if (background.carries(id)) continue
    await background.takeOver(id, async () => {
      const batch = await takeOverBatch(db, team.id, id, instanceId)
      if (!batch) return
      const member = await createMemberContext(ctx, batch.memberId)
      const priority: Priority = batch.isScheduled ? 'schedule' : 'run'
      if (member) background.beginBatch(member, batch, priority)
      else await endRun(db, team.id, id, { reason: 'restarted', at: clock.now() })
    })
  }
}
