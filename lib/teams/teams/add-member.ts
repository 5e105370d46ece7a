import { conflict, type Role, requireAdmin } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { type AccountView, requireEnabled } from '@/lib/teams/accounts'
import { role } from './schemas'
import { lockTeam, selectPlace, upsertMember } from './store'

/** Returns a person's membership of the team, ended or not; null if there never was one. */
export async function findPlace(
  ctx: TeamCtx,
  userId: string,
): Promise<{ readonly id: string; readonly role: Role; readonly hasLeft: boolean } | null> {
  const row = await selectPlace(ctx.db, ctx.team.id, userId)
  return row && { id: row.id, role: role.parse(row.role), hasLeft: row.removedAt !== null }
}

/** Makes an account a member without an invite. Throws `conflict` for one that is or was a member. Admins only. */
export async function addMember(
  ctx: TeamCtx,
  { account, role: as }: { readonly account: Pick<AccountView, 'id' | 'name'>; readonly role: Role },
): Promise<{ id: string }> {
  requireAdmin(ctx, 'add members')
  return transaction(ctx.db, async (tx) => {
    await requireEnabled(tx, account.id)
    await lockTeam(tx, ctx.team.id)
    if (await selectPlace(tx, ctx.team.id, account.id))
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
