import { Stack, Text } from '@mantine/core'
import { pageEstimates, pretendFor, serviceOptions, teamKeyService, teamProvider } from '@/app/_server'
import { AddKey } from '@/app/(dashboard)/[team]/keys/add-key'
import { LinkTo, Note } from '@/components/ui'
import type { WalletView } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'
import { listEnvironments } from '@/lib/teams/teams'
import { OTHER } from '@/lib/upstream/providers'
import { FirstSearch, FirstWallet } from './later-steps'

/** First subjects to suggest: at a real service no user is known, but a word finds something everywhere. */
const FIRST_TRY = { timeline: '', search: 'coffee', followers: '' }

interface TeamStepsProps {
  readonly ctx: TeamCtx
  readonly step: 'Wallet' | 'Key' | 'Search'
  readonly wallets: readonly WalletView[]
  readonly keyId: string | null
}

/** Renders the steps within a team, with what each needs. */
export async function TeamSteps({ ctx, step, wallets, keyId }: TeamStepsProps) {
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
          <LinkTo href={settings} size="sm">
            Change service
          </LinkTo>
        </Text>
        <AddKey
          team={slug}
          wallets={choices}
          environments={environments}
          service={await teamKeyService(ctx)}
          pretend={pretendFor(view)}
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
      {view.choice.provider === OTHER && (
        <Note
          lead="How is a list asked for there?"
          actions={
            <LinkTo href={settings} size="sm">
              Paste an example request
            </LinkTo>
          }
        >
          Purser asks as its interface says until an example request of {view.provider.name} tells it
          otherwise.
        </Note>
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
