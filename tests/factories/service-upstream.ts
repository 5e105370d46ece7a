import { randomBytes } from 'node:crypto'
import { createRunServices, type RunServices } from '@/lib/collect/runs'
import { type Clock, newId, systemClock } from '@/lib/kernel'
import { createVault } from '@/lib/platform/vault'
import {
  createSandbox,
  type FaultSetting,
  type Sandbox,
  type SandboxService,
  servicePath,
} from '@/lib/sandbox'
import { readProvider } from '@/lib/upstream/client'
import { createPacers } from '@/lib/upstream/pacing'
import {
  createUpstreams,
  readReadyProviders,
  withOverrides,
  withSandboxFacts,
} from '@/lib/upstream/providers'

export interface ServiceUpstream extends RunServices {
  readonly sandbox: Sandbox
  /** A new key of the service, of a wallet of its own. */
  issueKey(options?: { readonly balanceNano?: bigint }): { readonly key: string; readonly walletId: string }
  close(): Promise<void>
}

interface WindowRate {
  readonly calls: number
  readonly perMs: number
}

interface ServiceOptions {
  readonly clock?: Clock
  readonly sandboxClock?: Clock
  /** The rate of the service's keys, on both sides, in place of its documented one. */
  readonly rate?: WindowRate
  readonly fault?: FaultSetting
  readonly overrides?: object
}

/** The sandbox as one of the services, called by the ready provider of that service. */
export async function startServiceUpstream(
  service: SandboxService,
  { clock = systemClock, sandboxClock = systemClock, rate, fault, overrides = {} }: ServiceOptions = {},
): Promise<ServiceUpstream> {
  const sandbox = await createSandbox({ dataDir: null, clock: sandboxClock, ...(fault && { fault }) })
  const { baseUrl } = await sandbox.listen({ port: 0 })
  const ready = (await readReadyProviders())[service]
  if (!ready) throw new Error(`There is no ready provider ${service}`)
  const own = rate && { requests: rate.calls, perMs: rate.perMs }
  const provider = withOverrides(withSandboxFacts(ready, { prices: null, rate: own ?? ready.rate }), {
    ...(own && { timeline: { rate: null }, search: { rate: null }, followers: { rate: null } }),
    ...overrides,
  })
  const upstreams = createUpstreams({
    baseUrl: baseUrl + servicePath(service),
    name: service,
    provider: readProvider(provider),
    clock,
  })
  const pacers = createPacers(clock)
  const { operator } = sandbox
  return {
    sandbox,
    ...createRunServices({ upstreams, pacers, vault: createVault(randomBytes(32)) }, newId(), clock),
    issueKey({ balanceNano = 1_000_000_000_000n } = {}) {
      const { walletId } = operator.createWallet({ name: 'test', balanceNano, service })
      if (rate) operator.chooseRate(walletId, rate)
      return { key: operator.createKey(walletId).reveal(), walletId }
    },
    async close() {
      pacers.closeAll()
      await upstreams.close()
      await sandbox.close()
    },
  }
}
