export type { Movement } from './account-for'
export { getWalletReport } from './get-statement'
export { markHistories } from './history-marks'
export { type BalanceMark, listBalanceMarks, outsidePerDay, perDayOf, sumOutside } from './list-marks'
export { listUnknowns } from './list-unknowns'
export { closeMonths, spanOfStatement } from './months'
export {
  findAnomalies,
  findWalletAnomalies,
  type OutsideSpend,
  type WalletAnomalies,
  type WalletPriceShift,
} from './outside-spend'
export { readStatement } from './read-statement'
export { reconcileWallet } from './reconcile-wallet'
export { listLostTogether, resolveTogether } from './resolve-together'
export { resolveUnknown } from './resolve-unknown'
export { type LostTogether, resolveTogetherInput, resolveUnknownInput, type UnknownView } from './schemas'
export { writeStatementFile } from './statement-file'
export { environmentLines, type StatementLine, statementLines } from './statement-lines'
export { thinReadings } from './thin-readings'
