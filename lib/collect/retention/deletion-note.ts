import { z } from 'zod'
import type { StoredItems } from '@/lib/collect/items'
import { type AuditEntryView, appendAuditEntry } from '@/lib/platform/audit'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import type { BY_AGE, BY_PERSON } from './schemas'

/** Detail of a deletion in the audit log. Only this file writes and reads it. */
const detail = z.object({
  items: z.int(),
  pages: z.int(),
  /** Everything bought up to this moment was deleted. */
  boughtUpTo: z.iso.datetime(),
})

interface Deletion {
  readonly action: typeof BY_PERSON | typeof BY_AGE
  /** The run, saved search or team whose items were deleted. */
  readonly id: string
  readonly name: string
  readonly gone: StoredItems
  readonly upTo: Date
}

/** Writes a deletion to the audit log, where a run's page finds it. */
export const noteDeletion = (
  ctx: TeamCtx,
  { action, id, name, gone: { items, pages }, upTo }: Deletion,
): Promise<void> =>
  transaction(ctx.db, (tx) =>
    appendAuditEntry(tx, ctx, {
      action,
      subjectId: id,
      subjectName: name,
      detail: { items, pages, boughtUpTo: upTo.toISOString() } satisfies z.input<typeof detail>,
    }),
  )

/** Returns the moment up to which everything bought was deleted, by an audit entry; null if it does not say. */
export function deletedUpTo(entry: Pick<AuditEntryView, 'detail'>): Date | null {
  const read = detail.pick({ boughtUpTo: true }).safeParse(JSON.parse(entry.detail))
  return read.success ? new Date(read.data.boughtUpTo) : null
}
