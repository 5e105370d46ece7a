export { processWide } from './process-wide'
