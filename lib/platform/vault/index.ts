export { isApiToken, newApiToken } from './api-token'
export { isGatewayToken, newGatewayToken } from './gateway-token'
export { hashToken } from './hash-token'
export { openPepper } from './pepper'
export { SEALED_COLUMNS } from './sealed-columns'
export { changeSealed, countUnchanged } from './sealed-rows'
export {
  createSecretCheck,
  forgetSecret,
  hasSecret,
  type SecretCheck,
  type SharedSecret,
} from './secret-check'
export { createRewrapping, createVault, derivedPepper, type Vault } from './vault'
