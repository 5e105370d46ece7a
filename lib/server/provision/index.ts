export { provision } from './provision'
export type { ProvisionServices } from './things'
