import 'server-only'
import { pageEstimates } from '@/app/_server'
import type { TestPanelProps } from '@/components/provider'
import { mostCalls } from '@/lib/collect/runs'
import { byOperation, bySubject, firstAbout } from '@/lib/kernel'
import { listKeys } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'
import type { Provider } from '@/lib/upstream/client'
import { testProviderAction } from './actions'

/** What the test of the provider needs to show its cost first: keys in use, prices, and the largest count. */
export async function readTesting(ctx: TeamCtx, provider: Provider): Promise<Omit<TestPanelProps, 'team'>> {
  const [keys, estimates] = await Promise.all([listKeys(ctx), pageEstimates(ctx)])
  const costs = byOperation((operation) => ({
    mostCalls: mostCalls(operation, provider),
    mostItems: estimates[operation].mostItems,
    priceNano: estimates[operation].priceNano,
  }))
  const suggestions = currentRuntime().sandbox?.suggestions
  return {
    keys: keys
      .filter(({ status }) => status === 'active')
      .map(({ id, name, prefix, environmentName, requestsPerSecond }) => ({
        id,
        label: `${environmentName} · ${name} (${prefix}…)`,
        requestsPerSecond,
      })),
    costs,
    suggested: bySubject((kind) => suggestions?.[firstAbout(kind)] ?? ''),
    test: testProviderAction,
  }
}
