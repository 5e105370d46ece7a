import type { ContractPrices, Operation } from '@/lib/kernel'

/**
 * Asks for a price once per operation and contract, however many calls of a group share it. Contracts differ: a test of
 * one may share a group with runs by another.
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
