import { listWatchedSchedules, type WatchedSchedule } from '@/lib/collect/schedules'
import { formatMoment, formatPlural } from '@/lib/kernel'
import type { Condition, ConditionSource } from '../condition'

const HOUR_MS = 3_600_000
/** Time for which a run's result is remembered: long enough for every check to see it. */
const NEWS_LAST_MS = 24 * HOUR_MS

/** Returns schedules that paused themselves, found more than the limit, or found nothing for too long. */
export const scheduleConditions: ConditionSource = async ({ ctx }) => {
  const now = ctx.clock.now()
  const watched = await listWatchedSchedules(ctx, new Date(now.getTime() - NEWS_LAST_MS))
  return watched.flatMap((schedule) => [
    ...failingConditions(schedule),
    ...(schedule.searchName === null ? [] : newItemConditions(schedule, schedule.searchName)),
    ...(schedule.searchName === null
      ? []
      : noResultConditions(schedule, schedule.searchName, { now, timeZone: ctx.team.timeZone })),
  ])
}

function failingConditions({ searchId, searchName, failure }: WatchedSchedule): Condition[] {
  if (failure === null) return []
  const name = searchName ?? 'A private search'
  return [
    {
      kind: 'schedule_failing',
      subjectId: searchId,
      subjectName: name,
      isOn: true,
      title: `The schedule of “${name}” paused itself`,
      detail: `It failed several times in a row, the last time with: ${failure} It stays paused until someone resumes it.`,
      data: {},
      path: `searches/${searchId}`,
    },
  ]
}

function newItemConditions(
  { searchId, tellsAbove, runsWithNewItems }: WatchedSchedule,
  name: string,
): Condition[] {
  if (tellsAbove === null) return []
  return runsWithNewItems
    .filter(({ newItems }) => newItems > tellsAbove)
    .map(({ runId, newItems }) => ({
      kind: 'new_items',
      subjectId: searchId,
      subjectName: name,
      occasion: runId,
      isOn: true,
      title: `“${name}”: ${formatPlural(newItems, 'new item')}`,
      detail: `A scheduled run of “${name}” brought ${formatPlural(newItems, 'item')} that no earlier run had brought.`,
      data: { newItems: String(newItems) },
      path: `runs/${runId}?only=new`,
    }))
}

function noResultConditions(
  { searchId, quietHours, quietSince }: WatchedSchedule,
  name: string,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): Condition[] {
  if (quietHours === null || now.getTime() - quietSince.getTime() < quietHours * HOUR_MS) return []
  return [
    {
      kind: 'nothing_new',
      subjectId: searchId,
      subjectName: name,
      isOn: true,
      title: `“${name}” brings nothing new`,
      detail: `Since ${formatMoment(quietSince, timeZone)} no scheduled run of “${name}” brought anything new; this alert comes after ${formatPlural(quietHours, 'hour')}.`,
      data: { since: quietSince.toISOString() },
      path: `searches/${searchId}`,
    },
  ]
}
