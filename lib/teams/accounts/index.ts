export { changePassword, endSessionsOf } from './change-password'
export { checkSession, isSessionLive, signOut } from './check-session'
export { createFirstAccount, isInstalled, prepareAccount } from './create-account'
export {
  isInstallationAdmin,
  mayMakeTeams,
  readTeamMakers,
  requireInstallationAdmin,
  requireTeamMaker,
  setTeamMakers,
} from './installation'
export {
  eraseAccount,
  findPerson,
  listPeople,
  type PersonView,
  requireEnabled,
  setDisabled,
  setInstallationAdmin,
} from './people'
export { changeProfile, confirmEmail } from './profile'
export { requestReset } from './request-reset'
export { findReset, makeResetByCommand, makeResetLink, resetPassword } from './resets'
export {
  type AccountView,
  changePasswordInput,
  deletePersonInput,
  disablePersonInput,
  endSessionInput,
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
export { SESSION_LIFE_S, type SignedIn, signIn } from './sign-in'
