export { checkSecret, hasSecret } from './secret-check'
export { createVault, type Vault } from './vault'
