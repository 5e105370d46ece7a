import { AppError, type Clock, keepUnit } from '@/lib/kernel'
import { createCache } from '@/lib/platform/cache'
import type { TeamCtx } from '@/lib/platform/db'
import type { PageReader, Provider } from '@/lib/upstream/client'
import { NO_CHOICE, type Service, type Services, serviceOf } from './services'
import { type Called, createSharedClients, type TeamUpstream } from './shared-clients'
import { type StoredChoice, selectChoice } from './store'

type TeamRef = Pick<TeamCtx, 'db'> & { readonly team: Pick<TeamCtx['team'], 'id'> }

/** The clients of all services, for each team by its own provider. One per process. */
export interface Upstreams extends Services {
  /**
   * The team's client by its stored choice, whichever process changed it. Throws `unavailable` if the stored fields no
   * longer fit, or its service is not there any more.
   */
  for(ctx: TeamRef): Promise<TeamUpstream>
  /** A client of the team's service by a provider that is only being tried; of the deployment's service without a team. */
  at(provider: Provider, place?: Omit<Called, 'provider'>): TeamUpstream
  /** Waits for the calls under way, then closes the connections. */
  close(): Promise<void>
}

export interface UpstreamsOptions {
  readonly baseUrl: string
  /** Its name where the address is another one after each start; the address unless given. */
  readonly name?: string | undefined
  /** Which service it is, wherever it lies. */
  readonly id?: string | undefined
  readonly clock: Clock
  /** The deployment's. */
  readonly provider: Provider
  /** The same without what is known of the built-in sandbox; the same unless given. */
  readonly fromFile?: Provider
  readonly ready?: Services['ready']
  readonly fixedBaseUrl?: string | null
  readonly sandbox?: Services['sandbox']
  /** Whether an address that a team's admin typed may lie outside the public internet. */
  readonly allowPrivate?: boolean
  /** Reads pages for runs in the background. The caller that made it closes it. */
  readonly reader?: PageReader
}

/** With more teams than this, the provider of the team that has made no call for longest is read again. */
const MAX_TEAMS = 2000

/** Makes the clients of all teams. Throws `invalid` if the base address cannot be used. */
export function createUpstreams({
  baseUrl,
  name = baseUrl,
  id = DEPLOYMENT,
  clock,
  provider: deployment,
  fromFile = deployment,
  ready = {},
  fixedBaseUrl = null,
  sandbox = null,
  allowPrivate = false,
  reader,
}: UpstreamsOptions): Upstreams {
  const services: Services = {
    ...{ baseUrl, name, id, deployment, fromFile, ready, fixedBaseUrl, sandbox, allowPrivate },
  }
  const clients = createSharedClients({ clock, reader, allowPrivate })
  const own: Called = { provider: deployment, baseUrl, name, id, isTyped: false }
  // Never released: most teams override nothing. This also tries the base address at once.
  clients.hold(own)
  const teams = createCache<{ readonly stored: string; readonly upstream: TeamUpstream }>({
    most: MAX_TEAMS,
    onGone: ({ upstream }) => clients.release(upstream),
  })

  return {
    ...services,
    async for({ db, team }) {
      const row = await selectChoice(db, team.id)
      const stored = row === null ? '' : JSON.stringify([row.provider, row.isSandbox, row.overrides])
      const before = teams.get(team.id)
      if (before?.stored === stored) return before.upstream
      const service = row === null ? own : readStored(services, row)
      const upstream = clients.at(service)
      clients.hold(service)
      teams.set(team.id, { stored, upstream })
      keepUnit(team.id, service.provider.balanceUnit)
      return upstream
    },
    at: (provider, place = own) => clients.at({ ...own, ...placeIn(place), provider }),
    close: () => clients.close(),
  }
}

/** The deployment's service, where no ready provider names it. */
const DEPLOYMENT = 'deployment'

const placeIn = ({ baseUrl, name, id, isTyped }: Omit<Called, 'provider'>) => ({ baseUrl, name, id, isTyped })

/** Stored fields may not fit a later version of Purser, or another deployment's provider. */
export function readStored(services: Services, row: StoredChoice | null): Service {
  if (row === null) return serviceOf(services, NO_CHOICE, {})
  try {
    return serviceOf(services, row, JSON.parse(row.overrides))
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'unavailable') throw cause
    const why = cause instanceof AppError ? cause.message : 'It is no JSON.'
    const message = `The provider that this team has saved cannot be used any more. ${why} An admin can change or reset it under Settings, Provider.`
    throw new AppError('unavailable', message, {}, { cause })
  }
}
