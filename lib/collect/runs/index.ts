export { type PageProblem, withoutUpstreamWords } from './core/page-problem'
export type { PastRun } from './core/past-run'
export {
  type EndReason,
  endReason,
  itemsCap,
  nextPageInput,
  type PageAnswer,
  type RunsOfAddress,
  type RunTotals,
  type RunView,
  runInput,
  runsOfAddress,
  startRunInput,
} from './core/schemas'
export { insertPastRuns } from './core/store'
export {
  type BackgroundRuns,
  createBackgroundRuns,
  endAbandonedRuns,
  listRunningInstances,
} from './loop/background-runs'
export { cancelRun } from './loop/cancel-run'
export { endForgotten } from './loop/end-forgotten'
export { fetchNextPage } from './loop/fetch-next-page'
export { goOnWithRun } from './loop/go-on'
export { startBackgroundRun, startRun, startScheduledRun } from './loop/start-run'
export { changeRoleAndRuns, removeMemberAndRuns, stopMember } from './loop/stop-member'
export { mostCalls } from './provider-test/probe-candidates'
export { type ProviderTest, testProviderInput } from './provider-test/probe-schemas'
export { testProvider } from './provider-test/test-provider'
export { buyPage } from './purchase/buy-page'
export type { KeyNames } from './purchase/call-counts'
export { wouldLookUp } from './purchase/look-up-user'
export type { Bought, PageOrder } from './purchase/page-order'
export { type CallServices, createRunServices, type RunServices } from './purchase/run-services'
export { type FoundItem, findItem, findItemInput } from './read/find-item'
export { findRuns } from './read/find-runs'
export { getRawItem, getRawPage, type RawView, rawItemInput, rawPageInput } from './read/get-raw'
export {
  getRun,
  listRunIds,
  listRuns,
  listScheduledNews,
  listSomeRuns,
  sumScheduledItems,
} from './read/list-runs'
export { markRuns } from './read/mark-runs'
export {
  type LastRun,
  listLastRuns,
  listNewestRuns,
  type NewestRun,
  type NewestRuns,
  newestRunsInput,
} from './read/newest-runs'
export { type ItemBand, outlookOf, type RunBefore, type RunOutlook } from './read/outlook'
export { createRunFeed, type RunProgress } from './read/run-feed'
export { type ItemWindow, itemsInput, listRunItems, openRun, walkRunItems } from './read/run-items'
