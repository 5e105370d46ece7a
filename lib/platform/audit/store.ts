import { foldText, newId } from '@/lib/kernel'
import {
  type Db,
  engineOf,
  foldedLikePattern,
  joinSql,
  sql,
  type TeamCtx,
  type Tx,
  teamCondition,
} from '@/lib/platform/db'

/** The only file that names AuditEntry, AuditChain and AuditTally. */

export interface AuditRow {
  readonly teamId: string
  readonly at: Date
  readonly actorId: string
  readonly actorName: string
  readonly action: string
  readonly subjectId: string
  readonly subjectName: string
  readonly detail: string
}

export async function insertAuditEntry(tx: Db | Tx, row: AuditRow): Promise<void> {
  await tx.auditEntry.create({ data: { id: newId(), ...row, folded: foldText(wordsOf(row)) } })
}

const wordsOf = ({
  actorName,
  action,
  subjectName,
  detail,
}: Pick<AuditRow, 'actorName' | 'action' | 'subjectName' | 'detail'>): string =>
  [actorName, action, subjectName, detail].join(' ')

/** Conditions that must all hold. Empty: everything. */
export interface AuditFilter {
  readonly text: string
  readonly actorId: string
  /** Part of an action before its dot. */
  readonly kind: string
  readonly from: Date | null
  readonly to: Date | null
  /** Id of an entry; only earlier ones are found. */
  readonly before: string
}

/** Returns entries of one team, or of the installation, newest first. */
export async function selectAuditEntries(db: Db, teamId: string, filter: AuditFilter, limit: number) {
  const conditions = [
    sql`"teamId" = ${teamId}`,
    ...(filter.before === '' ? [] : [sql`"id" < ${filter.before}`]),
    ...(filter.actorId === '' ? [] : [sql`"actorId" = ${filter.actorId}`]),
    ...(filter.kind === '' ? [] : [sql`("action" = ${filter.kind} OR "action" LIKE ${`${filter.kind}.%`})`]),
    ...(filter.from === null ? [] : [sql`"at" >= ${filter.from}`]),
    ...(filter.to === null ? [] : [sql`"at" < ${filter.to}`]),
    ...(filter.text === '' ? [] : [sql`"folded" LIKE ${foldedLikePattern(filter.text)} ESCAPE '\\'`]),
  ]
  const found = await db.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "AuditEntry" WHERE ${joinSql(conditions, ' AND ')} ORDER BY "id" DESC LIMIT ${limit}`
  return db.auditEntry.findMany({
    where: { ...teamCondition(teamId), id: { in: found.map(({ id }) => id) } },
    orderBy: { id: 'desc' },
  })
}

/**
 * Returns the actors who have entries in a team, with the name of the newest entry. Steps from actor to actor by the
 * index, so an actor with many entries costs as little as one with few.
 */
export const selectAuditActors = (db: Db, { team }: TeamCtx, limit: number) =>
  db.$queryRaw<{ actorId: string; actorName: string }[]>`
    WITH RECURSIVE actor("id") AS (
      SELECT MIN("actorId") FROM "AuditEntry" WHERE "teamId" = ${team.id}
      UNION ALL
      SELECT (SELECT MIN("actorId") FROM "AuditEntry" WHERE "teamId" = ${team.id} AND "actorId" > actor."id")
      FROM actor WHERE actor."id" IS NOT NULL
    )
    SELECT "id" AS "actorId", (
      SELECT "actorName" FROM "AuditEntry" WHERE "teamId" = ${team.id} AND "actorId" = actor."id"
      ORDER BY "AuditEntry"."id" DESC LIMIT 1
    ) AS "actorName"
    FROM actor WHERE "id" IS NOT NULL LIMIT ${limit}`

export const selectAuditEntriesAbout = (
  db: Db,
  teamId: string,
  { actions, subjectIds, since }: { actions: string[]; subjectIds: string[]; since: Date },
) =>
  db.auditEntry.findMany({
    where: { teamId, at: { gte: since }, action: { in: actions }, subjectId: { in: subjectIds } },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  })

/** Returns the oldest entries that are not sealed yet, by which their teams are found. */
export const selectUnsealedEntries = (tx: Db | Tx, limit: number) =>
  tx.auditEntry.findMany({ where: { place: null }, orderBy: { id: 'asc' }, take: limit })

export const countUnsealedEntries = (db: Db) => db.auditEntry.count({ where: { place: null } })

/** Writes positions and hashes; an entry that has them keeps them. Returns the number written. */
export function updateEntrySeals(
  tx: Tx,
  seals: readonly (readonly [id: string, place: number, hash: string])[],
): Promise<number> {
  const json = JSON.stringify(seals)
  // The plus keeps SQLite from scanning all unsealed entries, and the seals for each of them.
  return engineOf(tx) === 'sqlite'
    ? tx.$executeRaw`
        UPDATE "AuditEntry" SET "place" = v.value->>1, "hash" = v.value->>2 FROM json_each(${json}) v
        WHERE "AuditEntry"."id" = v.value->>0 AND +"AuditEntry"."place" IS NULL`
    : tx.$executeRaw`
        UPDATE "AuditEntry" SET "place" = (v.value->>1)::int, "hash" = v.value->>2
        FROM jsonb_array_elements(${json}::jsonb) v
        WHERE "AuditEntry"."id" = v.value->>0 AND "AuditEntry"."place" IS NULL`
}

export const selectAuditChain = (tx: Db | Tx, teamId: string) =>
  tx.auditChain.findUnique({ where: { teamId } })

export const selectAuditChains = (db: Db, after: string | null, limit: number) =>
  db.auditChain.findMany({
    where: after === null ? {} : { teamId: { gt: after } },
    orderBy: { teamId: 'asc' },
    take: limit,
  })

export const putAuditChain = (
  tx: Tx,
  { teamId, ...end }: { teamId: string; place: number; hash: string; sealedAt: Date },
) => tx.auditChain.upsert({ where: { teamId }, create: { teamId, ...end }, update: end })

/** Returns the next team with sealed entries after `after`; null after the last. */
export const selectNextSealedTeam = (db: Db, after: string | null) =>
  db.auditEntry.findFirst({
    where: { place: { not: null }, ...(after !== null && { teamId: { gt: after } }) },
    orderBy: { teamId: 'asc' },
    select: { teamId: true },
  })

/** Returns sealed entries of one chain after a position, in order. */
export const selectSealedEntries = (db: Db, teamId: string, after: number, limit: number) =>
  db.auditEntry.findMany({ where: { teamId, place: { gt: after } }, orderBy: { place: 'asc' }, take: limit })

/** Adds one to a tally. Returns false if there is none with this key yet. */
export const addToTally = async (db: Db, key: string, at: Date): Promise<boolean> =>
  (await db.auditTally.updateMany({ where: { key }, data: { more: { increment: 1 }, lastAt: at } })).count > 0

/** Begins a tally. Returns false if somebody else has just begun it. */
export const beginTally = async (tx: Tx, key: string, startsAt: Date, row: AuditRow): Promise<boolean> => {
  const { teamId, at, actorId, actorName, action, subjectId, subjectName, detail } = row
  const begun = await tx.$executeRaw`
    INSERT INTO "AuditTally" ("key", "startsAt", "more", "lastAt", "teamId", "actorId", "actorName", "action",
      "subjectId", "subjectName", "detail")
    VALUES (${key}, ${startsAt}, 0, ${at}, ${teamId}, ${actorId}, ${actorName}, ${action},
      ${subjectId}, ${subjectName}, ${detail})
    ON CONFLICT ("key") DO NOTHING`
  return begun > 0
}

export const countTallies = (db: Db, startsAt: Date, action: string) =>
  db.auditTally.count({ where: { startsAt, action } })

export const selectTalliesBefore = (db: Db, startsAt: Date, limit: number) =>
  db.auditTally.findMany({
    where: { startsAt: { lt: startsAt } },
    orderBy: [{ startsAt: 'asc' }, { key: 'asc' }],
    take: limit,
  })

/** Removes and returns a tally; null if somebody else has removed it. */
export const removeTally = async (tx: Tx, key: string) => {
  const row = await tx.auditTally.findUnique({ where: { key } })
  return row && (await tx.auditTally.deleteMany({ where: { key } })).count > 0 ? row : null
}
