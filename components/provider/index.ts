export { CountHabits } from './count-habits'
export { ProviderEditor } from './provider-editor'
export { ServiceCard } from './service-card'
export {
  ChangeService,
  readServiceChoice,
  type ServiceChoice,
  ServiceFields,
  type ServiceOption,
} from './service-fields'
export type { TestPanelProps } from './test-panel'
