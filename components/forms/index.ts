export { type Action, askAction, type CallResult, type Refusal } from './action'
export { RefusalAlert } from './refusal-alert'
export { SaveForm } from './save-form'
export { type ActionCall, useAction } from './use-action'
