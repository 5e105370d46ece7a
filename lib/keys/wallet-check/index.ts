export {
  type CheckView,
  endWalletCheck,
  findCheck,
  readForCheck,
  readForCheckInput,
  startCheck,
  type Verdict,
  walletCheckInput,
} from './wallet-check'
