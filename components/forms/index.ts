export { type Action, type ActionAnswer, type Refusal, readAnswer } from './action'
export { RefusalAlert } from './refusal-alert'
export { type ActionCall, useAction } from './use-action'
