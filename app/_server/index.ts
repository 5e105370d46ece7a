export { type ActionError, personAction, publicAction, teamAction, withTeam } from './action'
export { currentPerson, orPage, requireMember } from './context'
