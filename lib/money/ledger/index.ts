export {
  type AttemptFilter,
  selectCallingInstances,
  selectFirstOpenedSince,
  selectOpened,
} from './attempt-store'
export type { BucketSums, SpendSums } from './bucket-sums'
export { type ChargedOnce, noteCharged } from './charged-store'
export { checkFigures } from './check-figures'
export { type CountedOpened, countOpened } from './count-opened'
export type { RollupDimension, RollupFilter } from './day-groupings'
export { deleteSumsOfTeam } from './day-store'
export { type DayZone, readDayZone } from './day-zone'
export { endAbandonedAttempts, endForgottenAttempts } from './end-abandoned-attempts'
export { freeAttempt, loseAttempt, settleAttempts } from './end-attempt'
export { ENTRY_PLACE, readPlace, writePlace } from './entry-place'
export { selectSettled } from './entry-store'
export { findLeft, measureOldCalls } from './find-left'
export { forgetChargedItems } from './forget-charged-items'
export { keepDays } from './keep-days'
export { leaveSome } from './leave-detail'
export { type CallView, type EntryView, listEntries } from './list-entries'
export { sumResolved, sumUnknown, sumUnknownOfSchedule } from './lost-of-runs'
export { listUnknownAttempts } from './lost-of-team'
export { countOpenLost, readLostTotals } from './lost-store'
export { type NewAttempt, openAttempts } from './open-attempts'
export { priceOfCall } from './price-of-call'
export { findUnknown, resolveAttempt } from './resolutions'
export {
  type Attribution,
  type CountedSum,
  OUTCOMES,
  type Outcome,
  type PrincipalKind,
  type Settled,
  type SettledByOperation,
} from './schemas'
export { createSpendMemory, type SpendMemory, type SpentQuarterHour } from './spend-memory'
export { sumOpened } from './sum-opened'
export {
  settledBefore,
  settledOnEach,
  settledOnEachBefore,
  sumByQuarterHour,
  sumRollups,
  sumSpend,
} from './sum-rollups'
export { sumSpent } from './sum-spent'
export { listTelling } from './telling'
export {
  LONGEST_SETTLING_MS,
  type LostCall,
  listLostCalls,
  listSettled,
  readWalletAccount,
  readWalletUse,
  type SettledLine,
} from './wallet-account'
export { widenReservations } from './widen-reservations'
