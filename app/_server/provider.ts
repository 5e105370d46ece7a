import 'server-only'
import { cache } from 'react'
import type { z } from 'zod'
import type { KeyService } from '@/components/keys'
import type { ServiceOption } from '@/components/provider'
import type { ByOperation, ProviderPrices } from '@/lib/kernel'
import { keyServiceId } from '@/lib/keys/keys'
import { listPrices, type PriceView, setPrice, type setPriceInput } from '@/lib/money/prices'
import { resolveCalls, type resolveCallsInput } from '@/lib/money/statements'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'
import { defaultProvider, describeKeyForm, type Provider } from '@/lib/upstream/client'
import {
  type CountHabit,
  type DeploymentServices,
  getProvider,
  INTERFACE_SERVICE,
  listCountHabits,
  OTHER_SERVICE,
  type ProviderView,
  providerPrices,
} from '@/lib/upstream/providers'

/** Returns the team's provider; read once per request. */
export const teamProvider = cache(
  (ctx: TeamCtx): Promise<ProviderView> => getProvider(ctx, currentRuntime().upstreams),
)

/** Returns how each list of the upstream treats counts, as far as the team's pages have shown. */
export const teamCountHabits = cache(async (ctx: TeamCtx): Promise<ByOperation<CountHabit>> => {
  return listCountHabits(ctx, await teamProvider(ctx))
})

/** Returns the prices that the team's provider states. */
export const statedPrices = async (ctx: TeamCtx): Promise<ProviderPrices> =>
  providerPrices((await teamProvider(ctx)).provider)

/**
 * Returns the price in force for each operation, for one wallet or the whole team, as set by admins or stated by the
 * provider.
 */
export async function teamPrices(ctx: TeamCtx, walletId: string | null = null): Promise<PriceView[]> {
  return listPrices(ctx, await statedPrices(ctx), walletId)
}

/** Returns whether the team buys the packs of the interface document: Purser knows prices and advice only for these. */
export const hasPacks = ({ plans }: Pick<Provider, 'plans'>): boolean =>
  JSON.stringify(plans) === JSON.stringify(defaultProvider.plans)

const SANDBOX = 'sandbox'
const OWN = 'own'

/** Returns the ready provider that the operator has chosen for the deployment; null for any other. */
function ownReady({ ready }: DeploymentServices): string | null {
  const { UPSTREAM_PROVIDER: named } = currentRuntime().env
  return named !== undefined && Object.hasOwn(ready, named) ? named : null
}

const isOnSandbox = ({ sandbox, name }: DeploymentServices): boolean => sandbox !== null && name === SANDBOX

/**
 * Returns the services that a team may choose, the sandbox first and “Another service” last, and the one it has now.
 */
export function serviceOptions({ choice }: Pick<ProviderView, 'choice'>): {
  readonly options: readonly ServiceOption[]
  readonly chosen: string
} {
  const services = currentRuntime().upstreams
  const { ready, sandbox, fixedBaseUrl, deployment, baseUrl } = services
  const [own, isSandboxOwn] = [ownReady(services), isOnSandbox(services)]
  const plain = { isSandbox: false, canPretend: false, asksAddress: false }
  const options: ServiceOption[] = [
    ...(sandbox === null
      ? []
      : [
          {
            ...plain,
            value: SANDBOX,
            name: 'Sandbox',
            detail: 'Pretend data and credits',
            ...(isSandboxOwn ? { provider: null } : { provider: INTERFACE_SERVICE, isSandbox: true }),
          },
        ]),
    ...(isSandboxOwn || own !== null
      ? []
      : [{ ...plain, value: OWN, name: deployment.name, detail: baseUrl, provider: null }]),
    ...Object.entries(ready).map(([id, { name, baseUrl: address }]) => ({
      ...plain,
      value: id,
      name,
      detail: fixedBaseUrl ?? address ?? '',
      provider: id === own ? null : id,
      canPretend: sandbox !== null && Object.hasOwn(sandbox, id),
    })),
    {
      ...plain,
      value: OTHER_SERVICE,
      name: 'Another service',
      detail: fixedBaseUrl ?? 'At an address of its own',
      provider: OTHER_SERVICE,
      asksAddress: fixedBaseUrl === null,
    },
  ]
  const first = isSandboxOwn ? SANDBOX : (own ?? OWN)
  const { provider } = choice
  const now = provider === null ? first : provider === INTERFACE_SERVICE ? SANDBOX : provider
  return { options, chosen: options.some(({ value }) => value === now) ? now : first }
}

/**
 * Returns the ready provider that the sandbox could stand in for while the team calls the service itself; null for
 * none.
 */
export function sandboxStandIn({ choice, isSandbox }: ProviderView): string | null {
  const services = currentRuntime().upstreams
  const id = choice.provider ?? ownReady(services)
  return !isSandbox && id !== null && services.sandbox !== null && Object.hasOwn(services.sandbox, id)
    ? id
    : null
}

/** Returns what the key pages say about the team's service. */
export async function readTeamKeyService(ctx: TeamCtx): Promise<KeyService> {
  const view = await teamProvider(ctx)
  const { id, provider, isSandbox } = view
  return {
    id,
    label: provider.name,
    tellsKeys: provider.account !== null,
    form: describeKeyForm(provider),
    beginsWith: provider.key.beginsWith,
    isSandbox,
    isPretend: isSandbox && view.choice.provider !== null && view.choice.provider !== INTERFACE_SERVICE,
  }
}

/** Returns a function that names the service a key was added for, or null if it is the team's current one. */
export async function otherServiceLookup(ctx: TeamCtx): Promise<(service: string | null) => string | null> {
  const { id } = await teamProvider(ctx)
  const services = currentRuntime().upstreams
  return (service) => {
    const own = keyServiceId({ service }, services)
    return own === id ? null : inWords(services, own)
  }
}

function inWords(
  { ready, id, deployment }: Pick<DeploymentServices, 'ready' | 'id' | 'deployment'>,
  service: string,
): string {
  if (service === SANDBOX || service === `${SANDBOX}/${INTERFACE_SERVICE}`) return 'the sandbox'
  if (service.startsWith(`${SANDBOX}/`))
    return `${inWords({ ready, id, deployment }, service.slice(SANDBOX.length + 1))} in the sandbox`
  if (Object.hasOwn(ready, service)) return ready[service]?.name ?? service
  return service === id ? deployment.name : service
}

/** Records what an admin knows about lost calls, at the prices that the team's provider states. */
export const resolveCallsHere = async (
  ctx: TeamCtx,
  input: z.output<typeof resolveCallsInput>,
): Promise<void> => resolveCalls(ctx, input, await statedPrices(ctx))

/** Puts a price in force, for a list or for a further operation that the provider names. */
export const setProviderPrice = async (ctx: TeamCtx, input: z.output<typeof setPriceInput>): Promise<void> =>
  setPrice(ctx, input, await statedPrices(ctx))
