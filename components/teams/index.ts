export { InviteForm } from './invite-form'
export { InviteList } from './invite-list'
export { MemberTable } from './member-table'
