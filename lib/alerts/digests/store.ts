import type { Db, Tx } from '@/lib/platform/db'

/** The only file that names Digest. */

export type DigestRow = Awaited<ReturnType<typeof selectDueDigests>>[number]

/** Returns the members who have a digest of a day. */
export const selectQueuedMembers = async (db: Db, teamId: string, day: string): Promise<Set<string>> => {
  const rows = await db.digest.findMany({ where: { teamId, day }, select: { memberId: true } })
  return new Set(rows.map(({ memberId }) => memberId))
}

/** Queues a digest, unless another process already did. Returns whether it was queued. */
export const insertDigest = async (
  db: Db | Tx,
  { teamId, memberId, day, at }: { teamId: string; memberId: string; day: string; at: Date },
): Promise<boolean> =>
  (await db.$executeRaw`
    INSERT INTO "Digest" ("memberId", "teamId", "day", "state", "tries", "nextTryAt", "createdAt")
    VALUES (${memberId}, ${teamId}, ${day}, 'waiting', 0, ${at}, ${at}) ON CONFLICT ("memberId", "day") DO NOTHING`) ===
  1

/** Returns the due digests of all teams, oldest first. Each row names its team. */
export const selectDueDigests = (db: Db, now: Date, limit: number) =>
  db.digest.findMany({
    where: { state: 'waiting', nextTryAt: { lte: now } },
    orderBy: [{ nextTryAt: 'asc' }, { memberId: 'asc' }],
    take: limit,
  })

/** Claims a digest for one try; others leave it alone until `until`. Returns false if somebody else was first. */
export const claimDigest = async (
  db: Db,
  { memberId, day, teamId, nextTryAt }: DigestRow,
  until: Date,
): Promise<boolean> =>
  (
    await db.digest.updateMany({
      where: { memberId, day, teamId, state: 'waiting', nextTryAt },
      data: { nextTryAt: until, tries: { increment: 1 } },
    })
  ).count === 1

export const updateDigest = (
  db: Db,
  { memberId, day, teamId }: DigestRow,
  data: { state: 'waiting' | 'sent' | 'failed'; nextTryAt: Date | null; lastProblem?: string },
) => db.digest.updateMany({ where: { memberId, day, teamId }, data })

export const deleteDigestsBefore = (db: Db, teamId: string, before: Date) =>
  db.digest.deleteMany({ where: { teamId, createdAt: { lt: before } } })
