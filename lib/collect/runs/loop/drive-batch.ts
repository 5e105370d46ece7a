import { formatCount, type Priority, withPlainConventions } from '@/lib/kernel'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { createMemberContext } from '@/lib/teams/teams'
import { endRun, endRunInTransaction } from '../core/end-run'
import { type EndReason, endReasonSchema, type RunEnd } from '../core/schemas'
import {
  claimWaitingRun,
  isFailedEnd,
  type RunRow,
  selectBatchEnds,
  takeOverBatches,
  unclaimRun,
} from '../core/store'
import { retryOnStorageFailure, type StopReason } from './drive-run'

/**
 * Number of a batch's runs that are bought at once. They take turns as one lane of their key, so that many delay nobody;
 * with fewer, a fast key would wait for answers.
 */
const RUNS_AT_ONCE = 20

interface DriveBatchOptions {
  readonly batch: RunRow
  readonly instanceId: string
  /** Aborted to begin no further run. */
  readonly signal: AbortSignal
  /** Drives one of its runs to its end. Never throws. */
  carry(run: RunRow): Promise<void>
  /** Resolves when a run of this process has ended; null for any other. */
  ended(runId: string): Promise<void> | null
}

/**
 * Buys the subjects of a batch, a few at once and in order, each by a run of its own: one that fails stops no other.
 * Where the process stops, the batch stays open, and another process continues with those that wait.
 */
export async function driveBatch(
  ctx: TeamCtx,
  { batch, instanceId, signal, carry, ended }: DriveBatchOptions,
): Promise<void> {
  const patiently = <T>(work: Parameters<typeof transaction<T>>[1]) =>
    retryOnStorageFailure(ctx.clock, () => transaction(ctx.db, work), signal)
  const buyInTurn = async () => {
    while (!signal.aborted) {
      const run = await patiently((tx) => claimWaitingRun(tx, batch, instanceId, ctx.clock.now()))
      if (!run) return
      if (signal.aborted) return giveBack(ctx, run, signal)
      await carry(run)
    }
  }
  await Promise.all(Array.from({ length: RUNS_AT_ONCE }, buyInTurn))
  while (!signal.aborted) {
    const ends = await patiently(async (tx) => {
      const found = await selectBatchEnds(tx, batch.teamId, batch.id)
      const end = decideBatchEnd(found)
      if (end) await endRunInTransaction(tx, batch.teamId, batch.id, { ...end, at: ctx.clock.now() })
      return found
    })
    // A person may have continued one of them after its empty pages.
    const open = ends.flatMap(({ id, endReason }) => (endReason === null ? (ended(id) ?? []) : []))
    if (open.length === 0) return
    await Promise.all(open)
  }
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
  const whole = ends.length === 1 ? 'Its only subject failed.' : `All ${count(ends.length)} subjects failed.`
  return failed.length === ends.length
    ? { reason: 'problem', note: `${whole}${why}` }
    : {
        reason: 'subjects_ended',
        note: `${count(failed.length)} of ${count(ends.length)} subjects failed.${why}`,
      }
}

const reasonOf = ([first]: readonly SubjectEnd[]): EndReason => endReasonSchema.parse(first?.endReason)

interface TakingOver {
  readonly services: { readonly instanceId: string }
  readonly background: { beginBatch(ctx: TeamCtx, batch: RunRow, priority: Priority): void }
}

/**
 * Takes over a team's batches whose process has stopped, with the rights that their members have now: subjects that
 * have not begun are bought, those that were cut off stay so. Without such a member, as for a token, they are ended.
 */
export async function resumeBatches(
  ctx: TeamCtx,
  { services: { instanceId }, background }: TakingOver,
): Promise<void> {
  const { db, team, clock } = ctx
  for (const batch of await takeOverBatches(db, team.id, instanceId)) {
    const member = await createMemberContext(ctx, batch.memberId)
    if (member) background.beginBatch(member, batch, batch.isScheduled ? 'schedule' : 'run')
    else await endRun(db, team.id, batch.id, { reason: 'restarted', at: clock.now() })
  }
}
