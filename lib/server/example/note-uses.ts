import { findRuns } from '@/lib/collect/runs'
import { noteExampleRun } from '@/lib/collect/schedules'
import { noteExampleUse } from '@/lib/keys/keys'
import { noteExampleCalls } from '@/lib/keys/services'
import type { TeamCtx } from '@/lib/platform/db'
import { SEARCHES, SERVICES } from './cast'
import type { MadeCast } from './make-cast'
import type { PlannedSlice } from './plan'

/** Sets keys, gateway keys and schedules to the state in which their last calls and runs left them. */
export async function noteUses(
  ctx: TeamCtx,
  { keys, services, searches }: MadeCast,
  slices: readonly PlannedSlice[],
): Promise<void> {
  const [ofKeys, ofServices] = lastUses(slices)
  await noteExampleUse(
    ctx,
    keys.map(({ id }, place) => ({ id, lastUsedAt: ofKeys.get(place) ?? null })),
  )
  for (const [place, serviceId] of services.entries()) {
    const at = ofServices.get(place)
    if (at) await noteExampleCalls(ctx, serviceId, at)
  }
  const span = { from: new Date(slices[0]?.from ?? 0), to: ctx.clock.now() }
  for (const [place, { hours }] of SEARCHES.entries()) {
    const searchId = searches[place]?.id
    if (!hours || searchId === undefined) continue
    const { runs } = await findRuns(ctx, { ...span, searchId, caller: 'schedule' }, undefined, { most: 1 })
    if (runs[0]) await noteExampleRun(ctx, searchId, runs[0].id)
  }
}

/** Returns the times of the last call of each key and each service, by index. */
function lastUses(slices: readonly PlannedSlice[]) {
  const [keys, services] = [new Map<number, Date>(), new Map<number, Date>()]
  const note = (of: Map<number, Date>, place: number, at: number) => {
    if (at > (of.get(place)?.getTime() ?? 0)) of.set(place, new Date(at))
  }
  for (const { runs, services: called } of slices) {
    for (const { search, calls } of runs)
      for (const { at } of calls) note(keys, SEARCHES[search]?.key ?? 0, at)
    for (const { service, calls } of called)
      for (const { at } of calls) {
        note(keys, SERVICES[service]?.key ?? 0, at)
        note(services, service, at)
      }
  }
  return [keys, services] as const
}
