export { createOpenServers } from './open-servers'
export {
  currentRequest,
  findProcessSingleton,
  processSingleton,
  type RequestContext,
  runStage,
  type SpanPosition,
  type StageName,
  type StageTracer,
  setStageTracer,
  withoutRequest,
  withRequest,
} from './request-context'
