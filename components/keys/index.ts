export { AddKeyForm } from './add-key-form'
export { KeyTable } from './key-table'
