import { z } from 'zod'
import type { Operation } from '@/lib/money/ledger'

const operation = z.enum(['timeline', 'search', 'followers'])

/** The operation that a run's row names. */
export const operationOf = (row: { readonly operation: string }): Operation => operation.parse(row.operation)
