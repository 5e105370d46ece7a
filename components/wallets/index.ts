export { UnknownCalls } from './unknown-calls'
export { WalletCard } from './wallet-card'
export { CreateWallet, RenameWallet } from './wallet-name-form'
