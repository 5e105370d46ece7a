export { personAction, publicAction, teamAction, withTeam } from './action'
export { answerApi } from './api'
export { authHandler, changePasswordInBrowser } from './auth'
export {
  currentPerson,
  currentVisitor,
  isTeamCreator,
  pollingTeamContext,
  readForPage,
  requireMember,
  showTeam,
  teamContext,
} from './context'
export { averageAnswerTimes, keyFigures, pageEstimates } from './estimates'
export { fileTakerOf, streamTeamEvents } from './events'
export { fileAnswer } from './files'
export { GATEWAY_PATH, gatewayAddress, ownGatewayAddress, readServiceActivity } from './gateway'
export { rejectHead, runRoute } from './http'
export { accountTimeZone, type PageRange, pageTitle, readPageRange, type SearchParams } from './page'
export {
  hasPacks,
  otherServiceLookup,
  readTeamKeyService,
  resolveCallsHere,
  sandboxStandIn,
  serviceOptions,
  setProviderPrice,
  statedPrices,
  teamCountHabits,
  teamPrices,
  teamProvider,
} from './provider'
