export { expectedBalance, isCleanPoint, type ReadBalance } from './balance-after'
export {
  appendBalanceReading,
  highestBalance,
  listProvingReadings,
} from './balance-readings'
export { enterBalance } from './enter-balance'
export { nextOldReadings, thinTo } from './old-readings'
export { findFirstBalance, listReadingsBefore } from './readings-before'
export {
  createWalletInput,
  enterBalanceInput,
  type ReadingSource,
  type ReadingView,
  renameWalletInput,
  type WalletView,
} from './schemas'
export { WALLETS } from './store'
export { createWallet, getWallet, listWallets, renameWallet, setWalletPaused } from './wallets'
