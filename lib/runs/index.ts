export { fetchNextPage } from './fetch-next-page'
export { getRun, listRuns } from './list-runs'
export { mostCalls } from './probe-candidates'
export { type ContractTest, testContractInput } from './probe-schemas'
export { getRawItem, getRawPage, type RawView, rawItemInput, rawPageInput } from './raw'
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
export { testContract } from './test-contract'
