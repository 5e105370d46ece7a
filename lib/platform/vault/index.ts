export { hashToken } from './hash-token'
export { createSecretCheck, hasSecret, type SecretCheck, type SharedSecret } from './secret-check'
export { createVault, type Vault } from './vault'
