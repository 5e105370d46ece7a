export { ContractEditor } from './contract-editor'
export { CountHabits } from './count-habits'
export type { TestPanelProps } from './test-panel'
