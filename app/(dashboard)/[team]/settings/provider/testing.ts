import 'server-only'
import { pageEstimates } from '@/app/_server'
import type { TestPanelProps } from '@/components/provider'
import { mostCalls } from '@/lib/collect/runs'
import { byOperation, bySubject, firstAbout } from '@/lib/kernel'
import { listKeys, serviceOfKey } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'
import type { ProviderView } from '@/lib/upstream/providers'
import { testProviderAction } from './actions'

/** Reads what the provider's test needs to show its cost first: the keys in use, the prices and the largest count. */
export async function readTesting(
  ctx: TeamCtx,
  { provider, isSandbox, id: called }: ProviderView,
): Promise<Omit<TestPanelProps, 'team'>> {
  const [keys, estimates] = await Promise.all([listKeys(ctx), pageEstimates(ctx)])
  const costs = byOperation((operation) => ({
    mostCalls: mostCalls(operation, provider),
    ...estimates[operation],
  }))
  const suggestions = isSandbox ? currentRuntime().sandbox?.suggestions : null
  return {
    keys: keys
      .filter((key) => key.status === 'active' && serviceOfKey(key, currentRuntime().upstreams) === called)
      .map(({ id, name, prefix, environmentName, rate }) => ({
        id,
        label: `${environmentName} · ${name} (${prefix}…)`,
        rate,
      })),
    costs,
    accountPath: provider.account?.path ?? null,
    suggested: bySubject((kind) => suggestions?.[firstAbout(kind)] ?? ''),
    test: testProviderAction,
  }
}
