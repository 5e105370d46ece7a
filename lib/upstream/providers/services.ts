import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  AppError,
  type ByOperation,
  byOperation,
  LOOK_UP_OPERATION,
  type Nano,
  nanoToText,
  type ProviderPrices,
  parseNano,
  removeByteOrderMark,
  type Tariff,
} from '@/lib/kernel'
import { defaultProvider, type Provider, pricePerItem, readProvider } from '@/lib/upstream/client'
import { withOverrides } from './merge'

/** A service of the built-in sandbox: its address and its prices. */
export interface SandboxFacts {
  readonly baseUrl: string
  /** Prices per item; null if the provider states what the service charges. */
  readonly prices: ByOperation<Nano> | null
  /** Rate limit of its keys; null if the account reports it. */
  readonly rate: Provider['rate']
}

/**
 * The service that a deployment calls, and those that a team may choose instead. Plain data, because the worker sends
 * it to the web process.
 */
export interface DeploymentServices {
  /** The deployment's own service. */
  readonly baseUrl: string
  /** Name of that service; the same after a restart. */
  readonly name: string
  /** Identity of that service, whatever its address: its keys stay usable when an operator changes the address. */
  readonly id: string
  /** The provider of the deployment's service, before a team's own fields. */
  readonly deployment: Provider
  /** The same provider without what is known of the built-in sandbox. */
  readonly fromFile: Provider
  /** The ready providers, by the names under which they are chosen. */
  readonly ready: Readonly<Record<string, Provider>>
  /** Address that replaces every provider's own (UPSTREAM_BASE_URL); null if none is set. */
  readonly fixedBaseUrl: string | null
  /** Services of the built-in sandbox by the name of their provider; `interface` is the interface document. */
  readonly sandbox: Readonly<Record<string, SandboxFacts>> | null
  /** True if an address that a team's admin typed may lie outside the public internet and be called without https. */
  readonly allowPrivate: boolean
}

/** Name of the interface document among the services of the sandbox. */
export const INTERFACE_SERVICE = 'interface'
/** The choice of a service that has no ready provider. */
export const OTHER_SERVICE = 'other'

/** A team's choice of service; see `TeamProvider`. */
export interface ServiceChoice {
  /** A ready provider, `interface` or `other`; null: the deployment's own service. */
  readonly provider: string | null
  /** True if the built-in sandbox stands in for the service. */
  readonly isSandbox: boolean
}

export const NO_SERVICE_CHOICE: ServiceChoice = { provider: null, isSandbox: false }

/** The service that a team calls, and its provider. */
export interface TeamService {
  readonly provider: Provider
  /** The provider without the team's own fields. */
  readonly base: Provider
  /** The same provider without what is known of the sandbox. */
  readonly fromFile: Provider
  readonly baseUrl: string
  /** Name of the service; the same after a restart. */
  readonly name: string
  /** Identity of the service, whatever its address: a key is only sent to the service that it was added for. */
  readonly id: string
  readonly isSandbox: boolean
  /** True if an admin of a team typed the address: only the public internet may be called there. */
  readonly isTyped: boolean
}

/**
 * Provider for another service: without the key format and the plan names that the interface document states for its
 * own service.
 */
const OTHER_PROVIDER = withOverrides(defaultProvider, {
  name: 'Another service',
  key: { beginsWith: null, length: null },
  plans: [],
})

/**
 * Returns the service of a choice, with a team's own fields. Throws `invalid` if the fields do not fit, and
 * `unavailable` if the service no longer exists.
 */
export function resolveService(
  services: DeploymentServices,
  choice: ServiceChoice,
  overrides: unknown,
): TeamService {
  const { base, fromFile } = providerOf(services, choice)
  const provider = withOverrides(base, overrides)
  const place = placeOf(services, choice, provider, base)
  return { provider, base, fromFile, isTyped: false, isSandbox: choice.isSandbox, ...place }
}

function providerOf(
  services: DeploymentServices,
  { provider: id, isSandbox }: ServiceChoice,
): Pick<TeamService, 'base' | 'fromFile'> {
  if (id === null) return { base: services.deployment, fromFile: services.fromFile }
  const fromFile =
    id === OTHER_SERVICE ? OTHER_PROVIDER : id === INTERFACE_SERVICE ? defaultProvider : services.ready[id]
  if (!fromFile)
    throw new AppError(
      'unavailable',
      `The service “${id}” that this team uses is not part of this Purser any more. An admin can choose another one under Settings, Provider.`,
    )
  const sandbox = isSandbox ? services.sandbox?.[id] : undefined
  return { base: sandbox ? withSandboxFacts(fromFile, sandbox) : fromFile, fromFile }
}

type ServicePlace = Pick<TeamService, 'baseUrl' | 'name' | 'id'> &
  Partial<Pick<TeamService, 'isSandbox' | 'isTyped'>>

function placeOf(
  services: DeploymentServices,
  { provider: id, isSandbox }: ServiceChoice,
  provider: Provider,
  base: Provider,
): ServicePlace {
  if (isSandbox && id !== null) {
    const found = services.sandbox?.[id]
    if (found) return { baseUrl: found.baseUrl, name: `sandbox/${id}`, id: `sandbox/${id}` }
    throw new AppError(
      'unavailable',
      'The sandbox that this team uses is off: this Purser calls a real service. An admin can choose a service under Settings, Provider.',
    )
  }
  const own = {
    baseUrl: services.baseUrl,
    name: services.name,
    id: services.id,
    isSandbox: id === null && services.sandbox !== null && services.name === 'sandbox',
  }
  if (services.fixedBaseUrl !== null)
    return id === null ? own : { baseUrl: services.fixedBaseUrl, name: id, id }
  if (provider.baseUrl !== null && provider.baseUrl !== base.baseUrl)
    return {
      baseUrl: provider.baseUrl,
      name: new URL(provider.baseUrl).origin,
      id: new URL(provider.baseUrl).origin,
      isTyped: true,
    }
  if (id === null) return own
  if (provider.baseUrl !== null) return { baseUrl: provider.baseUrl, name: id, id }
  throw new AppError(
    'unavailable',
    'This team’s service has no address yet. An admin can enter it under Settings, Provider.',
  )
}

/** Fills in what a provider leaves open and is known of the sandbox: its prices, and that it charges at once. */
export function withSandboxFacts(
  provider: Provider,
  { prices, rate }: Omit<SandboxFacts, 'baseUrl'>,
): Provider {
  return {
    ...provider,
    ...(prices && { price: byOperation((operation) => pricePerItem(nanoToText(prices[operation]))) }),
    chargeDelayMs: provider.chargeDelayMs ?? 0,
    rate: rate ?? provider.rate,
  }
}

/** The folder relative to where Purser is started, because a bundle does not lie beside its sources. */
const READY = join(/* turbopackIgnore: true */ process.cwd(), 'lib', 'upstream', 'providers', 'ready')
const FILE = /^([\w.-]+)\.json$/

/**
 * Reads the ready providers. Each file of the folder is one, chosen by its name without the extension. Throws
 * `unavailable` with a sentence that names a file that cannot be used.
 */
export async function readReadyProviders(folder = READY): Promise<Readonly<Record<string, Provider>>> {
  const files = (await readdir(folder)).filter((file) => FILE.test(file)).sort()
  const read = files.map(async (file): Promise<[string, Provider]> => {
    try {
      return [
        file.replace(FILE, '$1'),
        readProvider(JSON.parse(removeByteOrderMark(await readFile(join(folder, file), 'utf8')))),
      ]
    } catch (cause) {
      const why = cause instanceof AppError ? cause.message : 'It is not JSON.'
      throw new AppError('unavailable', `The provider file ${file} cannot be used. ${why}`, {}, { cause })
    }
  })
  return Object.fromEntries(await Promise.all(read))
}

/** Prices by provider, cached because every call asks for them. */
const known = new WeakMap<Provider, ProviderPrices>()

/**
 * Returns the prices that a provider states for its calls, in nano-credits; null if it states none. A look-up has the
 * user as its one item.
 */
export function providerPrices(provider: Provider): ProviderPrices {
  const prices = known.get(provider) ?? readPrices(provider)
  known.set(provider, prices)
  return prices
}

const readPrices = ({ price, lookup, paths }: Provider): ProviderPrices => ({
  ...byOperation((operation) => tariffOf(price[operation])),
  [LOOK_UP_OPERATION]: tariffOf(lookup?.price ?? null),
  ...Object.fromEntries(paths.map(({ name, price }) => [name, tariffOf(price)])),
})

function tariffOf(stated: Provider['price']['timeline']): Tariff | null {
  if (stated === null) return null
  const { perItem, perCall, minPerCall, steps, onceADayIn } = stated
  return {
    perItem: nano(perItem),
    perCall: nano(perCall),
    minPerCall: nano(minPerCall),
    onceADayIn,
    steps: steps.map((step) => ({ from: step.from, perItem: nano(step.perItem) })),
  }
}

/** Reads an amount that the schema has checked. */
const nano = (text: string) => parseNano(text) ?? 0n
