export type { Movement } from './account-for'
export { getWalletReport } from './get-statement'
export { readHistoryVersions } from './kept-histories'
export {
  type BalanceJump,
  listBalanceJumps,
  medianDailyOutsideSpend,
  readDailyOutsideSpend,
  sumOutsideSpend,
} from './list-marks'
export { closeMonths, resolveStatementSpan } from './months'
export {
  findAnomalies,
  findOutsideSpendAndPriceShifts,
  type OutsideSpend,
  type WalletAnomalies,
  type WalletPriceShift,
} from './outside-spend'
export { readStatement, writeStatementFile } from './read-statement'
export { reconcileWallet } from './reconcile-wallet'
export {
  listLostCallGroups,
  listUnknowns,
  resolveCalls,
  resolveLostCallGroup,
  resolveUnknown,
} from './resolve-unknown'
export { type LostCallGroup, MAX_RESOLVED, resolveCallsInput, type UnknownView } from './schemas'
export { environmentLines, type StatementLine, statementLines } from './statement'
export { thinReadings } from './thin-readings'
