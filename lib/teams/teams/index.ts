export { createTeam } from './create-team'
export { actFor, findMembership, listAllTeams, listTeamsOf, mayStillRun } from './find-membership'
export {
  acceptInvite,
  acceptInviteWithNewAccount,
  createInvite,
  findInvite,
  listInvites,
  revokeInvite,
} from './invites'
export { type ItemsAge, keepsItemsDays, noteItemsGone, readItemsAge, setKeepsItemsDays } from './keep-items'
export { changeRole, getMember, listMembers, removeMember } from './members'
export {
  changeRoleInput,
  createEnvironmentInput,
  createInviteInput,
  createTeamInput,
  ENVIRONMENT_COLORS,
  type EnvironmentView,
  type InviteView,
  inviteInput,
  inviteTokenInput,
  keepItemsInput,
  type MemberView,
  memberInput,
  updateTeamInput,
} from './schemas'
export { createEnvironment, getEnvironment, listEnvironments, updateTeam } from './settings'
export { listAdminNames, timeZoneNow } from './team-now'
export { listTimeZones } from './time-zones'
