export { type CheckView, readForCheckInput, walletCheckInput } from './schemas'
export type { Verdict } from './verdict'
export { endWalletCheck, findCheck, readForCheck, startCheck } from './wallet-check'
