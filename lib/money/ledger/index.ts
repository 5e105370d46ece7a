export {
  type AttemptFilter,
  selectCallingInstances,
  selectFirstOpenedSince,
  selectOpened,
} from './attempt-store'
export { type CountedOpened, countOpened } from './count-opened'
export { endAbandonedAttempts, endForgottenAttempts } from './end-abandoned-attempts'
export { freeAttempt, loseAttempt, settleAttempts } from './end-attempt'
export { selectSettled } from './entry-store'
export { type CallView, type EntryView, listEntries } from './list-entries'
export { type NewAttempt, openAttempts } from './open-attempts'
export { priceOfCall } from './price-of-call'
export { findUnknown, listUnknownAttempts, resolveAttempt, sumResolved } from './resolutions'
export type { RollupDimension } from './rollup-store'
export type { Attribution, Settled, SettledByOperation, SettledSum } from './schemas'
export { sumOpened } from './sum-opened'
export { settledOnWallet, sumByQuarterHour, sumRollups } from './sum-rollups'
export { sumSpent } from './sum-spent'
export { sumUnknown } from './sum-unknown'
export {
  LONGEST_SETTLING_MS,
  type LostCall,
  listLostCalls,
  listSettled,
  readWalletAccount,
  readWalletUse,
  type SettledLine,
} from './wallet-account'
