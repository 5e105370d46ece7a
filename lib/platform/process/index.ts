export { processWide } from './process-wide'
export { type Stage, type StageName, staged } from './stages'
