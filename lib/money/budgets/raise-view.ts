import { z } from 'zod'
import type { selectRaises } from './raise-store'
import type { RaiseView } from './schemas'

const state = z.enum(['asked', 'granted', 'refused'])

export const toRaiseView = (row: Awaited<ReturnType<typeof selectRaises>>[number]): RaiseView => ({
  id: row.id,
  budgetId: row.budgetId,
  amount: row.amount,
  reason: row.reason,
  state: state.parse(row.state),
  askedByName: row.askedByName,
  askedAt: row.askedAt,
  decidedByName: row.decidedByName,
  decidedAt: row.decidedAt,
  endsAt: row.endsAt,
})
