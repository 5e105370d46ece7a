export { AddKeyForm, type KeyPlace } from './add-key-form'
export { KeyTable } from './key-table'
