import { foldText, newId, newToken } from '@/lib/kernel'
import { type Db, sql, type Tx } from '@/lib/platform/db'

/** The only file that names User, Session and Installation. These belong to the installation, not to a team. */

export const insertUser = (
  tx: Tx,
  row: { name: string; email: string; passwordHash: string; createdAt: Date },
) => tx.user.create({ data: { id: newId(), ...row } })

/** Inserts accounts that belong to nobody: they can never sign in, and appear in no list of accounts. */
export const insertPretendUsers = (
  tx: Tx,
  rows: readonly { readonly id: string; readonly name: string; readonly email: string }[],
  at: Date,
) =>
  tx.user.createMany({
    data: rows.map((row) => ({ ...row, passwordHash: '', createdAt: at, disabledAt: at, deletedAt: at })),
  })

export const deletePretendUsers = (db: Db, domain: string) =>
  db.user.deleteMany({ where: { email: { endsWith: `@${domain}` }, passwordHash: '' } })

/**
 * Returns the account of an address. A deleted person's address is free again; a disabled one's is not. NUL is sorted
 * out here because PostgreSQL refuses it in a text, and fails the whole statement.
 */
export const selectUserByEmail = async (db: Db | Tx, email: string) =>
  email.includes('\0') ? null : db.user.findUnique({ where: { email, deletedAt: null } })

export const selectUser = (db: Db | Tx, id: string) => db.user.findUnique({ where: { id, deletedAt: null } })

/** Locks an account's row until the transaction ends, so that opening and closing it cannot overlap. */
export const lockUser = (tx: Tx, id: string) =>
  tx.$executeRaw(sql`UPDATE "User" SET "id" = "id" WHERE "id" = ${id}`)

export const updatePasswordHash = (tx: Tx, id: string, passwordHash: string) =>
  tx.user.update({ where: { id }, data: { passwordHash } })

interface UserChange {
  readonly name?: string
  readonly email?: string
  readonly passwordHash?: string
  readonly isInstallationAdmin?: boolean
  readonly emailConfirmedAt?: Date | null
  readonly disabledAt?: Date | null
  readonly deletedAt?: Date
}

export const updateUser = (db: Db | Tx, id: string, data: UserChange) =>
  db.user.update({ where: { id }, data })

/** Counts the accounts that can sign in and administer the installation. */
export const countInstallationAdmins = (tx: Tx) =>
  tx.user.count({ where: { isInstallationAdmin: true, disabledAt: null, deletedAt: null } })

export const isInAnyTeam = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.user.count({ where: { id, members: { some: { removedAt: null } } } })) > 0

/** Number of accounts that are read at a time. */
const ACCOUNTS_A_READ = 500

/**
 * Returns the accounts whose name or address contains a text, by address, after one of them. Compares the names
 * itself, because databases know the case of few alphabets: a thousand people cost two small reads.
 */
export async function selectUsers(
  db: Db,
  { text, after, limit }: { readonly text: string; readonly after: string; readonly limit: number },
) {
  const wanted = foldText(text)
  const found: { readonly id: string }[] = []
  for (let from = after; found.length < limit; ) {
    const some = await db.user.findMany({
      where: { deletedAt: null, email: { gt: from } },
      select: { id: true, name: true, email: true },
      orderBy: { email: 'asc' },
      take: ACCOUNTS_A_READ,
    })
    const fits = (words: string) => foldText(words).includes(wanted)
    found.push(...some.filter(({ name, email }) => fits(name) || fits(email)))
    const last = some.at(-1)
    if (!last || some.length < ACCOUNTS_A_READ) break
    from = last.email
  }
  return db.user.findMany({
    where: { id: { in: found.slice(0, limit).map(({ id }) => id) } },
    orderBy: { email: 'asc' },
    include: { _count: { select: { members: { where: { removedAt: null } } } } },
  })
}

export interface NewSession {
  readonly userId: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly userAgent: string | null
  readonly source: string | null
}

export const insertSession = (tx: Tx, row: NewSession) =>
  tx.session.create({ data: { id: newToken(), lastSeenAt: row.createdAt, ...row } })

/** Accounts as `u` in SQL, for statements of other stores that read a name with their own rows. */
export const USERS_SQL = sql`"User" u`

interface SessionRow {
  readonly lastSeenAt: Date
  readonly expiresAt: Date
  readonly revokedAt: Date | null
  readonly userId: string
  readonly name: string
  readonly email: string
}

/** Returns a session of a person who can sign in. Every request calls this, so it is one statement. */
export async function selectSession(db: Db, id: string) {
  const [row] = await db.$queryRaw<SessionRow[]>`
    SELECT s."lastSeenAt", s."expiresAt", s."revokedAt", u."id" AS "userId", u."name", u."email"
    FROM "Session" s JOIN ${USERS_SQL} ON u."id" = s."userId"
    WHERE s."id" = ${id} AND u."disabledAt" IS NULL AND u."deletedAt" IS NULL`
  if (!row) return null
  const { userId, name, email, ...session } = row
  return { ...session, user: { id: userId, name, email } }
}

/** Returns a person's valid sessions, the one seen last first. */
export const selectSessions = (
  db: Db | Tx,
  userId: string,
  { now, seenAfter, limit }: { readonly now: Date; readonly seenAfter: Date; readonly limit: number },
) =>
  db.session.findMany({
    where: { userId, revokedAt: null, expiresAt: { gt: now }, lastSeenAt: { gte: seenAfter } },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'asc' }],
    take: limit,
  })

export const touchSession = (db: Db, id: string, lastSeenAt: Date) =>
  db.session.updateMany({ where: { id }, data: { lastSeenAt } })

export const revokeSessions = (
  db: Db | Tx,
  which: { id: string } | { userId: string; exceptId?: string },
  at: Date,
) =>
  db.session.updateMany({
    where: {
      revokedAt: null,
      ...('id' in which
        ? { id: which.id }
        : { userId: which.userId, ...(which.exceptId && { id: { not: which.exceptId } }) }),
    },
    data: { revokedAt: at },
  })

const ONLY = 'only'

export const insertInstallation = (tx: Tx, createdAt: Date) =>
  tx.installation.create({ data: { id: ONLY, createdAt, teamsBy: 'admins' } })

export const selectInstallation = (db: Db | Tx) => db.installation.findUnique({ where: { id: ONLY } })

export const updateTeamCreators = (tx: Tx, teamsBy: string) =>
  tx.installation.update({ where: { id: ONLY }, data: { teamsBy } })

/** Locks the installation's row until the transaction ends, so that two changes of its people cannot overlap. */
export const lockInstallation = (tx: Tx) => tx.$executeRaw`UPDATE "Installation" SET "id" = "id"`

/** The only file that names PasswordReset. */

interface NewReset {
  readonly tokenHash: string
  readonly userId: string
  readonly way: 'mail' | 'admin' | 'command'
  readonly madeById: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

export const insertReset = (tx: Tx, row: NewReset) =>
  tx.passwordReset.create({ data: { id: newId(), ...row } })

const usable = (now: Date) => ({ usedAt: null, expiresAt: { gt: now } })

export const selectReset = (db: Db | Tx, tokenHash: string, now: Date) =>
  db.passwordReset.findFirst({ where: { tokenHash, ...usable(now) } })

/** Marks a link as used. Returns 0 if somebody else was faster or it can no longer be used. */
export const markResetUsed = async (tx: Tx, id: string, now: Date): Promise<number> =>
  (await tx.passwordReset.updateMany({ where: { id, ...usable(now) }, data: { usedAt: now } })).count

/** Ends all of a person's links that could still be used. */
export const endResetsOfUser = (tx: Tx, userId: string, now: Date) =>
  tx.passwordReset.updateMany({ where: { userId, ...usable(now) }, data: { expiresAt: now } })

/** The only file that names TryCount. */

export interface AttemptCountRow {
  readonly kind: string
  /** A keyed hash, so that the table reveals nobody's address. */
  readonly subject: string
}

interface CountedTry {
  readonly count: number
  readonly endsAtMs: number
}

/**
 * Counts one more try in one statement, so that of several simultaneous ones, on several instances, each gets its own
 * count. A window that is over, or that ends later than possible (a clock was fast), restarts with one.
 */
export async function addAttempt(
  db: Db,
  { kind, subject }: AttemptCountRow,
  nowMs: number,
  windowMs: number,
): Promise<CountedTry> {
  const [now, end] = [BigInt(nowMs), BigInt(nowMs + windowMs)]
  const rows = await db.$queryRaw<{ count: number | bigint; endsAtMs: number | bigint }[]>`
    INSERT INTO "TryCount" ("kind", "subject", "endsAtMs", "count") VALUES (${kind}, ${subject}, ${end}, 1)
    ON CONFLICT ("kind", "subject") DO UPDATE SET
      "count" = CASE WHEN "TryCount"."endsAtMs" > ${now} AND "TryCount"."endsAtMs" <= ${end}
        THEN "TryCount"."count" + 1 ELSE 1 END,
      "endsAtMs" = CASE WHEN "TryCount"."endsAtMs" > ${now} AND "TryCount"."endsAtMs" <= ${end}
        THEN "TryCount"."endsAtMs" ELSE ${end} END
    RETURNING "count", "endsAtMs"`
  const [row] = rows
  if (!row) throw new Error('A try was not counted')
  return { count: Number(row.count), endsAtMs: Number(row.endsAtMs) }
}

export const subtractAttempt = (db: Db, { kind, subject }: AttemptCountRow) =>
  db.$executeRaw`
    UPDATE "TryCount" SET "count" = "count" - 1
    WHERE "kind" = ${kind} AND "subject" = ${subject} AND "count" > 0`

export const deleteAttempts = (db: Db, row: AttemptCountRow) => db.tryCount.deleteMany({ where: { ...row } })

/** Deletes at most `limit` rows whose window is over. Returns their number. */
export const deleteExpiredAttempts = (db: Db, nowMs: number, limit: number): Promise<number> =>
  db.$executeRaw`
    DELETE FROM "TryCount" WHERE ("kind", "subject") IN (
      SELECT "kind", "subject" FROM "TryCount" WHERE "endsAtMs" <= ${BigInt(nowMs)} LIMIT ${limit})`
