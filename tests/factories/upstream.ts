import { randomBytes } from 'node:crypto'
import { type Clock, newId, systemClock } from '@/lib/kernel'
import { createVault } from '@/lib/keys'
import { createPacers } from '@/lib/pacing'
import type { RunServices } from '@/lib/runs'
import { createSandbox, type PackName, SANDBOX_PRICES, type Sandbox } from '@/lib/sandbox'
import { createUpstream, defaultContract } from '@/lib/upstream'

export interface TestUpstream extends RunServices {
  readonly sandbox: Sandbox
  /** A new key, of a wallet of its own unless one is named. */
  issueKey(options?: { walletId?: string; pack?: PackName; balanceMicro?: bigint }): {
    key: string
    walletId: string
  }
  close(): Promise<void>
}

/** The sandbox in memory on a port of its own, with a real client, real pacers and a vault of its own. */
export async function startTestUpstream(clock: Clock): Promise<TestUpstream> {
  const sandbox = await createSandbox({ dataDir: null, clock: systemClock })
  const { baseUrl } = await sandbox.listen({ port: 0 })
  const upstream = createUpstream({ baseUrl, contract: defaultContract, clock })
  const pacers = createPacers(clock)
  const { operator } = sandbox
  return {
    sandbox,
    upstream,
    pacers,
    vault: createVault(randomBytes(32)),
    prices: SANDBOX_PRICES,
    instanceId: newId(),
    issueKey({ walletId, pack = 'Scale', balanceMicro = 1_000_000_000n } = {}) {
      const id = walletId ?? makeWallet(pack, balanceMicro)
      return { key: operator.createKey(id).reveal(), walletId: id }
    },
    async close() {
      pacers.closeAll()
      await upstream.close()
      await sandbox.close()
    },
  }

  function makeWallet(pack: PackName, balanceMicro: bigint): string {
    const { walletId } = operator.createWallet({ name: 'test', balanceMicro })
    operator.buyPack(walletId, pack)
    return walletId
  }
}
