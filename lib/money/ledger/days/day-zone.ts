import { QUARTER_HOURS_A_DAY } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { selectFirstQuarter } from '../core/rollup-sums'
import { countDays } from './day-store'
import { selectDayZones } from './zone-store'

/** The time zone in which usage is shown. */
export interface DayZone {
  readonly timeZone: string
  /**
   * The team's own zone while its days are still being summed, with the finished part of them from 0 to 1; else null.
   */
  readonly next: { readonly timeZone: string; readonly part: number } | null
}

/**
 * Returns the zone in which a team's usage is shown: after a change, the previous one until the days of the new one
 * are summed.
 */
export async function readDayZone({ db, team }: TeamCtx): Promise<DayZone> {
  const zones = await selectDayZones(db, team.id)
  const serving = zones.find(({ state }) => state === 'serving')
  if (!serving || serving.timeZone === team.timeZone) return { timeZone: team.timeZone, next: null }
  const building = zones.find((zone) => zone.state === 'building' && zone.timeZone === team.timeZone)
  const next = { timeZone: team.timeZone, part: 0 }
  if (!building) return { timeZone: serving.timeZone, next }
  const [{ all, closed }, first] = await Promise.all([
    countDays(db, building.id),
    selectFirstQuarter(db, team.id),
  ])
  const unannounced =
    Math.max(0, building.fromQuarter - (first ?? building.fromQuarter)) / QUARTER_HOURS_A_DAY
  const part = all === 0 ? 0 : closed / (all + Math.ceil(unannounced))
  return { timeZone: serving.timeZone, next: { ...next, part } }
}
