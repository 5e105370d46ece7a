import { randomBytes } from 'node:crypto'
import { createRunServices, type RunServices } from '@/lib/collect/runs'
import { type Clock, nanoToText, newId, systemClock } from '@/lib/kernel'
import { createVault } from '@/lib/platform/vault'
import { createSandbox, type PackName, SANDBOX_PRICES, type Sandbox } from '@/lib/sandbox'
import { type PageReader, readProvider } from '@/lib/upstream/client'
import { createPacers } from '@/lib/upstream/pacing'
import { createUpstreams } from '@/lib/upstream/providers'

export interface TestUpstream extends RunServices {
  readonly sandbox: Sandbox
  /** A new key, of a wallet of its own unless one is named. */
  issueKey(options?: { walletId?: string; pack?: PackName; balanceNano?: bigint }): {
    key: string
    walletId: string
  }
  close(): Promise<void>
}

/** What the sandbox charges, as a deployment's provider states it. */
export const SANDBOX_PROVIDER_PRICES = {
  timeline: nanoToText(SANDBOX_PRICES.timeline),
  search: nanoToText(SANDBOX_PRICES.search),
  followers: nanoToText(SANDBOX_PRICES.followers),
}

/** The sandbox in memory on a port of its own, with real clients, real pacers and a vault of its own. */
export async function startTestUpstream(
  clock: Clock,
  provider: unknown = { price: SANDBOX_PROVIDER_PRICES },
  sandboxClock: Clock = systemClock,
  reader?: PageReader,
  /** Starts what stands between the clients and the sandbox, and returns its address. */
  through: (baseUrl: string) => Promise<string> = async (baseUrl) => baseUrl,
): Promise<TestUpstream> {
  const sandbox = await createSandbox({ dataDir: null, clock: sandboxClock })
  const { baseUrl: direct } = await sandbox.listen({ port: 0 })
  const baseUrl = await through(direct)
  const upstreams = createUpstreams({
    baseUrl,
    provider: readProvider(provider),
    clock,
    ...(reader && { reader }),
  })
  const pacers = createPacers(clock)
  const { operator } = sandbox
  return {
    sandbox,
    ...createRunServices({ upstreams, pacers, vault: createVault(randomBytes(32)) }, newId(), clock),
    issueKey({ walletId, pack = 'Scale', balanceNano = 1_000_000_000_000n } = {}) {
      const id = walletId ?? makeWallet(pack, balanceNano)
      return { key: operator.createKey(id).reveal(), walletId: id }
    },
    async close() {
      pacers.closeAll()
      await upstreams.close()
      await reader?.close()
      await sandbox.close()
    },
  }

  function makeWallet(pack: PackName, balanceNano: bigint): string {
    const { walletId } = operator.createWallet({ name: 'test', balanceNano })
    operator.buyPack(walletId, pack)
    return walletId
  }
}
