export { CountHabits } from './count-habits'
export { ProviderEditor } from './provider-editor'
export type { TestPanelProps } from './test-panel'
