import type { ReactNode } from 'react'
import { currentPerson, isTeamCreator, requireMember, teamProvider } from '@/app/_server'
import { ExampleChip } from '@/components/example-chip'
import { AlertCount, BellLink } from '@/components/shell'
import { AppLink, PageNote, StateBadge } from '@/components/ui'
import { isSetupComplete } from '@/lib/collect/setup'
import { currentCosts, hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { listTeamsOf } from '@/lib/teams/teams'
import { TeamFrame } from './frame'
import { UpstreamNote } from './notes'
import { removeExampleAction } from './settings/actions'
import { listTeamNeeds } from './team-reads'

interface TeamLayoutProps {
  readonly params: Promise<{ team: string }>
  readonly children: ReactNode
}

/**
 * Renders the frame of every page of a team. The pages check access themselves too: a layout does not guard its
 * children.
 */
export default async function TeamLayout({ params, children }: TeamLayoutProps) {
  const ctx = await requireMember(params)
  const { userId } = ctx.actor
  const [person, teams, isMaker, { isSandbox, provider }] = await Promise.all([
    currentPerson(),
    listTeamsOf(ctx.db, userId),
    isTeamCreator(userId),
    teamProvider(ctx),
  ])
  const user = { name: ctx.actor.name, email: person?.email ?? '', role: ctx.actor.role }
  const chip = ctx.team.isExample ? (
    <ExampleChip
      team={ctx.team.slug}
      remove={hasRole(ctx.actor.role, 'admin') ? removeExampleAction : null}
    />
  ) : (
    isSandbox && (
      <StateBadge tone="pretend" title="The built-in API: pretend data and pretend credits">
        Sandbox
      </StateBadge>
    )
  )
  return (
    <TeamFrame
      team={{ slug: ctx.team.slug, name: ctx.team.name }}
      teams={teams.map(({ slug, name }) => ({ slug, name }))}
      mayMakeTeams={isMaker}
      user={user}
      chip={chip}
      shown={{ unit: provider.balanceUnit, costs: currentCosts(), timeZone: ctx.team.timeZone }}
      bell={<BellLink href={`/${ctx.team.slug}/alerts`} count={<Needs ctx={ctx} />} />}
    >
      {!ctx.team.isExample && (
        <>
          <UpstreamNote ctx={ctx} />
          <UnfinishedSetup ctx={ctx} />
        </>
      )}
      {children}
    </TeamFrame>
  )
}

async function UnfinishedSetup({ ctx }: { readonly ctx: TeamCtx }) {
  if (!hasRole(ctx.actor.role, 'admin')) return null
  if (await isSetupComplete(ctx)) return null
  return (
    <div style={SPACE} data-print="never">
      <PageNote lead="Setup is not finished.">
        <AppLink size="md" href={`/setup?team=${ctx.team.slug}`}>
          Continue setup
        </AppLink>
      </PageNote>
    </div>
  )
}

const SPACE = { marginBottom: 16 }

/** Counts what needs attention, as the overview does. */
async function Needs({ ctx }: { readonly ctx: TeamCtx }) {
  return <AlertCount count={(await listTeamNeeds(ctx)).length} />
}
