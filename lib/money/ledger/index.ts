export { checkFigures } from './check/check-figures'
export {
  type AttemptFilter,
  selectCallingInstances,
  selectFirstOpenedSince,
  selectOpened,
} from './core/attempt-store'
export { type ChargedOnce, forgetChargedItems, noteCharged } from './core/charged-store'
export { selectSettled } from './core/entry-store'
export { countOpenLost, readLostTotals, widenReservations } from './core/lost-store'
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
  findUnknown,
  freeAttempt,
  loseAttempt,
  type NewAttempt,
  openAttempts,
  resolveAttempt,
  settleAttempts,
} from './ledger'
export {
  type CallView,
  ENTRY_PLACE,
  type EntryView,
  listEntries,
  listRecentOutcomes,
  readPlace,
  writePlace,
} from './list/list-entries'
export {
  deleteOldCalls,
  deleteOldCallsStep,
  findDeletedCalls,
  measureOldCalls,
} from './retention/delete-old-calls'
export { listUnknownAttempts, sumResolved, sumUnknown, sumUnknownOfSchedule } from './sums/lost-calls'
export { type CountedOpened, countOpened, sumOpened } from './sums/opened-sums'
export { createSpendMemory, type SpendMemory, type SpentQuarterHour } from './sums/spend-memory'
export { type BucketSums, type SpendSums, sumRollups, sumSpend, sumSpent } from './sums/sum-rollups'
export { settledBefore, settledOnEach, settledOnEachBefore, sumByQuarterHour } from './sums/totals-store'
export {
  type LostCall,
  listLostCalls,
  listSettled,
  MAX_SETTLING_MS,
  readWalletAccount,
  readWalletUse,
  type SettledLine,
} from './sums/wallet-account'
