export {
  type Action,
  type ActionCall,
  type CallResult,
  callAction,
  callRoute,
  useAction,
} from './action'
export { ActionButton } from './action-button'
export { AmountInput, describeTypedCredits, describeTypedItems, describeTypedMoney } from './amount-input'
export { CountInput } from './count-input'
export { formFieldText } from './field-of'
export { NameDialog, NameDialogButton } from './name-dialog'
export { RefusableForm } from './refusable-form'
export { RenameMenu } from './rename-menu'
export { SaveForm } from './save-form'
