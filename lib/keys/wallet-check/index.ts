export {
  endWalletCheck,
  findWalletCheck,
  readBalanceForCheck,
  readBalanceForCheckInput,
  startWalletCheck,
  type WalletCheckVerdict,
  type WalletCheckView,
  walletCheckInput,
} from './wallet-check'
