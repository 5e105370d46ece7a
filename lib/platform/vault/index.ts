export { openPepper } from './pepper'
export { countSealedTextsToRewrite, rewriteSealedTexts, SEALED_COLUMNS } from './sealed-rows'
export {
  createSecretCheck,
  isSecretRegistered,
  type SecretCheck,
  type SharedSecret,
  unregisterSecret,
} from './secret-check'
export { hashToken, isApiToken, isGatewayToken, newApiToken, newGatewayToken } from './tokens'
export { createRewrapping, createVault, derivePepper, type Vault } from './vault'
