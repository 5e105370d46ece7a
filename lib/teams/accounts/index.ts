export {
  addAccount,
  addPretendAccounts,
  createFirstAccount,
  deletePretendAccounts,
  findAccount,
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
export { changePassword, changeProfile, confirmEmail, endSessionsOf } from './profile'
export { findReset, makeResetByCommand, makeResetLink, requestReset, resetPassword } from './resets'
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
export {
  checkSession,
  endOtherSessions,
  endSession,
  isSessionLive,
  listSessions,
  type SessionView,
  signOut,
} from './sessions'
export { SESSION_LIFE_S, type SignedIn, type SignInOutcome, type SignInTry, signIn } from './sign-in'
export { USERS } from './store'
export { deleteOverTries, requireTry } from './tries'
