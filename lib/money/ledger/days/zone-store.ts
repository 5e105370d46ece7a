import { newId } from '@/lib/kernel'
import { type Db, sql, type Tx } from '@/lib/platform/db'

/** The only file that names DayZone. */

export interface DayZoneRow {
  readonly id: string
  readonly timeZone: string
  readonly state: string
  readonly fromQuarter: number
  readonly toQuarter: number
}

/** Returns the zones for which a team has days. */
export const selectDayZones = (db: Db | Tx, teamId: string): Promise<DayZoneRow[]> =>
  db.dayZone.findMany({ where: { teamId }, orderBy: { id: 'asc' } })

export const insertDayZone = (
  tx: Tx,
  row: {
    teamId: string
    timeZone: string
    state: 'serving' | 'building'
    fromQuarter: number
    toQuarter: number
    createdAt: Date
  },
) => tx.dayZone.create({ data: { id: newId(), ...row } })

/** Stores the quarter hours for which a zone's days are announced. */
export const updateSpan = (
  tx: Tx,
  id: string,
  span: { readonly fromQuarter: number; readonly toQuarter: number },
) => tx.dayZone.updateMany({ where: { id }, data: span })

/** Leaves the zone that is being built, because it is no longer wanted. */
export const leaveBuilding = (tx: Tx, teamId: string) =>
  tx.dayZone.updateMany({ where: { teamId, state: 'building' }, data: { state: 'leaving' } })

/** Switches from the serving zone to the one that was built, in one statement. */
export const serve = (tx: Tx, teamId: string, id: string) =>
  tx.$executeRaw`
    UPDATE "DayZone" SET "state" = CASE WHEN "id" = ${id} THEN 'serving' ELSE 'leaving' END
    WHERE "teamId" = ${teamId} AND ("id" = ${id} OR "state" = 'serving')`

export const deleteDayZone = (tx: Tx, id: string) => tx.dayZone.deleteMany({ where: { id } })

/** Selects the id of the serving zone, for use within SQL. */
export const servingZoneSql = (teamId: string) =>
  sql`(SELECT z."id" FROM "DayZone" z WHERE z."teamId" = ${teamId} AND z."state" = 'serving' LIMIT 1)`
