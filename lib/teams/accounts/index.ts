export {
  addAccount,
  createFirstAccount,
  deletePretendAccounts,
  findAccount,
  insertPretendAccounts,
  isInstalled,
  prepareAccount,
  requireSetupProof,
  type SetupProof,
} from './create-account'
export {
  isInstallationAdmin,
  mayCreateTeams,
  readTeamCreators,
  requireInstallationAdmin,
  requireTeamCreator,
  setTeamCreators,
} from './installation'
export { KNOWN_BROWSER_LIFE_S, userOfBrowserCookie } from './known-browser'
export { listAccountEvents } from './list-account-events'
export { type AccountEvent, recordAccountEvent, recordExampleEvent } from './note-account-event'
export { type AccountParts, createAccountParts } from './parts'
export {
  eraseAccount,
  findPerson,
  listPeople,
  type PersonView,
  requireEnabledAccount,
  setAccountDisabled,
  setInstallationAdmin,
} from './people'
export { changePassword, changeProfile, endSessionsOf, recordEmailConfirmed } from './profile'
export {
  createResetLink,
  createResetLinkByCommand,
  findResetLink,
  requestReset,
  resetPassword,
} from './resets'
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
  type TeamCreators,
  teamCreatorsInput,
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
export { SESSION_LIFE_S, type SignInAttempt, type SignInOutcome, type SignInSuccess, signIn } from './sign-in'
export { USERS_SQL } from './store'
export { deleteExpiredAttemptsInSteps, requireAllowedAttempt } from './tries'
