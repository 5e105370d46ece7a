import { newId } from '@/lib/kernel'
import { withoutSecrets } from '@/lib/platform/audit'
import type { Tx } from '@/lib/platform/db'
import type { Happened } from './schemas'
import { insertEvents } from './store'

/** An event of a team, with its time. */
export type NewEvent = Happened & { readonly teamId: string; readonly at: Date }

/**
 * Writes events in the transaction that causes them, so that none is lost and none is sent for what was rolled back. A
 * secret in a name is removed. Do not write events per page or item.
 */
export const writeEvents = (tx: Tx, events: readonly NewEvent[]): Promise<void> =>
  insertEvents(
    tx,
    events.map(({ teamId, at, kind, data }) => ({
      id: newId(),
      teamId,
      kind,
      data: JSON.stringify(withoutSecrets(data)),
      at,
    })),
  )
