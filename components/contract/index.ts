export { ContractEditor } from './contract-editor'
export type { TestPanelProps } from './test-panel'
