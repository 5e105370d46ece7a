import type { z } from 'zod'
import { saveSchedule, type saveScheduleInput } from '@/lib/collect/schedules'
import { invalid, requireWriter } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { selectChannel, selectChannels } from './delivery-store'

/** Returns the channels to which new items can be sent: signed webhooks. */
export const listItemsChannels = async (ctx: TeamCtx): Promise<{ id: string; name: string }[]> =>
  (await selectChannels(ctx.db, ctx.team.id))
    .filter(({ kind }) => kind === 'webhook')
    .map(({ id, name }) => ({ id, name }))

/**
 * Saves a schedule, which may send the new items of its runs to a signed webhook of the team. Throws `invalid` for
 * another channel. The search's owner or an admin may.
 */
export async function saveScheduleWithChannel(
  ctx: TeamCtx,
  input: z.output<typeof saveScheduleInput>,
): Promise<void> {
  requireWriter(ctx, 'change schedules')
  const { itemsChannelId } = input
  // A channel that is deleted or turned off meanwhile gets nothing: see `queueEventDeliveries`.
  const channel = itemsChannelId === null ? null : await selectChannel(ctx.db, ctx.team.id, itemsChannelId)
  if (itemsChannelId !== null && channel?.kind !== 'webhook')
    throw invalid('The schedule was not saved.', { itemsChannelId: 'Choose a signed webhook of the team.' })
  await saveSchedule(ctx, input)
}
