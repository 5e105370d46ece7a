export {
  changeProvider,
  changeProviderInput,
  chooseService,
  chooseServiceInput,
  getProvider,
  overridesInput,
  type ProviderView,
  resetProvider,
} from './change-provider'
export {
  type CountHabit,
  forgetLargePages,
  listCountHabits,
  listHash,
  listsKeepingCount,
  type PageHabit,
  readPageHabits,
  recordPageSizes,
} from './count-habits'
export { type FieldSource, flattenProvider, overridesBetween, withOverrides } from './merge'
export {
  type DeploymentServices,
  INTERFACE_SERVICE,
  OTHER_SERVICE,
  providerPrices,
  readReadyProviders,
  type SandboxFacts,
  withSandboxFacts,
} from './services'
export { findStoredUserId, type ServiceUser, storeUserId } from './store'
export { createUpstreams, type TeamUpstream, type Upstreams } from './upstreams'
