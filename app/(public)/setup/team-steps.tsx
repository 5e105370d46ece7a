import { pageEstimates } from '@/app/_server'
import { AddKey } from '@/app/(dashboard)/[team]/keys/add-key'
import { byOperation } from '@/lib/kernel'
import type { WalletView } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'
import { listEnvironments } from '@/lib/teams/teams'
import { FirstSearch, FirstWallet } from './later-steps'

interface TeamStepsProps {
  readonly ctx: TeamCtx
  readonly step: 'Wallet' | 'Key' | 'Search'
  readonly wallets: readonly WalletView[]
  readonly keyId: string | null
}

/** The steps within a team, with what each needs. */
export async function TeamSteps({ ctx, step, wallets, keyId }: TeamStepsProps) {
  const { slug } = ctx.team
  if (step === 'Wallet') return <FirstWallet team={slug} />
  const environments = await listEnvironments(ctx)
  const { sandbox } = currentRuntime()
  if (step === 'Key') {
    const choices = wallets.map(({ id, name }) => ({ id, name }))
    return <AddKey team={slug} wallets={choices} environments={environments} hasSandbox={sandbox !== null} />
  }
  const suggestions = sandbox?.suggestions ?? byOperation(() => '')
  const estimates = await pageEstimates(ctx)
  return <FirstSearch {...{ team: slug, keyId: keyId ?? '', environments, suggestions, estimates }} />
}
