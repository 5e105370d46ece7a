import { AppError } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import type { Contract } from '@/lib/upstream/client'
import { type FieldSource, overridesBetween, sourcesOf } from './merge'
import { selectOverrides } from './store'
import { readStored, type Upstreams } from './upstreams'

export interface ContractView {
  readonly contract: Contract
  /** What applies without the team's overrides. */
  readonly deployment: Contract
  /** By the field's dotted name. */
  readonly sources: Readonly<Record<string, FieldSource>>
  /** The team's own fields, in the form of import and export. */
  readonly overrides: Readonly<Record<string, unknown>>
  readonly changedBy: string | null
  readonly changedAt: Date | null
  /** Why the saved fields cannot be used. Then the deployment's contract is shown, and no call is made. */
  readonly problem: string | null
}

/** How the team fills the upstream's gaps, and where each field's value comes from. */
export async function getContract(
  ctx: TeamCtx,
  { deployment, fromFile }: Pick<Upstreams, 'deployment' | 'fromFile'>,
): Promise<ContractView> {
  const stored = await selectOverrides(ctx.db, ctx.team.id)
  const { contract, problem } = stored ? tryToRead(deployment, stored.overrides) : unchanged(deployment)
  return {
    contract,
    deployment,
    sources: sourcesOf(contract, { deployment, fromFile }),
    overrides: overridesBetween(deployment, contract),
    changedBy: stored?.changedBy ?? null,
    changedAt: stored?.changedAt ?? null,
    problem,
  }
}

const unchanged = (contract: Contract) => ({ contract, problem: null })

function tryToRead(deployment: Contract, overrides: string): { contract: Contract; problem: string | null } {
  try {
    return { contract: readStored(deployment, overrides), problem: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { contract: deployment, problem: error.message }
  }
}
