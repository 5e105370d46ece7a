export { isSetUp, type SetupProgress, setupProgress } from './progress'
