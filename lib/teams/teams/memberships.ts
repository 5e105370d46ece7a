import type { Clock, TeamScope } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type Db, type TeamCtx, transaction } from '@/lib/platform/db'
import { requireInstallationAdmin } from '@/lib/teams/accounts'
import { countAdmins, lockTeam, selectMembershipsOf, selectTeams, upsertMember } from './store'

/** A membership of a person, and whether it may be ended. */
export interface PlaceOfPerson {
  readonly team: TeamScope
  readonly memberId: string
  readonly isOnlyAdmin: boolean
}

/** Returns the memberships of a person, for Purser's own verbs on a whole account. */
export async function listPlacesOf(db: Db, userId: string): Promise<PlaceOfPerson[]> {
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
