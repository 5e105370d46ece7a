import type { OperationName, ProviderPrices, Tariff } from '@/lib/kernel'

/**
 * Asks for a price once per operation, wallet and provider, however many calls of a group share it. Providers differ:
 * a test of one may share a group with runs by another.
 */
export function oncePerPrice<Answer>(
  ask: (operation: OperationName, walletId: string, provider: ProviderPrices) => Promise<Answer>,
): (operation: OperationName, walletId: string, provider: ProviderPrices) => Promise<Answer> {
  const asked = new Map<string, Promise<Answer>>()
  return (operation, walletId, provider) => {
    const name = `${operation} ${walletId} ${nameOf(provider[operation] ?? null)}`
    const answer = asked.get(name) ?? ask(operation, walletId, provider)
    asked.set(name, answer)
    return answer
  }
}

/** Names a tariff by its content, because two providers may state the same one in different objects. */
const nameOf = (tariff: Tariff | null): string =>
  JSON.stringify(tariff, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
