export { InviteForm, InviteList } from './invites'
export { MemberTable } from './member-table'
export { ROLES } from './roles'
