import { z } from 'zod'
import { itemsCapSchema } from '@/lib/collect/runs'

const wholeNumber = z.int('Use a whole number.')

const times = z.object({
  cron: z.string().trim().min(1, 'Choose when it runs.').max(100, 'Use at most 100 characters.'),
  activeFrom: wholeNumber.min(0).max(1439).default(0),
  activeTo: wholeNumber.min(1).max(1440).default(1440),
  activeDays: z
    .string()
    .regex(/^[1-7]{1,7}$/, 'Choose at least one day.')
    .default('1234567'),
})

export const previewScheduleTimesInput = times

export const scheduleInput = z.object({ searchId: z.uuid() })

export const pauseScheduleInput = scheduleInput.extend({ isPaused: z.boolean() })

export const saveScheduleInput = scheduleInput.extend({
  ...times.shape,
  capItems: itemsCapSchema(1_000_000),
  capItemsDay: itemsCapSchema(100_000_000),
  untilKnown: z.boolean().default(true),
  /** Alerts when a run finds more new items than this; null for never. */
  tellsAbove: wholeNumber.min(0, 'Use 0 for any.').max(1_000_000).nullable().default(null),
  /** Alerts when nothing new came for this many hours; null for never. */
  tellsQuietHours: wholeNumber.min(1, 'Use at least one hour.').max(8760).nullable().default(null),
  /** The team's webhook channel that receives the new items of each run; null for none. */
  itemsChannelId: z.uuid('Choose a channel.').nullable().default(null),
})
export type ScheduleFields = z.output<typeof saveScheduleInput>

/** The times at which a schedule is due, in words and as the next moments. */
export interface ScheduleTimesView {
  readonly words: string
  /** At most five; fewer if no more come. */
  readonly next: readonly Date[]
}

export interface ScheduleView extends Required<ScheduleFields> {
  readonly words: string
  readonly searchName: string
  /** The member for whom it runs. */
  readonly memberId: string
  readonly memberName: string
  readonly nextAt: Date | null
  readonly lastRunId: string | null
  /** The result of the last time if it started no run, or of the run that failed. */
  readonly lastNote: string | null
  readonly failures: number
  /** Null while it is active. */
  readonly paused: { readonly at: Date; readonly by: string; readonly note: string | null } | null
}
