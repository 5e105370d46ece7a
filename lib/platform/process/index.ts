export { createOpenServers } from './open-servers'
export { findProcessWide, processWide, currentRequest, type RequestContext, type TracePlace, withoutRequest, withRequest, type StageName, type StageTracer, staged, traceStages } from './request-context'
