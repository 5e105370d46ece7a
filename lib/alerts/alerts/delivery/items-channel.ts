import type { z } from 'zod'
import { saveSchedule, type saveScheduleInput } from '@/lib/collect/schedules'
import { AppError, invalid, requireWriter } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { selectChannel, selectChannels } from './delivery-store'

/** Returns the channels to which new items can be sent: signed webhooks. */
export const listItemsChannels = async (ctx: TeamCtx): Promise<{ id: string; name: string }[]> =>
  (await selectChannels(ctx.db, ctx.team.id))
    .filter(({ kind }) => kind === 'webhook')
    .map(({ id, name }) => ({ id, name }))

/**
 * Saves a schedule, which may send the new items of its runs to a signed webhook of the team. Throws `not_found` for
 * a channel that the team does not have, and `invalid` for another kind. The search's owner or an admin may.
 */
export async function saveScheduleWithChannel(
  ctx: TeamCtx,
  input: z.output<typeof saveScheduleInput>,
): Promise<void> {
  requireWriter(ctx, 'change schedules')
  const { itemsChannelId } = input
  // A channel that is deleted or turned off meanwhile gets nothing: see `queueEventDeliveries`.
  const channel = itemsChannelId === null ? null : await selectChannel(ctx.db, ctx.team.id, itemsChannelId)
  const fields = { itemsChannelId: 'Choose a signed webhook of the team.' }
  if (itemsChannelId !== null && !channel)
    throw new AppError('not_found', 'The channel was not found.', fields)
  if (channel && channel.kind !== 'webhook') throw invalid('The schedule was not saved.', fields)
  await saveSchedule(ctx, input)
}
