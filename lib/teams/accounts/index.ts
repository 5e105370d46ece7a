export { addAccount, findAccount } from './add-account'
export { changePassword, endSessionsOf } from './change-password'
export { checkSession, isSessionLive, signOut } from './check-session'
export {
  createFirstAccount,
  isInstalled,
  prepareAccount,
  requireSetupProof,
  type SetupProof,
} from './create-account'
export {
  isInstallationAdmin,
  mayMakeTeams,
  readTeamMakers,
  requireInstallationAdmin,
  requireTeamMaker,
  setTeamMakers,
} from './installation'
export { KNOWN_BROWSER_LIFE_S, knownBrowserUser } from './known-browser'
export { listAccountEvents } from './list-account-events'
export { type AccountEvent, noteAccountEvent, noteExample } from './note-account-event'
export { type AccountParts, createAccountParts } from './parts'
export {
  eraseAccount,
  findPerson,
  listPeople,
  type PersonView,
  requireEnabled,
  setDisabled,
  setInstallationAdmin,
} from './people'
export { addPretendAccounts, deletePretendAccounts } from './pretend-accounts'
export { changeProfile, confirmEmail } from './profile'
export { requestReset } from './request-reset'
export { findReset, makeResetByCommand, makeResetLink, resetPassword } from './resets'
export {
  type AccountView,
  changePasswordInput,
  deletePersonInput,
  disablePersonInput,
  endSessionInput,
  firstAccountInput,
  installationAdminInput,
  listPeopleInput,
  type NewAccountInput,
  newAccountInput,
  personInput,
  profileInput,
  requestResetInput,
  resetPasswordInput,
  type TeamMakers,
  teamsByInput,
} from './schemas'
export { endOtherSessions, endSession, listSessions, type SessionView } from './sessions'
export { SESSION_LIFE_S, type SignedIn, type SignInOutcome, type SignInTry, signIn } from './sign-in'
export { USERS } from './store'
export { deleteOverTries, requireTry } from './tries'
