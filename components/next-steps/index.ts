export { NextSteps } from './next-steps'
