export { changeContract, changeContractInput, overridesInput, resetContract } from './change-contract'
export { contractPrices } from './contract-prices'
export {
  type CountHabit,
  keepingPlaces,
  listCountHabits,
  observePages,
  placeOf,
} from './count-habits'
export { type ContractView, getContract } from './get-contract'
export { type FieldSource, fieldsOf, withOverrides } from './merge'
export type { TeamUpstream } from './shared-clients'
export { createUpstreams, type Upstreams } from './upstreams'
