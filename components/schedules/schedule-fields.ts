import type { ScheduleView } from '@/lib/collect/schedules'

/** A person's choices for a schedule. */
export type ScheduleForm = Pick<
  ScheduleView,
  | 'cron'
  | 'activeFrom'
  | 'activeTo'
  | 'activeDays'
  | 'capItems'
  | 'capItemsDay'
  | 'untilKnown'
  | 'tellsAbove'
  | 'tellsQuietHours'
>

export const NEW_SCHEDULE: ScheduleForm = {
  cron: '0 9 * * *',
  activeFrom: 0,
  activeTo: 1440,
  activeDays: '1234567',
  capItems: 200,
  capItemsDay: 1000,
  untilKnown: true,
  tellsAbove: null,
  tellsQuietHours: null,
}

export const fieldsOf = (schedule: ScheduleView): ScheduleForm => ({
  cron: schedule.cron,
  activeFrom: schedule.activeFrom,
  activeTo: schedule.activeTo,
  activeDays: schedule.activeDays,
  capItems: schedule.capItems,
  capItemsDay: schedule.capItemsDay,
  untilKnown: schedule.untilKnown,
  tellsAbove: schedule.tellsAbove,
  tellsQuietHours: schedule.tellsQuietHours,
})
