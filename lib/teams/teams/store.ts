import { newId, type Role } from '@/lib/kernel'
import type { Db, Tx } from '@/lib/platform/db'
import { USERS_SQL } from '@/lib/teams/accounts'
import type { MailedPeriod } from './schemas'

/** The only file that names Team, Member and Environment. */

export const insertTeam = (
  tx: Tx,
  row: { slug: string; name: string; timeZone: string; createdAt: Date; example?: ExampleState },
) => tx.team.create({ data: { id: newId(), ...row } })

export const selectSlugsLike = async (db: Db | Tx, slug: string): Promise<string[]> => {
  const rows = await db.team.findMany({ where: { slug: { startsWith: slug } }, select: { slug: true } })
  return rows.map((row) => row.slug)
}

export const selectTeam = (db: Db | Tx, id: string) => db.team.findUnique({ where: { id } })

/** Returns the time zone; read with each call that a budget counts. */
export async function selectTimeZone(db: Db | Tx, id: string): Promise<string | null> {
  const [row] = await db.$queryRaw<{ timeZone: string }[]>`SELECT "timeZone" FROM "Team" WHERE "id" = ${id}`
  return row?.timeZone ?? null
}

/** Form of a slug. NUL must not get past it, because PostgreSQL refuses it and fails the whole statement. */
const SLUG = /^[a-z0-9-]{1,60}$/

export const updateMoney = (tx: Tx, id: string, data: { currency: string; showsMoney: boolean }) =>
  tx.team.update({ where: { id }, data })

export const updateNextStepsHidden = (tx: Tx, id: string, stepsHiddenAt: Date) =>
  tx.team.update({ where: { id }, data: { stepsHiddenAt } })

/** Excludes an example that is being filled or removed, which nobody sees. */
const IS_THERE = { OR: [{ example: null }, { example: 'ready' }] }

export const selectTeams = (db: Db, ids: string[]) =>
  db.team.findMany({ where: { id: { in: ids }, ...IS_THERE } })

export const selectAllTeams = (db: Db | Tx) => db.team.findMany({ where: IS_THERE, orderBy: { id: 'asc' } })

export const updateTeamRow = (tx: Tx, id: string, data: { name: string; timeZone: string }) =>
  tx.team.update({ where: { id }, data })

export const updateItemRetentionDays = (tx: Tx, id: string, keepsItemsDays: number | null) =>
  tx.team.update({ where: { id }, data: { keepsItemsDays, itemsGoneUpTo: null, itemsGoneAt: null } })

export const updateCallRetentionMonths = (
  tx: Tx,
  id: string,
  keepsCallsMonths: number | null,
  keepsCallsAt: Date,
) => tx.team.update({ where: { id }, data: { keepsCallsMonths, keepsCallsAt } })

export const updateItemsDeletedUntil = (db: Db, id: string, itemsGoneUpTo: Date, itemsGoneAt: Date) =>
  db.team.update({ where: { id }, data: { itemsGoneUpTo, itemsGoneAt } })

/** The state of an example: being filled, ready, or being removed. */
export type ExampleState = 'filling' | 'ready' | 'leaving'

export const updateExample = async (db: Db | Tx, id: string, from: string[], to: ExampleState) =>
  (await db.team.updateMany({ where: { id, example: { in: from } }, data: { example: to } })).count === 1

/** Returns examples to be removed, and those whose filling began before a given time and did not end. */
export const selectExamplesToDelete = (db: Db, filledSince: Date) =>
  db.team.findMany({
    where: { OR: [{ example: 'leaving' }, { example: 'filling', createdAt: { lt: filledSince } }] },
    orderBy: { id: 'asc' },
  })

/** Returns whether an account is in an example that is ready or being filled. */
export const isInExample = async (db: Db | Tx, userId: string): Promise<boolean> =>
  (
    await db.$queryRaw<unknown[]>`SELECT 1 FROM "Member" m JOIN "Team" t ON t."id" = m."teamId"
    WHERE m."userId" = ${userId} AND m."removedAt" IS NULL AND t."example" IN ('filling', 'ready')`
  ).length > 0

export const deleteTeam = (db: Db, id: string) => db.team.deleteMany({ where: { id, example: 'leaving' } })

/** Locks the team's row until the transaction ends, so that two changes of its people cannot overlap. */
export const lockTeam = (tx: Tx, id: string) =>
  tx.$executeRaw`UPDATE "Team" SET "id" = "id" WHERE "id" = ${id}`

export const upsertMember = (tx: Tx, teamId: string, userId: string, role: Role, createdAt: Date) =>
  tx.member.upsert({
    where: { teamId_userId: { teamId, userId } },
    create: { id: newId(), teamId, userId, role, createdAt },
    update: { role, removedAt: null },
  })

interface MembershipRow {
  readonly teamId: string
  readonly slug: string
  readonly teamName: string
  readonly timeZone: string
  readonly memberId: string
  readonly role: string
  readonly name: string
  readonly example: string | null
  readonly currency: string | null
  readonly showsMoney: boolean | number | bigint
}

/**
 * Returns a person's membership of the team with a slug, with both names. Every request calls this, so it is one
 * statement.
 */
export async function selectMembershipBySlug(
  db: Db,
  slug: string,
  userId: string,
): Promise<MembershipRow | null> {
  if (!SLUG.test(slug)) return null
  const [row] = await db.$queryRaw<MembershipRow[]>`
    SELECT t."id" AS "teamId", t."slug", t."name" AS "teamName", t."timeZone", t."example", t."currency", t."showsMoney",
      m."id" AS "memberId", m."role", u."name"
    FROM "Team" t
    JOIN "Member" m ON m."teamId" = t."id" AND m."userId" = ${userId} AND m."removedAt" IS NULL
    JOIN ${USERS_SQL} ON u."id" = m."userId" AND u."disabledAt" IS NULL
    WHERE t."slug" = ${slug} AND COALESCE(t."example", 'ready') = 'ready'`
  return row ?? null
}

/** Returns the membership of a person who can sign in. */
export const selectMembership = (db: Db | Tx, teamId: string, userId: string) =>
  db.member.findFirst({
    where: { teamId, userId, removedAt: null, user: { disabledAt: null } },
    include: { user: { select: { name: true } } },
  })

/** Returns a person's membership of a team, ended or not. */
export const selectAnyMembership = (db: Db | Tx, teamId: string, userId: string) =>
  db.member.findUnique({ where: { teamId_userId: { teamId, userId } } })

export const selectTeamIdsOf = async (db: Db, userId: string): Promise<string[]> => {
  const rows = await db.member.findMany({ where: { userId, removedAt: null }, select: { teamId: true } })
  return rows.map((row) => row.teamId)
}

const withPerson = { user: { select: { name: true, email: true } } } as const

export const selectMembers = (db: Db | Tx, teamId: string) =>
  db.member.findMany({
    where: { teamId, removedAt: null },
    include: withPerson,
    orderBy: { createdAt: 'asc' },
  })

export const selectMember = (db: Db | Tx, teamId: string, id: string) =>
  db.member.findFirst({ where: { id, teamId, removedAt: null }, include: withPerson })

/** Returns the member if the person can sign in. */
export const selectActiveMember = (db: Db | Tx, teamId: string, id: string) =>
  db.member.findFirst({
    where: { id, teamId, removedAt: null, user: { disabledAt: null } },
    include: withPerson,
  })

/** Returns all memberships of a person, to end them. */
export const selectMembershipsOf = (db: Db, userId: string) =>
  db.member.findMany({ where: { userId, removedAt: null }, orderBy: { teamId: 'asc' } })

export const updateMember = (
  tx: Tx,
  teamId: string,
  id: string,
  data: { role: Role } | { removedAt: Date } | { digestSince: Date | null } | { reportSince: Date | null },
) => tx.member.updateMany({ where: { id, teamId }, data })

/** Selects members whose address is known to be theirs and who can sign in. */
const REACHABLE = { removedAt: null, user: { disabledAt: null, emailConfirmedAt: { not: null } } } as const

/** Selects members by when they chose a mail of each such period. */
const chose = (every: MailedPeriod, since: { lt: Date } | { not: null }) =>
  every === 'day' ? { digestSince: since } : { reportSince: since }

/** Returns the members who get a mail of each such period and chose so before a given time. */
export const selectDigestMembers = (db: Db, teamId: string, every: MailedPeriod, before: Date) =>
  db.member.findMany({
    where: { teamId, ...REACHABLE, ...chose(every, { lt: before }) },
    select: { id: true },
    orderBy: { id: 'asc' },
  })

/** Returns a member who gets a mail of each such period, with the address. */
export const selectDigestMember = (db: Db, teamId: string, id: string, every: MailedPeriod) =>
  db.member.findFirst({
    where: { id, teamId, ...REACHABLE, ...chose(every, { not: null }) },
    select: { user: { select: { email: true } } },
  })

/** Returns the teams of which a person gets a mail of each such period. */
export const selectDigestTeamIds = async (db: Db, userId: string, every: MailedPeriod): Promise<string[]> => {
  const where = { userId, removedAt: null, ...chose(every, { not: null }) }
  return (await db.member.findMany({ where, select: { teamId: true } })).map(({ teamId }) => teamId)
}

export const countAdmins = (tx: Db | Tx, teamId: string) =>
  tx.member.count({ where: { teamId, role: 'admin', removedAt: null } })

export const countConfirmedMembers = (tx: Tx, teamId: string, email: string) =>
  tx.member.count({
    where: { teamId, removedAt: null, user: { email, disabledAt: null, emailConfirmedAt: { not: null } } },
  })

export const insertEnvironment = (
  tx: Tx,
  row: { teamId: string; name: string; color: string; position: number; createdAt: Date },
) => tx.environment.create({ data: { id: newId(), ...row } })

/** Renames an environment. Keys, searches and the ledger know it by its id; earlier calls keep its old name. */
export const updateEnvironmentName = (tx: Tx, teamId: string, id: string, name: string) =>
  tx.environment.update({ where: { id, teamId }, data: { name } })

export const selectEnvironments = (db: Db | Tx, teamId: string) =>
  db.environment.findMany({ where: { teamId }, orderBy: [{ position: 'asc' }, { name: 'asc' }] })

export const selectEnvironment = (db: Db | Tx, teamId: string, id: string) =>
  db.environment.findFirst({ where: { teamId, id } })

/** The only file that names Invite. */

export const insertInvite = (
  tx: Tx,
  row: {
    teamId: string
    tokenHash: string
    role: Role
    email: string | null
    mailedHash: string | null
    createdById: string
    createdAt: Date
    expiresAt: Date
  },
) => tx.invite.create({ data: { id: newId(), ...row } })

const usable = (now: Date) => ({ acceptedAt: null, revokedAt: null, expiresAt: { gt: now } })

export const selectInvites = (db: Db, teamId: string, now: Date) =>
  db.invite.findMany({ where: { teamId, ...usable(now) }, orderBy: { createdAt: 'desc' } })

/** Returns the invite by the token of its shown link or of its mailed one. */
export const selectInviteByHash = (db: Db | Tx, hash: string, now: Date) =>
  db.invite.findFirst({ where: { OR: [{ tokenHash: hash }, { mailedHash: hash }], ...usable(now) } })

/** Marks the invite as used. Returns 0 if someone else was faster or it can no longer be used. */
export const markInviteUsed = async (tx: Tx, id: string, now: Date): Promise<number> =>
  (await tx.invite.updateMany({ where: { id, ...usable(now) }, data: { acceptedAt: now } })).count

export const revokeInviteRow = async (tx: Tx, teamId: string, id: string, now: Date): Promise<number> =>
  (await tx.invite.updateMany({ where: { id, teamId, ...usable(now) }, data: { revokedAt: now } })).count

/** Withdraws the unused invites that a member created. Returns their number. */
export const revokeInvitesOfMember = async (
  tx: Tx,
  teamId: string,
  createdById: string,
  now: Date,
): Promise<number> =>
  (await tx.invite.updateMany({ where: { teamId, createdById, ...usable(now) }, data: { revokedAt: now } }))
    .count
