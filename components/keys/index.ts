export { AddKeyForm, type KeyPlace } from './add-key-form'
