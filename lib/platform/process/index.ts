export { createOpenServers } from './open-servers'
export {
  currentRequest,
  findProcessWide,
  processWide,
  type RequestContext,
  type StageName,
  type StageTracer,
  staged,
  type TracePlace,
  traceStages,
  withoutRequest,
  withRequest,
} from './request-context'
