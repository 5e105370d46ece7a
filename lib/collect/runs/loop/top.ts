import type { Operation } from '@/lib/kernel'
import { listOf, type Provider } from '@/lib/upstream/client'

/**
 * Returns whether a search is for the top but the service offers no order, so that it would run as one for the latest.
 */
export const lacksTop = (provider: Provider, operation: Operation, product: string | null): boolean =>
  product === 'Top' && listOf(provider, operation).product === null

export const noTop = ({ name }: Provider): string =>
  `This search is for the top, and ${name} offers no such order. Save it for the latest instead.`
