export { type PageProblem, withoutUpstreamWords } from './core/page-problem'
export {
  type EndReason,
  endReason,
  itemsCap,
  manyRunsInput,
  nextPageInput,
  type PageAnswer,
  type RunsOfAddress,
  type RunTotals,
  type RunView,
  runInput,
  runsOfAddress,
  startRunInput,
} from './core/schemas'
export { insertPastRuns, type PastRun } from './core/store'
export {
  type BackgroundRuns,
  createBackgroundRuns,
  endAbandonedRuns,
  endForgotten,
  listRunningInstances,
} from './loop/background-runs'
export { cancelRun, cancelRuns, changeRoleAndRuns, removeMemberAndRuns, stopMember } from './loop/cancel-run'
export { fetchNextPage } from './loop/fetch-next-page'
export { goOnWithRun, startBackgroundRun, startRun, startScheduledRun } from './loop/start-run'
export { maxCalls, type ProviderTest, testProviderInput } from './provider-test/probe-page'
export { testProvider } from './provider-test/test-provider'
export { buyPage } from './purchase/buy-page'
export type { KeyNames } from './purchase/call-counts'
export { wouldLookUp } from './purchase/look-up-user'
export type { Bought, PageOrder } from './purchase/page-order'
export { type CallServices, createRunServices, type RunServices } from './purchase/run-services'
export { type LastRun, listLastRuns } from './read/last-runs'
export {
  countRuns,
  findRuns,
  getRun,
  listRunIds,
  listRuns,
  listScheduledNews,
  listSomeRuns,
  markRuns,
  sumScheduledItems,
} from './read/list-runs'
export { listNewItems, type NewItems } from './read/new-items'
export { type ItemBand, outlookOf, type RunBefore, type RunOutlook } from './read/outlook'
export { createRunFeed, type RunProgress } from './read/run-feed'
export {
  type FoundItem,
  findItem,
  findItemInput,
  getRawItem,
  getRawPage,
  type ItemWindow,
  itemsInput,
  listRunItems,
  openRun,
  type RawView,
  rawItemInput,
  rawPageInput,
  walkRunItems,
} from './read/run-items'
