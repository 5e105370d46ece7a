import { redirect } from 'next/navigation'
import { currentPerson, orPage, teamContext } from '@/app/_server'
import { FrontPage } from '@/components/account'
import { type SetupStep, SetupSteps } from '@/components/setup'
import { LinkTo } from '@/components/ui'
import { setupProgress } from '@/lib/collect/setup'
import { hasRole } from '@/lib/kernel'
import { currentRuntime } from '@/lib/server/runtime'
import { isInstalled, mayMakeTeams } from '@/lib/teams/accounts'
import { listTeamsOf, listTimeZones } from '@/lib/teams/teams'
import { FirstAccount } from './first-account'
import { NewTeamStep } from './first-steps'
import { TeamSteps } from './team-steps'

export const metadata = { title: 'Set up' }

const TITLES: Record<SetupStep, string> = {
  Account: 'Create the first account',
  Team: 'Create your team',
  Wallet: 'Add a wallet',
  Key: 'Add the first key',
  Search: 'Run the first search',
}

interface SetupPageProps {
  readonly searchParams: Promise<{ team?: string | string[]; token?: string | string[] }>
}

export default async function SetupPage({ searchParams }: SetupPageProps) {
  const { team, token } = await searchParams
  const { step, content, leave, title } = await currentStep(textOf(team), textOf(token) ?? '')
  return (
    <FrontPage title={title ?? TITLES[step]} size={620}>
      <SetupSteps current={step} />
      {content}
      {leave && (
        <LinkTo href={leave} size="sm" mt="md" display="inline-block">
          {title === null ? 'Finish later' : 'Cancel'}
        </LinkTo>
      )}
    </FrontPage>
  )
}

/** Stands for a team in the address; no team has it as its own. */
const NEW = 'new'

const textOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : null)

/** The first open step, from the database; a person without a step here is redirected. */
async function currentStep(slug: string | null, token: string) {
  const { db } = currentRuntime()
  const person = await currentPerson()
  if (!person) {
    const here = slug === null ? '/setup' : `/setup?team=${slug}`
    if (await isInstalled(db)) redirect(`/sign-in?callbackUrl=${encodeURIComponent(here)}`)
    return { step: 'Account', content: <FirstAccount token={token} />, leave: null, title: null } as const
  }
  const [first] = await listTeamsOf(db, person.id)
  const team = slug ?? first?.slug
  if (!team || team === NEW) {
    if (!(await mayMakeTeams(db, person.id))) redirect('/account')
    const content = <NewTeamStep timeZones={listTimeZones()} />
    const another = first ? { leave: `/${first.slug}`, title: 'Create a team' } : { leave: null, title: null }
    return { step: 'Team', content, ...another } as const
  }
  const ctx = await orPage(() => teamContext(team), '/setup')
  const progress = await setupProgress(ctx)
  if (!progress.step || !hasRole(ctx.actor.role, 'admin')) redirect(`/${ctx.team.slug}`)
  const content = (
    <TeamSteps ctx={ctx} step={progress.step} wallets={progress.wallets} keyId={progress.keyId} />
  )
  return { step: progress.step, content, leave: `/${ctx.team.slug}`, title: null } as const
}
