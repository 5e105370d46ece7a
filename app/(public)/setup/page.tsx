import { Box, Stack, Text } from '@mantine/core'
import { redirect } from 'next/navigation'
import {
  currentPerson,
  currentVisitor,
  pageEstimates,
  readForPage,
  readTeamKeyService,
  sandboxStandIn,
  serviceOptions,
  teamContext,
  teamProvider,
} from '@/app/_server'
import { AddKey } from '@/app/(dashboard)/[team]/keys/add-key'
import { ExampleOffer } from '@/app/(dashboard)/[team]/next-steps'
import { FrontPage } from '@/components/account'
import { type SetupStep, SetupSteps, WhatPurserIs } from '@/components/setup'
import { AppLink, PageNote } from '@/components/ui'
import { readSetupProgress } from '@/lib/collect/setup'
import { AppError, hasRole } from '@/lib/kernel'
import type { WalletView } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'
import { isInstalled, mayCreateTeams, requireSetupProof } from '@/lib/teams/accounts'
import { listEnvironments, listTeamsOf, listTimeZones } from '@/lib/teams/teams'
import { OTHER_SERVICE } from '@/lib/upstream/providers'
import { AccountStep, FirstSearch, FirstWallet, NewTeamStep } from './steps'

export const metadata = { title: 'Set up' }

const TITLES: Record<SetupStep, string> = {
  Account: 'Create the first account',
  Team: 'Create your team',
  Wallet: 'Choose your service',
  Key: 'Add the first key',
  Search: 'Run the first search',
}

interface SetupPageProps {
  readonly searchParams: Promise<{ team?: string | string[]; token?: string | string[] }>
}

export default async function SetupPage({ searchParams }: SetupPageProps) {
  const { team, token } = await searchParams
  const { step, content, leave, title, userId } = await currentStep(textOf(team), textOf(token) ?? '')
  const isSandbox = currentRuntime().sandbox !== null
  return (
    <FrontPage
      title={title ?? TITLES[step]}
      text={step === 'Account' && <WhatPurserIs isSandbox={isSandbox} />}
      size={620}
    >
      <SetupSteps current={step} />
      {content}
      {userId && (
        <Box mt="lg">
          <ExampleOffer userId={userId} />
        </Box>
      )}
      {leave && (
        <AppLink href={leave} isApart>
          {title === null ? 'Finish later' : 'Cancel'}
        </AppLink>
      )}
    </FrontPage>
  )
}

const textOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : null)

/** The slug that means a new team in the URL; no team can have it. */
const NEW = 'new'

/** Reads the first open step from the database; redirects a person who has no step here. */
async function currentStep(slug: string | null, token: string) {
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
    if (!(await mayCreateTeams(db, person.id))) redirect('/account')
    const content = <NewTeamStep timeZones={listTimeZones()} />
    const another = first ? { leave: `/${first.slug}`, title: 'Create a team' } : { leave: null, title: null }
    return { step: 'Team', content, ...another, userId } as const
  }
  const ctx = await readForPage(() => teamContext(team), '/setup')
  const progress = await readSetupProgress(ctx)
  if (!progress.step || !hasRole(ctx.actor.role, 'admin')) redirect(`/${ctx.team.slug}`)
  const content = (
    <TeamSteps ctx={ctx} step={progress.step} wallets={progress.wallets} keyId={progress.keyId} />
  )
  return { step: progress.step, content, leave: `/${ctx.team.slug}`, title: null, userId } as const
}

/** Shows the form for the first account to those who may fill it in; tells the others where the link is. */
async function FirstAccount({ token }: { readonly token: string }) {
  const refusal = await refusalOf(token)
  return refusal === null ? <AccountStep token={token} /> : <Text>{refusal}</Text>
}

async function refusalOf(token: string): Promise<string | null> {
  try {
    await requireSetupProof(currentRuntime().accounts, { ...(await currentVisitor()), token })
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/** First subjects to suggest: at a real service no user is known, but a word finds something everywhere. */
const FIRST_TRY = { timeline: '', search: 'coffee', followers: '' }

interface TeamStepsProps {
  readonly ctx: TeamCtx
  readonly step: 'Wallet' | 'Key' | 'Search'
  readonly wallets: readonly WalletView[]
  readonly keyId: string | null
}

/** Renders the steps within a team, with what each needs. */
async function TeamSteps({ ctx, step, wallets, keyId }: TeamStepsProps) {
  const { slug } = ctx.team
  const view = await teamProvider(ctx)
  const settings = `/${slug}/settings/provider`
  if (step === 'Wallet') {
    const { options, chosen } = serviceOptions(view)
    return <FirstWallet team={slug} services={options} service={chosen} />
  }
  const environments = await listEnvironments(ctx)
  if (step === 'Key') {
    const choices = wallets.map(({ id, name }) => ({ id, name }))
    return (
      <Stack>
        <Text size="sm">
          Your service: {view.isSandbox ? 'the sandbox' : view.provider.name}.{' '}
          <AppLink href={settings}>Change service</AppLink>
        </Text>
        <AddKey
          team={slug}
          wallets={choices}
          environments={environments}
          service={await readTeamKeyService(ctx)}
          pretend={sandboxStandIn(view)}
        />
      </Stack>
    )
  }
  const { sandbox } = currentRuntime()
  const suggestions = (view.isSandbox && sandbox?.suggestions) || FIRST_TRY
  const estimates = await pageEstimates(ctx)
  const offersTop = view.provider.search.product !== null
  return (
    <Stack>
      {view.choice.provider === OTHER_SERVICE && (
        <PageNote
          lead="How does this service list items?"
          actions={<AppLink href={settings}>Paste an example request</AppLink>}
        >
          Until you paste an example request, Purser calls {view.provider.name} as its default API.
        </PageNote>
      )}
      <FirstSearch
        team={slug}
        keyId={keyId ?? ''}
        environments={environments}
        suggestions={suggestions}
        offersTop={offersTop}
        estimates={estimates}
      />
    </Stack>
  )
}
