import { Stack } from '@mantine/core'
import { requireMember, type SearchParams } from '@/app/_server'
import { type ListParams, listParams, WholeList } from '@/components/lists'
import { InviteForm, InviteList, MemberTable, ROLES } from '@/components/teams'
import { Card, CardBoundary, FormDrawer, PageHeader } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import { findLastCalls } from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'
import { listInvites } from '@/lib/teams/teams'
import { listTeamMembers, sumSpendOf30Days } from '../team-reads'
import { changeRoleAction, createInviteAction, removeMemberAction, revokeInviteAction } from './actions'

export const metadata = { title: 'Members' }

interface MembersPageProps {
  readonly params: Promise<{ team: string }>
  /** The part of the list to show, and its order. */
  readonly searchParams: SearchParams
}

export default async function MembersPage({ params, searchParams }: MembersPageProps) {
  const ctx = await requireMember(params)
  const asked = listParams(await searchParams, ['text', 'sort', 'role'])
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  return (
    <>
      <PageHeader
        title="Members"
        description="Who is in the team, and what they may do."
        actions={
          isAdmin && (
            <FormDrawer label="Invite member" title="Invite a member" hash="#new">
              <InviteForm
                team={ctx.team.slug}
                canMail={currentRuntime().canMail}
                create={createInviteAction}
              />
            </FormDrawer>
          )
        }
      />
      <Stack gap="xl">
        <CardBoundary>
          <PeopleCard ctx={ctx} asked={asked} />
        </CardBoundary>
        {isAdmin && (
          <CardBoundary>
            <InvitesCard ctx={ctx} />
          </CardBoundary>
        )}
      </Stack>
    </>
  )
}

interface CardProps {
  readonly ctx: TeamCtx
}

/** Lists unused invites, for admins. */
async function InvitesCard({ ctx }: CardProps) {
  const invites = await listInvites(ctx)
  if (invites.length === 0) return null
  const { slug } = ctx.team
  return (
    <Card
      title="Open invites"
      description="Each link works once, within seven days. If a link is lost, withdraw the invite and create a new one."
    >
      <InviteList team={slug} invites={invites} revoke={revokeInviteAction} />
    </Card>
  )
}

interface PeopleCardProps extends CardProps {
  readonly asked: ListParams
}

async function PeopleCard({ ctx, asked }: PeopleCardProps) {
  const members = await listTeamMembers(ctx)
  const ids = members.map(({ id }) => id)
  const [spent, calledAt] = await Promise.all([sumSpendOf30Days(ctx, 'memberId'), findLastCalls(ctx, ids)])
  const { team, actor } = ctx
  return (
    <Card title="All members" isTitleHidden>
      <WholeList
        base={`/${team.slug}/members`}
        params={asked}
        rows={members.map((member) => ({
          ...member,
          spentNano: spent.get(member.id) ?? 0n,
          lastCallAt: calledAt.get(member.id) ?? null,
        }))}
        of={['member', 'members']}
        findBy="name or e-mail"
        words={({ name, email }) => `${name} ${email}`}
        choices={[
          { parameter: 'role', label: 'Role', data: ROLES.map(({ value, label }) => ({ value, label })) },
        ]}
        filters={{ role: ({ role }) => role }}
        heads={[
          { key: 'name', label: 'Name' },
          { key: 'role', label: 'Role' },
          { key: 'spent', label: 'Spent', isDownFirst: true },
          { key: 'called', label: 'Last call', isDownFirst: true },
          { key: 'joined', label: 'Joined', isDownFirst: true },
        ]}
        sorts={{
          name: ({ name }) => name,
          role: ({ role }) => role,
          spent: ({ spentNano }) => spentNano,
          called: ({ lastCallAt }) => lastCallAt,
          joined: ({ joinedAt }) => joinedAt,
        }}
      >
        {(rows, sorting) => (
          <MemberTable
            team={team.slug}
            members={rows}
            admins={members.filter(({ role }) => role === 'admin').length}
            sorting={sorting}
            now={ctx.clock.now()}
            own={{ id: actor.memberId, isAdmin: hasRole(actor.role, 'admin') }}
            changeRole={changeRoleAction}
            removeMember={removeMemberAction}
          />
        )}
      </WholeList>
    </Card>
  )
}
