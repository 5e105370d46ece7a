export { listNextSteps, type NextStep, type NextStepView, putStepsAway } from './next-steps'
