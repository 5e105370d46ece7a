import type { PageEstimate } from '@/components/searches'
import type { ScheduleView } from '@/lib/collect/schedules'
import { costOfItems, currentUnit, formatCredits, inMoney, MIN_PAGE_SIZE } from '@/lib/kernel'
import { FREQUENCIES, toFrequency } from './frequency'

/** A channel to which new items can be sent. */
export interface NamedChannel {
  readonly id: string
  readonly name: string
}

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
  | 'itemsChannelId'
>

const CAP_ITEMS = 200
const CAP_ITEMS_DAY = 1000
const STEP = 10

/**
 * Returns the choices that a new schedule proposes. Many subjects share the usual limit of a day, each with a page at
 * least.
 */
export function newSchedule(
  subjectCount: number,
  { minItems }: Pick<PageEstimate, 'minItems'>,
): ScheduleForm {
  const share = Math.floor(CAP_ITEMS_DAY / subjectCount / STEP) * STEP
  const capItems = Math.max(Math.min(CAP_ITEMS, share), minItems, MIN_PAGE_SIZE)
  return {
    cron: '0 9 * * *',
    activeFrom: 0,
    activeTo: 1440,
    activeDays: '1234567',
    capItems,
    capItemsDay: Math.max(CAP_ITEMS_DAY, capItems * subjectCount),
    untilKnown: true,
    tellsAbove: null,
    tellsQuietHours: null,
    itemsChannelId: null,
  }
}

/** Returns a schedule's choices. A channel that was deleted is none. */
export const toScheduleForm = (schedule: ScheduleView, channels: readonly NamedChannel[]): ScheduleForm => ({
  cron: schedule.cron,
  activeFrom: schedule.activeFrom,
  activeTo: schedule.activeTo,
  activeDays: schedule.activeDays,
  capItems: schedule.capItems,
  capItemsDay: schedule.capItemsDay,
  untilKnown: schedule.untilKnown,
  tellsAbove: schedule.tellsAbove,
  tellsQuietHours: schedule.tellsQuietHours,
  itemsChannelId: channels.find(({ id }) => id === schedule.itemsChannelId)?.id ?? null,
})

/** Describes what a schedule costs if each run buys as much as its limits allow; empty if no price is known. The limit of a run is for each subject. */
export function describeScheduleCost(
  { tariff, maxItems, unit = currentUnit() }: PageEstimate,
  {
    cron,
    capItems,
    capItemsDay,
    activeDays,
  }: Pick<ScheduleForm, 'cron' | 'capItems' | 'capItemsDay' | 'activeDays'>,
  subjectCount = 1,
): string {
  if (tariff === null || !Number.isInteger(capItems + capItemsDay)) return ''
  const { runsADay, daysAMonth } = FREQUENCIES[toFrequency(cron).every]
  const days = Math.min(daysAMonth, 5 * activeDays.length)
  const allItems = subjectCount * capItems
  const runItems = Math.min(allItems, capItemsDay)
  const dayItems = Math.min(capItemsDay, runsADay * allItems)
  const [run, day] = [runItems, dayItems].map((items) => costOfItems(tariff, items, maxItems))
  const month = BigInt(days) * (day ?? 0n)
  const money = inMoney(month)
  const free = tariff.onceADayIn === null ? '' : ', if no item is bought twice in a day'
  return `Up to ${formatCredits(run ?? 0n)} ${unit} per run, ${formatCredits(day ?? 0n)} per day and ${formatCredits(month)}${money === null ? '' : ` (${money})`} per month${free}.`
}
