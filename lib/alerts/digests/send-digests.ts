import { type Clock, SYSTEM, type TeamScope } from '@/lib/kernel'
import { findLastMonth } from '@/lib/money/statements'
import { DAY_MS, dayBefore, dayContaining } from '@/lib/platform/calendar'
import type { Db, TeamCtx } from '@/lib/platform/db'
import { type MailServer, sendMail } from '@/lib/platform/mail'
import { createMemberContext, findDigestAddress, listDigestMembers } from '@/lib/teams/teams'
import { readDigest, writeDigestMail } from './digest'
import { readReport, writeReportMail } from './report'
import {
  claimDigest,
  type DigestRow,
  deleteDigestsBefore,
  insertDigest,
  selectDueDigests,
  selectQueuedMembers,
  updateDigest,
} from './store'

/** Number of digests that are sent before the lease is renewed. */
const AT_ONCE = 5
const MINUTE_MS = 60_000
/** Time after the start of sending in which nobody else tries a digest. */
const CLAIM_MS = MINUTE_MS
/** Pauses before a digest is tried again; after the last it has failed. */
const PAUSES_MS = [MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS, 360 * MINUTE_MS]
/** Number of days for which it is known that a digest was sent: longer than a month is the last one. */
const KEPT_DAYS = 62

/**
 * Queues the digest of yesterday and the report of the last recorded month for each member who gets one, once per
 * member and period, whichever process is first. Periods that passed while Purser was stopped are left out, except the
 * last. Returns the number queued.
 */
export async function queueDigests(ctx: TeamCtx): Promise<number> {
  const { team, clock } = ctx
  const now = clock.now()
  const today = dayContaining(now, team.timeZone)
  const { date: day } = dayBefore(now, team.timeZone, 1)
  const month = await findLastMonth(ctx)
  const digests = await queuePeriod(ctx, day, await listDigestMembers(ctx, 'day', today.startsAt))
  if (!month) return digests
  return digests + (await queuePeriod(ctx, month.month, await listDigestMembers(ctx, 'month', month.endsAt)))
}

async function queuePeriod(
  { db, team, clock }: TeamCtx,
  period: string,
  members: readonly string[],
): Promise<number> {
  if (members.length === 0) return 0
  const known = await selectQueuedMembers(db, team.id, period)
  let queued = 0
  for (const memberId of members.filter((id) => !known.has(id)))
    if (await insertDigest(db, { teamId: team.id, memberId, period, at: clock.now() })) queued++
  return queued
}

/** Returns whether a digest is about a month, which is named as 2026-01; a day is named as 2026-01-31. */
const isOfMonth = ({ period }: DigestRow): boolean => period.length === 7

/** Holds what sending digests needs. */
interface DigestParts {
  readonly db: Db
  readonly clock: Clock
  readonly mailServer: MailServer
  readonly teams: readonly TeamScope[]
}

/**
 * Sends the digests that are due while `shouldContinue`. One of a process that was killed while it sent is sent again
 * after a minute. Returns the number of tries.
 */
export async function sendDueDigests(
  parts: DigestParts,
  shouldContinue: () => Promise<boolean> = async () => true,
): Promise<number> {
  let tries = 0
  const errors: unknown[] = []
  while (await shouldContinue()) {
    const due = await selectDueDigests(parts.db, parts.clock.now(), AT_ONCE)
    if (due.length === 0) break
    for (const row of due) {
      const until = new Date(parts.clock.now().getTime() + CLAIM_MS)
      const claimed = await claimDigest(parts.db, row, until)
      if (!claimed) continue
      tries++
      // One that cannot be written must not hold up the others.
      await tryOnce(parts, claimed).catch((error: unknown) => errors.push(error))
    }
  }
  if (errors.length > 0) throw errors[0]
  return tries
}

async function tryOnce({ db, clock, mailServer, teams }: DigestParts, row: DigestRow): Promise<void> {
  if (row.tries - 1 > PAUSES_MS.length) {
    const lastProblem = 'Something went wrong on the server.'
    await updateDigest(db, row, { state: 'failed', nextTryAt: null, lastProblem })
    return
  }
  const team = teams.find(({ id }) => id === row.teamId)
  const ctx = team && { team, actor: SYSTEM, db, clock }
  const [member, to] = ctx
    ? await Promise.all([
        createMemberContext(ctx, row.memberId),
        findDigestAddress(ctx, row.memberId, isOfMonth(row) ? 'month' : 'day'),
      ])
    : [null, null]
  if (!member || to === null) {
    const lastProblem = 'The member left, or turned it off.'
    await updateDigest(db, row, { state: 'failed', nextTryAt: null, lastProblem })
    return
  }
  const parts = { to, ...mailServer }
  const mail = isOfMonth(row)
    ? writeReportMail(await readReport(member, row.period), member.team, parts)
    : writeDigestMail(await readDigest(member, row.period), member.team, parts)
  const sent = await sendMail(mailServer, mail)
  if (sent.ok) {
    await updateDigest(db, row, { state: 'sent', nextTryAt: null })
    return
  }
  const pause = sent.mayTryAgain ? PAUSES_MS[row.tries - 1] : undefined
  const nextTryAt = pause === undefined ? null : new Date(clock.now().getTime() + pause)
  const state = nextTryAt === null ? 'failed' : 'waiting'
  await updateDigest(db, row, { state, nextTryAt, lastProblem: sent.problem })
}

/** Deletes a team's old digests. */
export const deleteOldDigests = ({ db, clock, team }: TeamCtx) =>
  deleteDigestsBefore(db, team.id, new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS))
