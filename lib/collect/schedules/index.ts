export { pauseSchedule, removeSchedule, saveSchedule, setRightTimes } from './change-schedule'
export {
  listScheduledSearches,
  listSchedules,
  listWatchedSchedules,
  previewTimes,
  type WatchedSchedule,
} from './list-schedules'
export { runDueSchedules, type ScheduleServices } from './run-due'
export {
  pauseScheduleInput,
  previewTimesInput,
  type ScheduleView,
  saveScheduleInput,
  scheduleInput,
  type TimesView,
} from './schemas'
export { noteExampleRun } from './store'
export { describeCron } from './times'
