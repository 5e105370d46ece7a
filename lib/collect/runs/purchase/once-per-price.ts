import type { ContractPrices, Operation } from '@/lib/kernel'

/**
 * A question about a price that is asked once for each operation and contract, however many calls of a group share them.
 * Contracts are told apart: a test of one may stand in a group with runs by another.
 */
export function oncePerPrice<Answer>(
  ask: (operation: Operation, contract: ContractPrices) => Promise<Answer>,
): (operation: Operation, contract: ContractPrices) => Promise<Answer> {
  const asked = new Map<string, Promise<Answer>>()
  return (operation, contract) => {
    const name = `${operation} ${contract[operation] ?? ''}`
    const answer = asked.get(name) ?? ask(operation, contract)
    asked.set(name, answer)
    return answer
  }
}
