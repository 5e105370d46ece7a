import { byOperation, nanoToText, type Operation } from '@/lib/kernel'
import type { KeyPlaces } from '@/lib/keys/keys'
import type { Env } from '@/lib/platform/settings'
import { createSecretCheck } from '@/lib/platform/vault'
import type { Provider } from '@/lib/upstream/client'
import type { BuiltInSandbox } from './sandbox-upstream'

/** Variables with keys have names of the operator's choice, so no schema knows them. */
export const keyPlaces = (env: Env): KeyPlaces => ({
  variables: Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name.startsWith('PURSER_KEY_')),
  ),
  folder: env.PURSER_KEY_FILES ?? null,
})

/** The session secret, checked where one is set. */
export const sessionCheck = ({ NEXTAUTH_SECRET: secret }: Env) =>
  secret === undefined ? [] : [createSecretCheck('session secret', secret)]

/** What the provider leaves open and is known of the sandbox: its prices, and that it charges at once. */
export function withSandboxFacts(provider: Provider, sandbox: BuiltInSandbox | null): Provider {
  if (!sandbox) return provider
  const price = (operation: Operation) => provider.price[operation] ?? nanoToText(sandbox.prices[operation])
  return {
    ...provider,
    price: byOperation(price),
    chargeDelayMs: provider.chargeDelayMs ?? 0,
  }
}
