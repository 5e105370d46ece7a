import { type Clock, type Secret, systemClock } from '@/lib/kernel'
import {
  createSandbox,
  type LimiterName,
  type PresetName,
  SANDBOX_SUGGESTIONS,
  type Sandbox,
} from '@/lib/sandbox'
import { readProvider } from '@/lib/upstream/client'
import { PRESET_PROVIDERS } from '../factories/preset-providers'
import type { Target } from './suite/target'

export interface SandboxTarget extends Target {
  readonly emptyKey: Secret
  /** Returns the number of items that the sandbox has delivered, as its operator counts them. */
  delivered(): number
  close(): Promise<void>
}

interface Choice {
  readonly preset?: PresetName
  readonly limiter?: LimiterName
  readonly maxItems?: number | null
  readonly clock?: Clock
}

/** Starts a sandbox as a target that is known only by its address, its keys and its suggested subjects. */
export async function openSandboxTarget({
  preset = 'plain',
  limiter = 'sliding-log',
  maxItems = null,
  clock = systemClock,
}: Choice): Promise<SandboxTarget> {
  const sandbox = await createSandbox({ dataDir: null, preset, limiter, clock })
  const { baseUrl } = await sandbox.listen({ port: 0 })
  const { operator } = sandbox
  const { walletId } = operator.createWallet({ name: 'Provider', balanceNano: 1_000_000_000_000n })
  operator.buyPack(walletId, 'Builder')
  const empty = operator.createWallet({ name: 'Empty' })
  const { timelineUser, searchQuery, followersUser } = SANDBOX_SUGGESTIONS
  return {
    baseUrl,
    provider: readProvider(PRESET_PROVIDERS[preset]),
    key: operator.createKey(walletId),
    emptyKey: operator.createKey(empty.walletId),
    // This account has a few dozen followers: its list ends on the third page.
    subjects: { timelineUser, searchQuery, followersUser, shortListUser: 'zadie_walsh' },
    maxItems,
    exactBalances: true,
    isStrict: limiter === 'gcra-strict',
    delivered: () => itemsOf(operator.state()),
    close: sandbox.close,
  }
}

const itemsOf = (wallets: ReturnType<Sandbox['operator']['state']>): number =>
  wallets.flatMap(({ keys }) => keys).reduce((sum, { items }) => sum + items, 0)
