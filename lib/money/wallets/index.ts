export {
  appendBalanceReading,
  type BalancePoint,
  computeExpectedBalance,
  deleteThinnedReadings,
  findFirstBalance,
  findHighestBalance,
  findNextOldReadings,
  isCleanPoint,
  listProvingReadings,
  listReadingsBefore,
} from './balance-readings'
export {
  createWalletInput,
  enterBalanceInput,
  type ReadingSource,
  type ReadingView,
  renameWalletInput,
  type WalletView,
} from './schemas'
export { WALLETS_SQL } from './store'
export { createWallet, enterBalance, getWallet, listWallets, renameWallet, setWalletPaused } from './wallets'
