export { type PageProblem, removeUpstreamWords } from './core/page-problem'
export {
  continueRunInput,
  type EndReason,
  endReasonSchema,
  itemsCapSchema,
  manyRunsInput,
  moveRunInput,
  nextPageInput,
  type PageAnswer,
  type RunsUrlQuery,
  type RunTotals,
  type RunView,
  runInput,
  runsUrlQuerySchema,
  startBackgroundRunInput,
  startRunInput,
} from './core/schemas'
export { insertPastRuns, type PastRun } from './core/store'
export {
  type BackgroundRuns,
  createBackgroundRuns,
  endAbandonedRuns,
  endForgottenRuns,
  listRunningInstances,
} from './loop/background-runs'
export {
  cancelMemberRuns,
  cancelRun,
  cancelRuns,
  changeRoleAndRuns,
  removeMemberAndRuns,
} from './loop/cancel-run'
export { continueRun } from './loop/continue-run'
export { resumeBatches } from './loop/drive-batch'
export { fetchNextPage } from './loop/fetch-next-page'
export { moveToBackground } from './loop/move-run'
export { startBackgroundRun, startRun, startScheduledRun } from './loop/start-run'
export { maxProbeCalls, type ProviderTest, testProviderInput } from './provider-test/probe-page'
export { testProvider } from './provider-test/test-provider'
export { buyPage } from './purchase/buy-page'
export type { KeyNames } from './purchase/call-counts'
export { needsUserLookUp } from './purchase/look-up-user'
export { NOTHING_BOUGHT_MESSAGE, type PageOrder, type PurchaseResult } from './purchase/page-order'
export { type CallServices, createRunServices, type RunServices } from './purchase/run-services'
export {
  countItemsByDay,
  findItemsByWords,
  indexItems,
  WORDS_POSITION,
  type WordsDays,
  type WordsHit,
  type WordsQuery,
  wordsQuerySchema,
  wordsUrlQuerySchema,
} from './read/find-words'
export { type LastRun, listLastRuns, listRunStarts, listSearchesWithoutNews } from './read/last-runs'
export {
  countRuns,
  findRuns,
  getRun,
  listBatchRuns,
  listContinuing,
  listRunIds,
  listRuns,
  listRunsPage,
  listScheduledRunsWithNewItems,
  listSubjectRuns,
  readRunsVersion,
  type SubjectRun,
  sumScheduledItems,
} from './read/list-runs'
export {
  countNewItemsToSend,
  listNewItems,
  listRunSearchNames,
  listRunsToSend,
  type NewItemRange,
  type NewItems,
  readRunNewItems,
} from './read/new-items'
export { forecastRunOutlook, type ItemBand, type PastRunFacts, type RunOutlook } from './read/outlook'
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
export {
  listSearchItems,
  SEARCH_ITEMS_PLACE,
  type SearchItem,
  searchItemsInput,
  searchItemsRange,
  walkSearchItems,
} from './read/search-items'
