export { SchedulePanel } from './schedule-panel'
export { ScheduleTable } from './schedule-table'
