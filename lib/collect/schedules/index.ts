export { pauseSchedule, removeSchedule, saveSchedule } from './change-schedule'
export { noteExampleRun } from './example-run'
export { listSchedules, previewTimes } from './list-schedules'
export { runDueSchedules, type ScheduleServices } from './run-due'
export {
  pauseScheduleInput,
  previewTimesInput,
  type ScheduleView,
  saveScheduleInput,
  scheduleInput,
  type TimesView,
} from './schemas'
export { setRightTimes } from './set-right'
export { describeCron } from './times'
export { type WatchedSchedule, watchSchedules } from './watch'
