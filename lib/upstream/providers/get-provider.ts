import { AppError, keepUnit } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import type { Provider } from '@/lib/upstream/client'
import { type FieldSource, overridesBetween, sourcesOf } from './merge'
import { NO_CHOICE, type Service, type ServiceChoice, type Services, serviceOf } from './services'
import { type StoredChoice, selectChoice } from './store'
import { readStored } from './upstreams'

export interface ProviderView {
  readonly provider: Provider
  /** The provider without the team's overrides. */
  readonly deployment: Provider
  /** Source of each field's value, by its dotted name. */
  readonly sources: Readonly<Record<string, FieldSource>>
  /** The team's own fields, in the form of import and export. */
  readonly overrides: Readonly<Record<string, unknown>>
  /** The service that the team has chosen. */
  readonly choice: ServiceChoice
  /** Address of the service. */
  readonly baseUrl: string
  /** Name of the service; the same after a restart. */
  readonly name: string
  /** Identity of the service, whatever its address. */
  readonly id: string
  /** True if the built-in sandbox stands in for the service: pretend data, pretend credits. */
  readonly isSandbox: boolean
  readonly changedBy: string | null
  readonly changedAt: Date | null
  /** Reason why the saved fields cannot be used. If set, the deployment's provider is shown and no call is made. */
  readonly problem: string | null
}

/** Returns the provider of the team's service, and the source of each field's value. */
export async function getProvider(ctx: TeamCtx, services: Services): Promise<ProviderView> {
  const stored = await selectChoice(ctx.db, ctx.team.id)
  const { service, problem } = tryToRead(services, stored)
  const { provider, base, fromFile, baseUrl, name, id, isSandbox } = service
  keepUnit(ctx.team.id, provider.balanceUnit)
  return {
    ...{ provider, baseUrl, name, id, isSandbox, problem },
    deployment: base,
    sources: sourcesOf(provider, { deployment: base, fromFile }),
    overrides: overridesBetween(base, provider),
    choice: stored ? { provider: stored.provider, isSandbox: stored.isSandbox } : NO_CHOICE,
    changedBy: stored?.changedBy ?? null,
    changedAt: stored?.changedAt ?? null,
  }
}

function tryToRead(
  services: Services,
  stored: StoredChoice | null,
): { readonly service: Service; readonly problem: string | null } {
  try {
    return { service: readStored(services, stored), problem: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { service: serviceOf(services, NO_CHOICE, {}), problem: error.message }
  }
}
