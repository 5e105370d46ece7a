export { processWide } from './process-wide'
export { type StageName, staged } from './stages'
