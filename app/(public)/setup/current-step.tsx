import { redirect } from 'next/navigation'
import { currentPerson, orPage, teamContext } from '@/app/_server'
import { setupProgress } from '@/lib/collect/setup'
import { hasRole } from '@/lib/kernel'
import { currentRuntime } from '@/lib/server/runtime'
import { isInstalled, mayMakeTeams } from '@/lib/teams/accounts'
import { listTeamsOf, listTimeZones } from '@/lib/teams/teams'
import { FirstAccount } from './first-account'
import { NewTeamStep } from './first-steps'
import { TeamSteps } from './team-steps'

/** The slug that stands for a new team in the URL; no team can have it as its own. */
const NEW = 'new'

/** Reads the first open step from the database; redirects a person who has no step here. */
export async function currentStep(slug: string | null, token: string) {
  const { db } = currentRuntime()
  const person = await currentPerson()
  if (!person) {
    const here = slug === null ? '/setup' : `/setup?team=${slug}`
    if (await isInstalled(db)) redirect(`/sign-in?callbackUrl=${encodeURIComponent(here)}`)
    return {
      step: 'Account',
      content: <FirstAccount token={token} />,
      leave: null,
      title: null,
      userId: null,
    } as const
  }
  const userId = person.id
  const [first] = await listTeamsOf(db, person.id)
  const team = slug ?? first?.slug
  if (!team || team === NEW) {
    if (!(await mayMakeTeams(db, person.id))) redirect('/account')
    const content = <NewTeamStep timeZones={listTimeZones()} />
    const another = first ? { leave: `/${first.slug}`, title: 'Create a team' } : { leave: null, title: null }
    return { step: 'Team', content, ...another, userId } as const
  }
  const ctx = await orPage(() => teamContext(team), '/setup')
  const progress = await setupProgress(ctx)
  if (!progress.step || !hasRole(ctx.actor.role, 'admin')) redirect(`/${ctx.team.slug}`)
  const content = (
    <TeamSteps ctx={ctx} step={progress.step} wallets={progress.wallets} keyId={progress.keyId} />
  )
  return { step: progress.step, content, leave: `/${ctx.team.slug}`, title: null, userId } as const
}
