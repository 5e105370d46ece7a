import { join } from 'node:path'
import { type ByOperation, type Clock, NANO_PER_CREDIT, type Secret } from '@/lib/kernel'
import { createSandbox, SANDBOX_PRICES, SANDBOX_SUGGESTIONS } from '@/lib/sandbox'
import { INTERFACE, type SandboxService } from '@/lib/upstream/providers'

const FIRST_BALANCE = 100_000n * NANO_PER_CREDIT

const SUGGESTIONS: ByOperation<string> = {
  timeline: SANDBOX_SUGGESTIONS.timelineUser,
  search: SANDBOX_SUGGESTIONS.searchQuery,
  followers: SANDBOX_SUGGESTIONS.followersUser,
}

/** The built-in upstream of this process, and what only its operator can do. */
export interface BuiltInSandbox {
  /** What it offers: the interface document, and each service that it speaks. */
  readonly services: Readonly<Record<string, SandboxService>>
  /** What to ask it for. */
  readonly suggestions: ByOperation<string>
  /** A new key of a service for a wallet of ours; keys of one wallet draw on one sandbox wallet. */
  issueKey(walletId: string, service: string): Promise<Secret>
  close(): Promise<void>
}

/** Starts the sandbox on a free loopback port, with its accounts in the data folder. */
export async function startSandbox(dataFolder: string, clock: Clock): Promise<BuiltInSandbox> {
  const sandbox = await createSandbox({ dataDir: join(dataFolder, 'sandbox'), clock })
  const { baseUrl } = await sandbox.listen({ port: 0 })
  const { operator } = sandbox
  return {
    services: { [INTERFACE]: { baseUrl, prices: SANDBOX_PRICES, lookupPrice: null } },
    suggestions: SUGGESTIONS,
    async issueKey(walletId, _service) {
      const key = operator.createKey(sandboxWallet(walletId))
      await sandbox.flush()
      return key
    },
    close: () => sandbox.close(),
  }

  function sandboxWallet(name: string): string {
    const known = operator.state().find((wallet) => wallet.name === name)
    if (known) return known.id
    const { walletId } = operator.createWallet({ name, balanceNano: FIRST_BALANCE })
    operator.buyPack(walletId, 'Growth')
    return walletId
  }
}
