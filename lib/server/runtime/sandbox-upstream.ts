import { join } from 'node:path'
import { type ByOperation, type Clock, NANO_PER_CREDIT, type Nano, type Secret } from '@/lib/kernel'
import {
  createSandbox,
  SANDBOX_PRICES,
  SANDBOX_SUGGESTIONS,
  type SandboxService,
  SERVICE_PRICES,
  servicePath,
} from '@/lib/sandbox'

const FIRST_BALANCE = 100_000n * NANO_PER_CREDIT
const FIRST_DOLLARS = 100n * NANO_PER_CREDIT

const SUGGESTIONS: ByOperation<string> = {
  timeline: SANDBOX_SUGGESTIONS.timelineUser,
  search: SANDBOX_SUGGESTIONS.searchQuery,
  followers: SANDBOX_SUGGESTIONS.followersUser,
}

/** The built-in upstream of this process, and what only its operator can do. */
export interface BuiltInSandbox {
  readonly baseUrl: string
  readonly prices: ByOperation<Nano>
  /** What to ask it for. */
  readonly suggestions: ByOperation<string>
  /** A new key for a wallet of ours, in a service's form if one is given; keys of one wallet draw on one sandbox wallet. */
  issueKey(walletId: string, service?: SandboxService): Promise<Secret>
  /** The base address at which the sandbox speaks as a service. */
  addressOf(service: SandboxService): string
  close(): Promise<void>
}

/** Starts the sandbox on a free loopback port, with its accounts in the data folder. */
export async function startSandbox(dataFolder: string, clock: Clock): Promise<BuiltInSandbox> {
  const sandbox = await createSandbox({ dataDir: join(dataFolder, 'sandbox'), clock })
  const { baseUrl } = await sandbox.listen({ port: 0 })
  const { operator } = sandbox
  return {
    baseUrl,
    prices: SANDBOX_PRICES,
    suggestions: SUGGESTIONS,
    async issueKey(walletId, service) {
      const key = operator.createKey(sandboxWallet(walletId, service))
      await sandbox.flush()
      return key
    },
    addressOf: (service) => baseUrl + servicePath(service),
    close: () => sandbox.close(),
  }

  function sandboxWallet(name: string, service: SandboxService | undefined): string {
    const known = operator
      .state()
      .find((wallet) => wallet.name === name && wallet.service === (service ?? null))
    if (known) return known.id
    if (service === undefined)
      return operator.createWallet({ name, balanceNano: FIRST_BALANCE, pack: 'Growth' }).walletId
    const balanceNano = SERVICE_PRICES[service].unit === 'USD' ? FIRST_DOLLARS : FIRST_BALANCE
    return operator.createWallet({ name, balanceNano, service }).walletId
  }
}
