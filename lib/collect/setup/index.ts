export { isSetupComplete, readSetupProgress } from './progress'
