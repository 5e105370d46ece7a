export { openPepper } from './pepper'
export { changeSealed, countUnchanged, SEALED_COLUMNS } from './sealed-rows'
export {
  createSecretCheck,
  forgetSecret,
  hasSecret,
  type SecretCheck,
  type SharedSecret,
} from './secret-check'
export { hashToken, isApiToken, isGatewayToken, newApiToken, newGatewayToken } from './tokens'
export { createRewrapping, createVault, derivedPepper, type Vault } from './vault'
