export {
  createTokenInput,
  PERMISSION_NAMES,
  PERMISSIONS,
  type Permission,
  type TokenView,
  tokenInput,
} from './schemas'
export {
  createToken,
  createTokenActor,
  createTokenHolders,
  findToken,
  findTokenIds,
  getToken,
  isTokenPermitted,
  listTokenNames,
  listTokens,
  revokeToken,
  type TokenHolder,
  type TokenHolders,
} from './tokens'
