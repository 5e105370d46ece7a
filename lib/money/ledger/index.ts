export { checkFigures } from './check/check-figures'
export {
  type AttemptFilter,
  selectCallingInstances,
  selectExistingAttemptIds,
  selectFirstAttemptOpenedSince,
} from './core/attempt-store'
export { type DailyChargedItems, deleteOldChargedItems, recordChargedItems } from './core/charged-store'
export { countOpenLostCalls, readLostTotals, widenReservations } from './core/lost-store'
export {
  type Attribution,
  type CountedSum,
  OUTCOMES,
  type Outcome,
  type PrincipalKind,
  type Settled,
  type SettledByOperation,
} from './core/schemas'
export type { RollupDimension, RollupFilter } from './days/day-groupings'
export { sumClosedDays } from './days/sum-closed-days'
export { endAbandonedAttempts, endForgottenAttempts } from './end-abandoned-attempts'
export {
  findSettledCharges,
  findUnknownAttempt,
  freeAttempt,
  loseAttempt,
  type NewAttempt,
  openAttempts,
  resolveAttempt,
  settleAttempts,
} from './ledger'
export {
  type CallView,
  ENTRY_POSITION_PATTERN,
  type EntryView,
  formatEntryPosition,
  listEntries,
  listRecentOutcomes,
  parseEntryPosition,
} from './list/list-entries'
export {
  deleteOldCalls,
  deleteOldCallsStep,
  findDeletedCalls,
  measureOldCalls,
} from './retention/delete-old-calls'
export {
  listUnknownAttempts,
  sumResolvedByRun,
  sumResolvedOfEachRun,
  sumUnknownByRun,
  sumUnknownBySchedule,
  unknownOfRunSql,
} from './sums/lost-calls'
export { countOpenedAttempts, type OpenedAttemptCount, sumOpenedAttempts } from './sums/opened-sums'
export { createSpendMemory, type SpendMemory, type SpentQuarterHour } from './sums/spend-memory'
export {
  type BucketSums,
  findLastCalls,
  type RepeatSums,
  type SpendSums,
  sumRepeats,
  sumRollups,
  sumSpend,
  sumSpentSince,
} from './sums/sum-rollups'
export {
  sumByQuarterHour,
  sumSettledBefore,
  sumSettledByWallet,
  sumSettledByWalletBefore,
} from './sums/totals-store'
export {
  type LostCall,
  listLostCalls,
  listSettledLines,
  MAX_SETTLING_MS,
  readWalletAccount,
  readWalletActivity,
  type SettledLine,
} from './sums/wallet-account'
