import { newId } from '@/lib/kernel'
import { withoutSecrets } from '@/lib/platform/audit'
import type { Tx } from '@/lib/platform/db'
import type { Happened } from './schemas'
import { insertEvents } from './store'

/** What happened to a team, and when. */
export type NewEvent = Happened & { readonly teamId: string; readonly at: Date }

/**
 * Writes events in the transaction that makes them happen: none is lost, and none is told of what was rolled back. A secret
 * in a name is taken out. Write no event per page or item.
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
