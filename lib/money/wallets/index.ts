export {
  appendBalanceReading,
  expectedBalance,
  findFirstBalance,
  highestBalance,
  isCleanPoint,
  listProvingReadings,
  listReadingsBefore,
  nextOldReadings,
  type ReadBalance,
  thinTo,
} from './balance-readings'
export {
  createWalletInput,
  enterBalanceInput,
  type ReadingSource,
  type ReadingView,
  renameWalletInput,
  type WalletView,
} from './schemas'
export { WALLETS } from './store'
export { createWallet, enterBalance, getWallet, listWallets, renameWallet, setWalletPaused } from './wallets'
