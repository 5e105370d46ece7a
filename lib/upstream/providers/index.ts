export {
  changeProvider,
  changeProviderInput,
  chooseService,
  chooseServiceInput,
  overridesInput,
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
export { getProvider, type ProviderView } from './get-provider'
export { type FieldSource, fieldsOf, overridesBetween, withOverrides } from './merge'
export { providerPrices } from './provider-prices'
export {
  INTERFACE,
  OTHER,
  readReadyProviders,
  type SandboxFacts,
  type Services,
  withSandboxFacts,
} from './services'
export type { TeamUpstream } from './shared-clients'
export { createUpstreams, type Upstreams } from './upstreams'
export { findLookedUp, rememberUser, type UserAtService } from './user-store'
