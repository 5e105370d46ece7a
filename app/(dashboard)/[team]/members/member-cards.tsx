import { InviteList, MemberTable } from '@/components/teams'
import { Card } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { listInvites, listMembers } from '@/lib/teams/teams'
import { changeRoleAction, removeMemberAction, revokeInviteAction } from './actions'

interface CardProps {
  readonly ctx: TeamCtx
}

/** Lists for admins the invites that nobody has used yet. */
export async function InvitesCard({ ctx }: CardProps) {
  const invites = await listInvites(ctx)
  if (invites.length === 0) return null
  const { slug, timeZone } = ctx.team
  return (
    <Card
      title="Open invites"
      description="Each link works once, within seven days. If a link is lost, withdraw the invite and create a new one."
    >
      <InviteList team={slug} invites={invites} timeZone={timeZone} revoke={revokeInviteAction} />
    </Card>
  )
}

export async function PeopleCard({ ctx }: CardProps) {
  const members = await listMembers(ctx)
  const { team, actor } = ctx
  return (
    <Card title="All members">
      <MemberTable
        team={team.slug}
        members={members}
        own={{ id: actor.memberId, isAdmin: hasRole(actor.role, 'admin') }}
        timeZone={team.timeZone}
        changeRole={changeRoleAction}
        removeMember={removeMemberAction}
      />
    </Card>
  )
}
