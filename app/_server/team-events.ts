import 'server-only'
import { AppError } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { eventStream } from './event-stream'
import type { EndReason, EventSource } from './event-writer'
import { lostRight } from './lost-right'

interface TeamEvents extends Pick<EventSource, 'next'> {
  /** Throws `not_found` once the subject is gone. */
  mustExist(): Promise<unknown>
}

/**
 * Streams events to a member of a team. While it runs, it checks repeatedly that the session and the membership are
 * still valid; watching does not count as activity.
 */
export function streamTeamEvents(
  ctx: TeamCtx,
  signal: AbortSignal,
  { next, mustExist }: TeamEvents,
): Response {
  const whyEnd = async (): Promise<EndReason | null> =>
    (await lostRight(ctx)) ?? ((await isThere(mustExist)) ? null : 'gone')
  return eventStream({ next, whyEnd }, { userId: ctx.actor.userId, signal }, ctx.clock)
}

async function isThere(mustExist: () => Promise<unknown>): Promise<boolean> {
  try {
    await mustExist()
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false
    throw error
  }
}
