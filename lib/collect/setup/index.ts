export { isSetUp, setupProgress } from './progress'
