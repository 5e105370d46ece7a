import { type Db, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'

/** The only file that names Schedule. */

export type ScheduleRow = NonNullable<Awaited<ReturnType<typeof selectSchedule>>>

/** The members' choices, and what each choice resets. */
export interface ScheduleColumns {
  readonly memberId: string
  readonly cron: string
  readonly activeFrom: number
  readonly activeTo: number
  readonly activeDays: string
  readonly capItems: number
  readonly capItemsDay: number
  readonly untilKnown: boolean
  readonly tellsAbove: number | null
  readonly tellsQuietHours: number | null
  readonly itemsChannelId: string | null
  readonly updatedAt: Date
}

/** The results of its times. */
export interface ScheduleProgress {
  readonly nextAt: Date | null
  readonly openRunId: string | null
  readonly lastRunId: string | null
  readonly lastNewAt: Date | null
  readonly lastNote: string | null
  readonly failures: number
  readonly pausedAt: Date | null
  readonly pausedBy: string | null
  readonly pausedNote: string | null
}

export const selectSchedule = (db: Db | Tx, teamId: string, searchId: string) =>
  db.schedule.findFirst({ where: { teamId, searchId } })

export const selectSchedules = (db: Db | Tx, teamId: string) => db.schedule.findMany({ where: { teamId } })

/** Returns the ids of the searches that have a schedule. */
export const selectScheduledSearches = async (db: Db, teamId: string, limit: number): Promise<string[]> => {
  const rows = await db.schedule.findMany({ where: { teamId }, select: { searchId: true }, take: limit })
  return rows.map(({ searchId }) => searchId)
}

/** Returns the channel to which each of these searches' schedules sends new items, of those that send them. */
export async function selectItemsChannels(
  tx: Tx,
  teamId: string,
  searchIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.schedule.findMany({
    where: { teamId, searchId: { in: [...searchIds] }, itemsChannelId: { not: null } },
    select: { searchId: true, itemsChannelId: true },
  })
  return new Map(rows.map(({ searchId, itemsChannelId }) => [searchId, itemsChannelId ?? '']))
}

/** Returns a team's schedules that are due, or whose last run's result is not recorded yet. */
export const selectPendingSchedules = (db: Db, teamId: string, now: Date) =>
  db.schedule.findMany({
    where: { teamId, OR: [{ openRunId: { not: null } }, { nextAt: { lte: now }, pausedAt: null }] },
    orderBy: { nextAt: 'asc' },
  })

/** Returns a team's schedules that wait for a time after a given time. */
export const selectSchedulesDueAfter = (db: Db, teamId: string, after: Date) =>
  db.schedule.findMany({ where: { teamId, openRunId: null, pausedAt: null, nextAt: { gt: after } } })

export const putSchedule = (
  tx: Tx,
  { teamId, searchId }: { teamId: string; searchId: string },
  data: ScheduleColumns & Partial<ScheduleProgress>,
) =>
  tx.schedule.upsert({
    where: { searchId, teamId },
    create: { teamId, searchId, createdAt: data.updatedAt, ...data },
    update: data,
  })

/**
 * Records the result of a time, unless the schedule has moved on since it was read. Returns whether it was recorded.
 */
export const advanceSchedule = async (
  db: Db | Tx,
  read: Pick<ScheduleRow, 'teamId' | 'searchId' | 'nextAt' | 'openRunId' | 'updatedAt'>,
  data: Partial<ScheduleProgress>,
): Promise<boolean> => {
  const { teamId, searchId, nextAt, openRunId, updatedAt } = read
  const where = { teamId, searchId, nextAt, openRunId, updatedAt }
  return (await db.schedule.updateMany({ where, data })).count === 1
}

export const updateSchedule = async (
  tx: Tx,
  teamId: string,
  searchId: string,
  data: Partial<ScheduleProgress> & { readonly updatedAt: Date },
): Promise<boolean> => (await tx.schedule.updateMany({ where: { teamId, searchId }, data })).count === 1

export const deleteSchedule = async (tx: Tx, teamId: string, searchId: string): Promise<boolean> =>
  (await tx.schedule.deleteMany({ where: { teamId, searchId } })).count === 1

/** Records the last run of an example's schedule, which no job ran. */
export const recordExampleRun = (
  { db, team, clock }: TeamCtx,
  searchId: string,
  runId: string,
): Promise<void> =>
  transaction(db, async (tx) => {
    await updateSchedule(tx, team.id, searchId, { lastRunId: runId, updatedAt: clock.now() })
  })
