import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { createRunServices, type RunServices } from '@/lib/collect/runs'
import { newId, systemClock } from '@/lib/kernel'
import { createVault } from '@/lib/platform/vault'
import { type Provider, readProvider } from '@/lib/upstream/client'
import { createPacers, type Pacers } from '@/lib/upstream/pacing'
import { createUpstreams, type Upstreams } from '@/lib/upstream/providers'

/** A company's server: it answers everything, and keeps each key and address that it was sent. */
export interface Company {
  readonly baseUrl: string
  readonly keys: Set<string>
  readonly urls: string[]
  /** Holds back what its account says until then. */
  hold: Promise<void> | null
  page: (url: string) => object
  close(): void
}

async function startCompany(name: string): Promise<Company> {
  const keys = new Set<string>()
  const urls: string[] = []
  const server: Server = createServer(async ({ url = '', headers }, response) => {
    keys.add(`${headers['x-api-key']}`)
    urls.push(url)
    if (url.startsWith('/me') && company.hold) await company.hold
    response.end(JSON.stringify(url.startsWith('/me') ? { balance: 100 } : company.page(url)))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const company: Company = {
    baseUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    keys,
    urls,
    hold: null,
    page: () => ({
      tweets: [{ id: `${name}${urls.length}`, text: name }],
      next_cursor: `${name}-cursor`,
    }),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return company
}

export const ANY_KEY_FORM = { beginsWith: null, length: null }
export const COMPANY_ACCOUNT = { path: '/me', balance: ['balance'], prefix: null, rate: null }

/** How a company's service speaks: as the interface, with keys of any form and an account that tells no limit. */
export const providerOf = (name: string, { baseUrl }: Company, more: object = {}): Provider =>
  readProvider({
    name,
    baseUrl,
    key: ANY_KEY_FORM,
    account: COMPANY_ACCOUNT,
    rate: { requests: 1000 },
    ...more,
  })

/** A new key, which says whose it is. */
export const keyOf = (company: string): string => `${company}-${randomBytes(16).toString('hex')}`

export interface Companies {
  readonly own: Company
  readonly acme: Company
  readonly bird: Company
  readonly services: RunServices
  readonly pacers: Pacers
  readonly upstreams: Upstreams
  close(): Promise<void>
}

/** Starts three companies: the deployment's own, and two whose services, with `more` of them, a team can choose. */
export async function startCompanies(
  more: (
    companies: Pick<Companies, 'own' | 'acme' | 'bird'>,
  ) => Readonly<Record<string, Provider>> = () => ({}),
): Promise<Companies> {
  const [own, acme, bird] = await Promise.all([
    startCompany('own'),
    startCompany('acme'),
    startCompany('bird'),
  ])
  const upstreams = createUpstreams({
    baseUrl: own.baseUrl,
    provider: providerOf('Ours', own),
    ready: { acme: providerOf('Acme', acme), bird: providerOf('Bird', bird), ...more({ own, acme, bird }) },
    allowPrivate: true,
    clock: systemClock,
  })
  const pacers = createPacers(systemClock)
  const parts = { upstreams, pacers, vault: createVault(randomBytes(32)) }
  return {
    ...{ own, acme, bird, pacers, upstreams },
    services: createRunServices(parts, newId(), systemClock),
    async close() {
      pacers.closeAll()
      await upstreams.close()
      for (const company of [own, acme, bird]) company.close()
    },
  }
}
