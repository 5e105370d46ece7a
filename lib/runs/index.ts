export { type BackgroundRuns, createBackgroundRuns, endAbandonedRuns } from './background-runs'
export { cancelRun } from './cancel-run'
export { fetchNextPage } from './fetch-next-page'
export { type FoundItem, findItem, findItemInput } from './find-item'
export { getRun, listRunIds, listRuns, listScheduledNews, sumScheduledItems } from './list-runs'
export { listNewestRuns, type NewestRun, type NewestRuns, newestRunsInput } from './newest-runs'
export { mostCalls } from './probe-candidates'
export { type ContractTest, testContractInput } from './probe-schemas'
export { getRawItem, getRawPage, type RawView, rawItemInput, rawPageInput } from './raw'
export { createRunFeed, type RunProgress } from './run-feed'
export { type ItemWindow, itemsInput, listRunItems, openRun, walkRunItems } from './run-items'
export {
  type EndReason,
  nextPageInput,
  type PageAnswer,
  type RunTotals,
  type RunView,
  runInput,
  startRunInput,
} from './schemas'
export { createRunServices, type RunServices } from './services'
export { startBackgroundRun, startRun } from './start-run'
export { testContract } from './test-contract'
export { isInOrderOfTime } from './what-comes-next'
