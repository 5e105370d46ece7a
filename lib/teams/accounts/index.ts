export { changePassword, endSessionsOf } from './change-password'
export { checkSession, isSessionLive, signOut } from './check-session'
export {
  createFirstAccount,
  isInstalled,
  prepareAccount,
  requireSetupProof,
  type SetupProof,
} from './create-account'
export { KNOWN_BROWSER_LIFE_S, knownBrowserId } from './known-browser'
export { type AccountParts, createAccountParts } from './parts'
export {
  type AccountView,
  changePasswordInput,
  firstAccountInput,
  type NewAccountInput,
  newAccountInput,
} from './schemas'
export { SESSION_LIFE_S, type SignedIn, type SignInOutcome, type SignInTry, signIn } from './sign-in'
export { deleteOverTries, requireTry } from './tries'
