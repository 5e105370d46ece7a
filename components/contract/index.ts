export { ContractEditor } from './contract-editor'
