export { type Action, type ActionAnswer, type Refusal, readAnswer } from './action'
export { type ActionCall, useAction } from './use-action'
