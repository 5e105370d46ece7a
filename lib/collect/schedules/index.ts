export { correctNextTimes, pauseSchedule, removeSchedule, saveSchedule } from './change-schedule'
export {
  listScheduledSearches,
  listSchedules,
  listWatchedSchedules,
  previewScheduleTimes,
  type WatchedSchedule,
} from './list-schedules'
export { runDueSchedules, type ScheduleServices } from './run-due'
export {
  pauseScheduleInput,
  previewScheduleTimesInput,
  type ScheduleTimesView,
  type ScheduleView,
  saveScheduleInput,
  scheduleInput,
} from './schemas'
export { recordExampleRun, selectItemsChannels } from './store'
export { describeCron } from './times'
