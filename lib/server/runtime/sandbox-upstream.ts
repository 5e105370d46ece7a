import { join } from 'node:path'
import { type ByOperation, type Clock, NANO_PER_CREDIT, type Secret } from '@/lib/kernel'
import {
  createSandbox,
  parseSandboxService,
  SANDBOX_PRICES,
  SANDBOX_SERVICES,
  SANDBOX_SUGGESTIONS,
  SERVICE_PRICES,
  SERVICE_RATES,
  servicePath,
} from '@/lib/sandbox'
import { INTERFACE_SERVICE, type SandboxFacts } from '@/lib/upstream/providers'

const FIRST_BALANCE = 100_000n * NANO_PER_CREDIT
const FIRST_DOLLARS = 100n * NANO_PER_CREDIT

const SUGGESTIONS: ByOperation<string> = {
  timeline: SANDBOX_SUGGESTIONS.timelineUser,
  search: SANDBOX_SUGGESTIONS.searchQuery,
  followers: SANDBOX_SUGGESTIONS.followersUser,
}

/** The built-in upstream of this process, and what only its operator can do. */
export interface BuiltInSandbox {
  /** Services on offer: the interface document, and each service that the sandbox speaks. */
  readonly services: Readonly<Record<string, SandboxFacts>>
  /** Suggested subjects for each operation. */
  readonly suggestions: ByOperation<string>
  /** Issues a key of a service for one of our wallets. Keys of one wallet and service draw on one sandbox wallet. */
  issueKey(walletId: string, service: string): Promise<Secret>
  close(): Promise<void>
}

/** Starts the sandbox on a free loopback port, with its accounts in the data folder. */
export async function startSandbox(dataFolder: string, clock: Clock): Promise<BuiltInSandbox> {
  const sandbox = await createSandbox({ dataDir: join(dataFolder, 'sandbox'), clock })
  const { baseUrl } = await sandbox.listen({ port: 0 })
  const { operator } = sandbox
  const spoken = SANDBOX_SERVICES.map((service): [string, SandboxFacts] => {
    const { calls, perMs } = SERVICE_RATES[service]
    const facts = { prices: null, rate: { requests: calls, perMs } }
    return [service, { ...facts, baseUrl: baseUrl + servicePath(service) }]
  })
  return {
    services: {
      [INTERFACE_SERVICE]: { baseUrl, prices: SANDBOX_PRICES, rate: null },
      ...Object.fromEntries(spoken),
    },
    suggestions: SUGGESTIONS,
    async issueKey(walletId, service) {
      const key = operator.createKey(sandboxWallet(walletId, service))
      await sandbox.flush()
      return key
    },
    close: () => sandbox.close(),
  }

  function sandboxWallet(name: string, named: string): string {
    const service = named === INTERFACE_SERVICE ? null : parseSandboxService(named)
    const known = operator.state().find((wallet) => wallet.name === name && wallet.service === service)
    if (known) return known.id
    if (service === null)
      return operator.createWallet({ name, balanceNano: FIRST_BALANCE, pack: 'Growth' }).walletId
    const balanceNano = SERVICE_PRICES[service].unit === 'USD' ? FIRST_DOLLARS : FIRST_BALANCE
    return operator.createWallet({ name, balanceNano, service }).walletId
  }
}
