export { dismissNextSteps, listNextSteps, type NextStep, type NextStepView } from './next-steps'
