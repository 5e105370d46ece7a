export { acceptInvite, acceptInviteWithNewAccount, findInvite } from './accept-invite'
export { createTeam } from './create-team'
export { actFor, findMembership, listAllTeams, listTeamsOf, mayStillRun } from './find-membership'
export { createInvite, listInvites, revokeInvite } from './invites'
export { type CallsAge, readCallsAge, setKeepsCallsMonths } from './keep-calls'
export { type ItemsAge, keepsItemsDays, noteItemsGone, readItemsAge, setKeepsItemsDays } from './keep-items'
export { type InviteMail, invitePerson } from './mail-invite'
export { changeRole, getMember, hasConfirmedMember, listMembers, removeMember } from './members'
export { listPlacesOf, takeOverTeam } from './memberships'
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
  updateTeamInput,
} from './schemas'
export { createEnvironment, getEnvironment, listEnvironments, updateTeam } from './settings'
export { findTeam, listAdminNames, timeZoneNow } from './team-now'
export { listTimeZones } from './time-zones'
