export type { Movement } from './account-for'
export { closeMonth, reopenMonth } from './closed-months'
export { getWalletReport } from './get-statement'
export { readHistoryVersions } from './kept-histories'
export {
  type BalanceJump,
  listBalanceJumps,
  medianDailyOutsideSpend,
  readDailyOutsideSpend,
  sumOutsideSpend,
} from './list-marks'
export {
  findLastMonth,
  findMonth,
  findRunningMonth,
  recordMonths,
  resolveStatementSpan,
  spanOfMonth,
} from './months'
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
export {
  closedMonthInput,
  type LostCallGroup,
  MAX_RESOLVED,
  resolveCallsInput,
  type UnknownView,
} from './schemas'
export { environmentLines, linesSinceClosing, type StatementLine, statementLines } from './statement'
export { thinReadings } from './thin-readings'
