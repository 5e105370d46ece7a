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
  habitsOf,
  keepingPlaces,
  listCountHabits,
  observePages,
  type PageHabit,
  placeOf,
} from './count-habits'
export { type FieldSource, fieldsOf, overridesBetween, withOverrides } from './merge'
export {
  INTERFACE,
  OTHER,
  providerPrices,
  readReadyProviders,
  type SandboxFacts,
  type Services,
  withSandboxFacts,
} from './services'
export { findLookedUp, rememberUser, type UserAtService } from './store'
export { createUpstreams, type TeamUpstream, type Upstreams } from './upstreams'
