import { expect } from 'vitest'
import type { Db } from '@/lib/platform/db'
import type { Received, Receiver } from '@/tests/support/receivers'
import type { TeamClient } from '@/tests/support/story'

/** Creates a channel that sends the ends of runs to a receiver. */
export const tellEndsTo = (admin: TeamClient, { url }: Receiver<Received>): Promise<unknown> =>
  admin.mustPerform('alerts/createChannelAction', {
    ...{ name: 'Ends', kind: 'webhook', address: url, kinds: [], events: ['run.ended'] },
  })

/**
 * Expects one event for each ended run and for no other, each delivered despite any kill. Returns the runs'
 * ids.
 */
export async function expectEndsTold(db: Db, { received }: Receiver<Received>): Promise<string[]> {
  const ended = await db.run.findMany({ where: { state: 'ENDED' }, select: { id: true } })
  const events = await db.event.findMany({ where: { kind: 'run.ended' } })
  const runIds = events.map(({ data }) => JSON.parse(data).runId)
  expect(runIds.sort()).toEqual(ended.map(({ id }) => id).sort())
  const told = () => new Set(received.map(({ headers }) => headers['webhook-id']))
  // A message that a killed process had claimed arrives when the claim expires.
  await expect
    .poll(() => events.filter(({ id }) => !told().has(id)), { timeout: 90_000, interval: 200 })
    .toEqual([])
  return runIds
}
