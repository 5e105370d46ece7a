import type { ContractPrices, Operation } from '@/lib/kernel'

/**
 * Asks for a price once per operation, wallet and contract, however many calls of a group share it. Contracts differ: a test of
 * one may share a group with runs by another.
 */
export function oncePerPrice<Answer>(
  ask: (operation: Operation, walletId: string, contract: ContractPrices) => Promise<Answer>,
): (operation: Operation, walletId: string, contract: ContractPrices) => Promise<Answer> {
  const asked = new Map<string, Promise<Answer>>()
  return (operation, walletId, contract) => {
    const name = `${operation} ${walletId} ${contract[operation] ?? ''}`
    const answer = asked.get(name) ?? ask(operation, walletId, contract)
    asked.set(name, answer)
    return answer
  }
}
