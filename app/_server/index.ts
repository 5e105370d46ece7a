export { type ActionError, personAction, publicAction, teamAction, withTeam } from './action'
export { authHandler } from './auth-handler'
export { currentPerson, orPage, requireMember, teamContext } from './context'
export { pageEstimates } from './estimates'
