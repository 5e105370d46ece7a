import { AppError } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import type { Provider } from '@/lib/upstream/client'
import { type FieldSource, overridesBetween, sourcesOf } from './merge'
import { selectOverrides } from './store'
import { readStored, type Upstreams } from './upstreams'

export interface ProviderView {
  readonly provider: Provider
  /** What applies without the team's overrides. */
  readonly deployment: Provider
  /** By the field's dotted name. */
  readonly sources: Readonly<Record<string, FieldSource>>
  /** The team's own fields, in the form of import and export. */
  readonly overrides: Readonly<Record<string, unknown>>
  readonly changedBy: string | null
  readonly changedAt: Date | null
  /** Why the saved fields cannot be used. Then the deployment's provider is shown, and no call is made. */
  readonly problem: string | null
}

/** How the team fills the upstream's gaps, and where each field's value comes from. */
export async function getProvider(
  ctx: TeamCtx,
  { deployment, fromFile }: Pick<Upstreams, 'deployment' | 'fromFile'>,
): Promise<ProviderView> {
  const stored = await selectOverrides(ctx.db, ctx.team.id)
  const { provider, problem } = stored ? tryToRead(deployment, stored.overrides) : unchanged(deployment)
  return {
    provider,
    deployment,
    sources: sourcesOf(provider, { deployment, fromFile }),
    overrides: overridesBetween(deployment, provider),
    changedBy: stored?.changedBy ?? null,
    changedAt: stored?.changedAt ?? null,
    problem,
  }
}

const unchanged = (provider: Provider) => ({ provider, problem: null })

function tryToRead(deployment: Provider, overrides: string): { provider: Provider; problem: string | null } {
  try {
    return { provider: readStored(deployment, overrides), problem: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { provider: deployment, problem: error.message }
  }
}
