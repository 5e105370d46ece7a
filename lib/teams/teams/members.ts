import type { z } from 'zod'
import {
  type AuditAction,
  type Clock,
  conflict,
  notFound,
  type Role,
  requireAdmin,
  type TeamScope,
} from '@/lib/kernel'
import { type AuditDetail, appendAuditEntry } from '@/lib/platform/audit'
import { type Db, memoisePerContext, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import {
  type AccountView,
  endSessionsOf,
  requireEnabledAccount,
  requireInstallationAdmin,
} from '@/lib/teams/accounts'
import {
  type changeRoleInput,
  type MailedPeriod,
  type MemberView,
  type memberInput,
  roleSchema,
  type setDigestInput,
} from './schemas'
import {
  countAdmins,
  countConfirmedMembers,
  lockTeam,
  revokeInvitesOfMember,
  selectAnyMembership,
  selectDigestMember,
  selectDigestMembers,
  selectDigestTeamIds,
  selectMember,
  selectMembers,
  selectMembershipsOf,
  selectTeams,
  updateMember,
  upsertMember,
} from './store'

/** Returns the people of the team, in the order they joined. */
export const listMembers = memoisePerContext(async (ctx): Promise<MemberView[]> => {
  const rows = await selectMembers(ctx.db, ctx.team.id)
  return rows.map((row) => ({
    id: row.id,
    ...row.user,
    role: roleSchema.parse(row.role),
    joinedAt: row.createdAt,
  }))
})

/** Returns whether an address belongs to a member of the team who has shown that they read its mailbox. */
export const hasConfirmedMember = async (tx: Tx, teamId: string, email: string): Promise<boolean> =>
  (await countConfirmedMembers(tx, teamId, email.trim().toLowerCase())) > 0

/** Returns one member of the team. Throws `not_found`, also for one who has left. */
export async function getMember(ctx: TeamCtx, id: string): Promise<MemberView> {
  const row = await selectMember(ctx.db, ctx.team.id, id)
  if (!row) throw notFound('The member')
  return { id: row.id, ...row.user, role: roleSchema.parse(row.role), joinedAt: row.createdAt }
}

/**
 * Gives a member another role and ends their sessions. Someone who is no longer an admin also loses the invites that
 * they created. The last admin keeps the role (`conflict`). Admins only.
 */
export async function changeRole(ctx: TeamCtx, input: z.output<typeof changeRoleInput>): Promise<void> {
  requireAdmin(ctx, 'change roles')
  await changeMember(ctx, input.memberId, async (tx, member) => {
    const isLowered = member.role === 'admin' && input.role !== 'admin'
    if (isLowered) await keepAnAdmin(tx, ctx.team.id)
    await updateMember(tx, ctx.team.id, member.id, { role: input.role })
    const withdrawn = isLowered ? await withdrawInvitesBy(tx, ctx, member.id) : {}
    return { action: 'member.role', detail: { from: member.role, to: input.role, ...withdrawn } }
  })
}

/**
 * Removes a member from the team, ends their sessions and withdraws the invites that they created. Their past actions
 * keep their name. Admins only.
 */
export async function removeMember(ctx: TeamCtx, input: z.output<typeof memberInput>): Promise<void> {
  requireAdmin(ctx, 'remove people')
  await changeMember(ctx, input.memberId, async (tx, member) => {
    if (member.role === 'admin') await keepAnAdmin(tx, ctx.team.id)
    await updateMember(tx, ctx.team.id, member.id, { removedAt: ctx.clock.now() })
    return {
      action: 'member.remove',
      detail: { role: member.role, ...(await withdrawInvitesBy(tx, ctx, member.id)) },
    }
  })
}

type MemberRow = NonNullable<Awaited<ReturnType<typeof selectMember>>>
type Change = { action: AuditAction; detail: AuditDetail }

async function changeMember(
  ctx: TeamCtx,
  memberId: string,
  change: (tx: Tx, member: MemberRow) => Promise<Change>,
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    await lockTeam(tx, ctx.team.id)
    const member = await selectMember(tx, ctx.team.id, memberId)
    if (!member) throw notFound('The member')
    const done = await change(tx, member)
    await endSessionsOf(tx, member.userId, ctx.clock.now())
    await appendAuditEntry(tx, ctx, { ...done, subjectId: member.id, subjectName: member.user.name })
  })
}

/** Withdraws a member's invites. Otherwise an admin could create an invite, be removed, and return by it. */
async function withdrawInvitesBy(
  tx: Tx,
  ctx: TeamCtx,
  memberId: string,
): Promise<{ withdrawnInvites?: string }> {
  const count = await revokeInvitesOfMember(tx, ctx.team.id, memberId, ctx.clock.now())
  return count > 0 ? { withdrawnInvites: String(count) } : {}
}

async function keepAnAdmin(tx: Tx, teamId: string): Promise<void> {
  if ((await countAdmins(tx, teamId)) <= 1) {
    throw conflict('A team needs an admin. Make someone else an admin first.')
  }
}

/** Returns a person's membership of the team, ended or not; null if there never was one. */
export async function findAnyMembership(
  ctx: TeamCtx,
  userId: string,
): Promise<{ readonly id: string; readonly role: Role; readonly hasLeft: boolean } | null> {
  const row = await selectAnyMembership(ctx.db, ctx.team.id, userId)
  return row && { id: row.id, role: roleSchema.parse(row.role), hasLeft: row.removedAt !== null }
}

/** Makes an account a member without an invite. Throws `conflict` for one that is or was a member. Admins only. */
export async function addMember(
  ctx: TeamCtx,
  { account, role: as }: { readonly account: Pick<AccountView, 'id' | 'name'>; readonly role: Role },
): Promise<{ id: string }> {
  requireAdmin(ctx, 'add members')
  return transaction(ctx.db, async (tx) => {
    await requireEnabledAccount(tx, account.id)
    await lockTeam(tx, ctx.team.id)
    if (await selectAnyMembership(tx, ctx.team.id, account.id))
      throw conflict(`${account.name} is or was a member already.`)
    const { id } = await upsertMember(tx, ctx.team.id, account.id, as, ctx.clock.now())
    await appendAuditEntry(tx, ctx, {
      action: 'member.add',
      subjectId: id,
      subjectName: account.name,
      detail: { role: as },
    })
    return { id }
  })
}

/** A membership of a person, and whether it may be ended. */
export interface MembershipOfPerson {
  readonly team: TeamScope
  readonly memberId: string
  readonly isOnlyAdmin: boolean
}

/** Returns the memberships of a person, for Purser's own verbs on a whole account. */
export async function listMembershipsOf(db: Db, userId: string): Promise<MembershipOfPerson[]> {
  const rows = await selectMembershipsOf(db, userId)
  const teams = await selectTeams(
    db,
    rows.map(({ teamId }) => teamId),
  )
  return Promise.all(
    teams.flatMap((team) =>
      rows
        .filter(({ teamId }) => teamId === team.id)
        .map(async ({ id, role }) => ({
          team,
          memberId: id,
          isOnlyAdmin: role === 'admin' && (await countAdmins(db, team.id)) === 1,
        })),
    ),
  )
}

/** Makes an installation admin an admin of a team that would have none, and records it there. */
export async function takeOverTeam(
  db: Db,
  clock: Clock,
  who: { readonly id: string; readonly name: string; readonly sid: string },
  team: TeamScope,
): Promise<void> {
  await transaction(db, async (tx) => {
    await requireInstallationAdmin(tx, who.id, 'take over teams')
    await lockTeam(tx, team.id)
    const { id: memberId } = await upsertMember(tx, team.id, who.id, 'admin', clock.now())
    const actor = { userId: who.id, memberId, name: who.name, role: 'admin', sid: who.sid } as const
    const ctx: TeamCtx = { team, actor, db, clock }
    await appendAuditEntry(tx, ctx, {
      action: 'member.take-over',
      subjectId: memberId,
      subjectName: who.name,
    })
  })
}

/**
 * Turns the actor's own daily digest or monthly report by mail on or off. Throws `conflict` if their address is not confirmed, because
 * anybody may have typed it.
 */
export async function setDigest(
  ctx: TeamCtx,
  { every, isOn }: z.output<typeof setDigestInput>,
): Promise<void> {
  const { team, actor, clock } = ctx
  await transaction(ctx.db, async (tx) => {
    const member = await selectMember(tx, team.id, actor.memberId)
    if (!member) throw notFound('The member')
    if (isOn && !(await hasConfirmedMember(tx, team.id, member.user.email)))
      throw conflict('Your address is not confirmed yet. Reset your password by mail once to confirm it.')
    const wasOn = (every === 'day' ? member.digestSince : member.reportSince) !== null
    if (wasOn === isOn) return
    const since = isOn ? clock.now() : null
    await updateMember(
      tx,
      team.id,
      member.id,
      every === 'day' ? { digestSince: since } : { reportSince: since },
    )
    await appendAuditEntry(tx, ctx, {
      action: every === 'day' ? 'member.digest' : 'member.report',
      subjectId: member.id,
      subjectName: member.user.name,
      detail: { enabled: { from: wasOn, to: isOn } },
    })
  })
}

/** Returns the members who get a mail of each such period and chose so before a given time, by id. */
export const listDigestMembers = async (ctx: TeamCtx, every: MailedPeriod, before: Date): Promise<string[]> =>
  (await selectDigestMembers(ctx.db, ctx.team.id, every, before)).map(({ id }) => id)

/** Returns the address for a member's mail of a period; null if they get none. */
export const findDigestAddress = async (
  ctx: TeamCtx,
  memberId: string,
  every: MailedPeriod,
): Promise<string | null> =>
  (await selectDigestMember(ctx.db, ctx.team.id, memberId, every))?.user.email ?? null

/** Returns the ids of the teams of which a person gets a mail of each such period. */
export const listDigestTeamIds = async (
  db: Db,
  userId: string,
  every: MailedPeriod,
): Promise<ReadonlySet<string>> => new Set(await selectDigestTeamIds(db, userId, every))
