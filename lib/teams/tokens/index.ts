export {
  createTokenInput,
  PERMISSION_NAMES,
  PERMISSIONS,
  type Permission,
  type TokenView,
  tokenInput,
} from './schemas'
export {
  actorOf,
  createTokenHolders,
  isTokenPermitted,
  type TokenHolder,
  type TokenHolders,
} from './token-holders'
export {
  createToken,
  findToken,
  findTokenIds,
  getToken,
  listTokenNames,
  listTokens,
  revokeToken,
} from './tokens'
