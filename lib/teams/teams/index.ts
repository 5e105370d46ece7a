export { acceptInvite, acceptInviteWithNewAccount, findInvite } from './accept-invite'
export { addMember, findPlace } from './add-member'
export { createEmptyTeam, createTeam } from './create-team'
export { readCurrency, setTeamCurrency } from './currency'
export {
  addExamplePeople,
  createExampleTeam,
  deleteExampleTeam,
  hasExample,
  leaveExample,
  listLeavingExamples,
  markExampleReady,
  refuseInExample,
} from './example-team'
export {
  actFor,
  findMembership,
  listAllTeams,
  listTeamsOf,
  mayStillRun,
  requireAdminStill,
} from './find-membership'
export { createInvite, listInvites, revokeInvite } from './invites'
export { type CallsAge, readCallsAge, setKeepsCallsMonths } from './keep-calls'
export { type ItemsAge, keepsItemsDays, noteItemsGone, readItemsAge, setKeepsItemsDays } from './keep-items'
export { type InviteMail, invitePerson } from './mail-invite'
export { changeRole, getMember, hasConfirmedMember, listMembers, removeMember } from './members'
export { listPlacesOf, takeOverTeam } from './memberships'
export { areStepsHidden, hideNextSteps } from './next-steps'
export {
  changeRoleInput,
  createEnvironmentInput,
  createTeamInput,
  ENVIRONMENT_COLORS,
  type EnvironmentView,
  type InviteView,
  inviteInput,
  invitePersonInput,
  inviteTokenInput,
  keepCallsInput,
  keepItemsInput,
  type MemberView,
  memberInput,
  renameEnvironmentInput,
  role,
  updateTeamInput,
} from './schemas'
export {
  createEnvironment,
  getEnvironment,
  listEnvironments,
  renameEnvironment,
  updateTeam,
} from './settings'
export { findTeam, listAdminNames, timeZoneNow } from './team-now'
export { listTimeZones } from './time-zones'
