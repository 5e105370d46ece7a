import type { Tx } from '@/lib/platform/db'
import type { AlertKind } from '../schemas'
import { isInForce, takesAlert } from './channel-kinds'
import { selectChannels } from './channel-store'
import { insertDelivery } from './delivery-store'

/** Queues a message for every channel that takes this kind, in the transaction that fires or ends the alert. */
export async function queueDeliveries(
  tx: Tx,
  {
    teamId,
    alertId,
    kind,
    event,
    at,
  }: { teamId: string; alertId: string; kind: AlertKind; event: 'fired' | 'recovered'; at: Date },
): Promise<void> {
  for (const channel of await selectChannels(tx, teamId)) {
    if (!channel.enabled || !isInForce(channel) || !takesAlert(channel, kind)) continue
    await insertDelivery(tx, { teamId, channelId: channel.id, alertId, event, nextTryAt: at, createdAt: at })
  }
}
