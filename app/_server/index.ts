export { personAction, publicAction, teamAction, withTeam } from './action'
export { answerApi } from './api'
export { authHandler, changePasswordHere } from './auth'
export {
  currentPerson,
  currentVisitor,
  isTeamMaker,
  orPage,
  requireMember,
  showTeam,
  teamContext,
  watchContext,
} from './context'
export { answerTimes, keyFigures, pageEstimates } from './estimates'
export { streamTeamEvents, takerOf } from './events'
export { fileAnswer } from './files'
export { GATEWAY_PATH, gatewayAddress, ownGatewayAddress, serviceNow } from './gateway'
export { onlyGet, orHttpError } from './http'
export { accountZone, type PageRange, readPageRange, type SearchParams, titleOf } from './page'
export {
  elsewhereOf,
  hasPacks,
  pretendFor,
  resolveCallsHere,
  serviceOptions,
  setPriceHere,
  statedPrices,
  teamCountHabits,
  teamKeyService,
  teamPrices,
  teamProvider,
} from './provider'
