export { createOpenServers } from './open-servers'
export { findProcessWide, processWide } from './process-wide'
export {
  currentRequest,
  type RequestContext,
  type TracePlace,
  withoutRequest,
  withRequest,
} from './request-context'
export { type StageName, type StageTracer, staged, traceStages } from './stages'
