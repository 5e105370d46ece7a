export type { Action, Refusal } from './action'
export { RefusalAlert } from './refusal-alert'
export { type ActionCall, useAction } from './use-action'
