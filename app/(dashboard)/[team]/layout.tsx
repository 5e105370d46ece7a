import { Alert } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { currentPerson, requireMember } from '@/app/_server'
import { LinkTo } from '@/components/ui'
import { isSetUp } from '@/lib/collect/setup'
import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { mayMakeTeams } from '@/lib/teams/accounts'
import { listTeamsOf } from '@/lib/teams/teams'
import { Balance } from './balance'
import { Bell } from './bell'
import { Frame } from './frame'

interface TeamLayoutProps {
  readonly params: Promise<{ team: string }>
  readonly children: ReactNode
}

/** The frame of every page of a team. The pages check for themselves too: a layout does not guard what it holds. */
export default async function TeamLayout({ params, children }: TeamLayoutProps) {
  const ctx = await requireMember(params)
  const { userId } = ctx.actor
  const [person, teams, isMaker] = await Promise.all([
    currentPerson(),
    listTeamsOf(ctx.db, userId),
    mayMakeTeams(ctx.db, userId),
  ])
  const user = { name: ctx.actor.name, email: person?.email ?? '', role: ctx.actor.role }
  const balance = (
    <Suspense fallback={null}>
      <Balance ctx={ctx} />
    </Suspense>
  )
  return (
    <Frame
      team={{ slug: ctx.team.slug, name: ctx.team.name }}
      teams={teams.map(({ slug, name }) => ({ slug, name }))}
      mayMakeTeams={isMaker}
      user={user}
      balance={balance}
      bell={
        <Suspense fallback={null}>
          <Bell ctx={ctx} />
        </Suspense>
      }
    >
      <Suspense fallback={null}>
        <UnfinishedSetup ctx={ctx} />
      </Suspense>
      {children}
    </Frame>
  )
}

async function UnfinishedSetup({ ctx }: { readonly ctx: TeamCtx }) {
  if (!hasRole(ctx.actor.role, 'admin')) return null
  if (await isSetUp(ctx)) return null
  return (
    <Alert role="note" variant="light" mb="md" title="Set-up is not finished">
      <LinkTo href={`/setup?team=${ctx.team.slug}`} size="sm">
        Continue set-up
      </LinkTo>
    </Alert>
  )
}
