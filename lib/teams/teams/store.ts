import { newId, type Role } from '@/lib/kernel'
import type { Db, Tx } from '@/lib/platform/db'
import { USERS } from '@/lib/teams/accounts'

/** The only file that names Team, Member, Invite and Environment. */

export const insertTeam = (tx: Tx, row: { slug: string; name: string; timeZone: string; createdAt: Date }) =>
  tx.team.create({ data: { id: newId(), ...row } })

export const selectSlugsLike = async (db: Db | Tx, slug: string): Promise<string[]> => {
  const rows = await db.team.findMany({ where: { slug: { startsWith: slug } }, select: { slug: true } })
  return rows.map((row) => row.slug)
}

export const selectTeam = (db: Db | Tx, id: string) => db.team.findUnique({ where: { id } })

/** No slug holds other signs. PostgreSQL refuses NUL, and with it all that is looked up at the same moment. */
const SLUG = /^[a-z0-9-]{1,60}$/

export const selectTeams = (db: Db, ids: string[]) =>
  db.team.findMany({ where: { id: { in: ids } }, orderBy: { name: 'asc' } })

export const selectAllTeams = (db: Db) => db.team.findMany({ orderBy: { id: 'asc' } })

export const updateTeamRow = (tx: Tx, id: string, data: { name: string; timeZone: string }) =>
  tx.team.update({ where: { id }, data })

export const updateKeepsItemsDays = (tx: Tx, id: string, keepsItemsDays: number | null) =>
  tx.team.update({ where: { id }, data: { keepsItemsDays, itemsGoneUpTo: null, itemsGoneAt: null } })

export const updateKeepsCallsMonths = (
  tx: Tx,
  id: string,
  keepsCallsMonths: number | null,
  keepsCallsAt: Date,
) => tx.team.update({ where: { id }, data: { keepsCallsMonths, keepsCallsAt } })

export const updateItemsGone = (db: Db, id: string, itemsGoneUpTo: Date, itemsGoneAt: Date) =>
  db.team.update({ where: { id }, data: { itemsGoneUpTo, itemsGoneAt } })

/** Holds the team's row until the transaction ends, so that two changes of its people cannot pass each other. */
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
}

/** A person's membership in the team of a slug, with both names. Every request asks this, so it is one statement. */
export async function selectMembershipBySlug(
  db: Db,
  slug: string,
  userId: string,
): Promise<MembershipRow | null> {
  if (!SLUG.test(slug)) return null
  const [row] = await db.$queryRaw<MembershipRow[]>`
    SELECT t."id" AS "teamId", t."slug", t."name" AS "teamName", t."timeZone", m."id" AS "memberId", m."role", u."name"
    FROM "Team" t
    JOIN "Member" m ON m."teamId" = t."id" AND m."userId" = ${userId} AND m."removedAt" IS NULL
    JOIN ${USERS} ON u."id" = m."userId" AND u."disabledAt" IS NULL
    WHERE t."slug" = ${slug}`
  return row ?? null
}

/** The membership of a person who can sign in. */
export const selectMembership = (db: Db | Tx, teamId: string, userId: string) =>
  db.member.findFirst({
    where: { teamId, userId, removedAt: null, user: { disabledAt: null } },
    include: { user: { select: { name: true } } },
  })

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

/** The same, if the person can sign in. */
export const selectActiveMember = (db: Db | Tx, teamId: string, id: string) =>
  db.member.findFirst({
    where: { id, teamId, removedAt: null, user: { disabledAt: null } },
    include: withPerson,
  })

/** Everything that a person is a member of, to end it. */
export const selectMembershipsOf = (db: Db, userId: string) =>
  db.member.findMany({ where: { userId, removedAt: null }, orderBy: { teamId: 'asc' } })

export const updateMember = (
  tx: Tx,
  teamId: string,
  id: string,
  data: { role: Role } | { removedAt: Date },
) => tx.member.updateMany({ where: { id, teamId }, data })

export const countAdmins = (tx: Db | Tx, teamId: string) =>
  tx.member.count({ where: { teamId, role: 'admin', removedAt: null } })

export const countConfirmedMembers = (tx: Tx, teamId: string, email: string) =>
  tx.member.count({
    where: { teamId, removedAt: null, user: { email, disabledAt: null, emailConfirmedAt: { not: null } } },
  })

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

/** By the token of its shown link or of its mailed one. */
export const selectInviteByHash = (db: Db | Tx, hash: string, now: Date) =>
  db.invite.findFirst({ where: { OR: [{ tokenHash: hash }, { mailedHash: hash }], ...usable(now) } })

/** Marks the invite as used; 0 when someone else was quicker or it is no longer usable. */
export const markInviteUsed = async (tx: Tx, id: string, now: Date): Promise<number> =>
  (await tx.invite.updateMany({ where: { id, ...usable(now) }, data: { acceptedAt: now } })).count

export const revokeInviteRow = async (tx: Tx, teamId: string, id: string, now: Date): Promise<number> =>
  (await tx.invite.updateMany({ where: { id, teamId, ...usable(now) }, data: { revokedAt: now } })).count

/** Withdraws the unused invites that a member made; returns how many. */
export const revokeInvitesBy = async (
  tx: Tx,
  teamId: string,
  createdById: string,
  now: Date,
): Promise<number> =>
  (await tx.invite.updateMany({ where: { teamId, createdById, ...usable(now) }, data: { revokedAt: now } }))
    .count

export const insertEnvironment = (
  tx: Tx,
  row: { teamId: string; name: string; color: string; position: number; createdAt: Date },
) => tx.environment.create({ data: { id: newId(), ...row } })

export const selectEnvironments = (db: Db | Tx, teamId: string) =>
  db.environment.findMany({ where: { teamId }, orderBy: [{ position: 'asc' }, { name: 'asc' }] })

export const selectEnvironment = (db: Db | Tx, teamId: string, id: string) =>
  db.environment.findFirst({ where: { teamId, id } })
