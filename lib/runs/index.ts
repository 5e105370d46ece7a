export { fetchNextPage } from './fetch-next-page'
export { getRun, listRuns } from './list-runs'
export {
  type EndReason,
  type ItemView,
  nextPageInput,
  type PageAnswer,
  type RunTotals,
  type RunView,
  startRunInput,
} from './schemas'
export type { RunServices } from './services'
export { startRun } from './start-run'
