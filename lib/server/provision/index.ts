export type { ProvisionServices } from './parts'
export { provision } from './provision'
