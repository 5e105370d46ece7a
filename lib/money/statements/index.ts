export type { Movement } from './account-for'
export { getWalletReport } from './get-statement'
export { markHistories } from './kept-histories'
export { type BalanceMark, listBalanceMarks, outsidePerDay, perDayOf, sumOutside } from './list-marks'
export { closeMonths, spanOfStatement } from './months'
export {
  findAnomalies,
  findWalletAnomalies,
  type OutsideSpend,
  type WalletAnomalies,
  type WalletPriceShift,
} from './outside-spend'
export { readStatement, writeStatementFile } from './read-statement'
export { reconcileWallet } from './reconcile-wallet'
export {
  listLostTogether,
  listUnknowns,
  resolveCalls,
  resolveTogether,
  resolveUnknown,
} from './resolve-unknown'
export { type LostTogether, MAX_RESOLVED, resolveCallsInput, type UnknownView } from './schemas'
export { environmentLines, type StatementLine, statementLines } from './statement'
export { thinReadings } from './thin-readings'
