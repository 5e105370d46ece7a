import type { Db, Tx } from '@/lib/platform/db'

/** The only file that names Digest. */

export type DigestRow = Awaited<ReturnType<typeof selectDueDigests>>[number]

/** Returns the members who have a digest of a period. */
export const selectQueuedMembers = async (db: Db, teamId: string, period: string): Promise<Set<string>> => {
  const rows = await db.digest.findMany({ where: { teamId, period }, select: { memberId: true } })
  return new Set(rows.map(({ memberId }) => memberId))
}

/** Queues a digest, unless another process already did. Returns whether it was queued. */
export const insertDigest = async (
  db: Db | Tx,
  { teamId, memberId, period, at }: { teamId: string; memberId: string; period: string; at: Date },
): Promise<boolean> =>
  (await db.$executeRaw`
    INSERT INTO "Digest" ("memberId", "teamId", "period", "state", "tries", "nextTryAt", "createdAt")
    VALUES (${memberId}, ${teamId}, ${period}, 'waiting', 0, ${at}, ${at}) ON CONFLICT ("memberId", "period") DO NOTHING`) ===
  1

/** Returns the due digests of all teams, oldest first. Each row names its team. */
export const selectDueDigests = (db: Db, now: Date, limit: number) =>
  db.digest.findMany({
    where: { state: 'waiting', nextTryAt: { lte: now } },
    orderBy: [{ nextTryAt: 'asc' }, { memberId: 'asc' }],
    take: limit,
  })

/**
 * Claims a digest for one try; others leave it alone until `until`. Returns the claimed row; null if somebody else was
 * first.
 */
export async function claimDigest(db: Db, row: DigestRow, until: Date): Promise<DigestRow | null> {
  const { memberId, period, teamId, nextTryAt } = row
  const { count } = await db.digest.updateMany({
    where: { memberId, period, teamId, state: 'waiting', nextTryAt },
    data: { nextTryAt: until, tries: { increment: 1 } },
  })
  return count === 1 ? { ...row, nextTryAt: until, tries: row.tries + 1 } : null
}

/** Writes how a try of a claimed digest ended, unless somebody else has claimed it since. */
export const updateDigest = (
  db: Db,
  { memberId, period, teamId, tries }: DigestRow,
  data: { state: 'waiting' | 'sent' | 'failed'; nextTryAt: Date | null; lastProblem?: string },
) => db.digest.updateMany({ where: { memberId, period, teamId, state: 'waiting', tries }, data })

export const deleteDigestsBefore = (db: Db, teamId: string, before: Date) =>
  db.digest.deleteMany({ where: { teamId, createdAt: { lt: before } } })
