export { chargeFor, MICRO_PER_CREDIT, type Micro, microToText, parseMicro } from './amounts'
export { type Clock, systemClock } from './clock'
export {
  type Ctx,
  hasRole,
  type Role,
  requireAdmin,
  requireWriter,
  SYSTEM,
  type TeamScope,
} from './ctx'
export { type Env, parseEnv } from './env'
export { AppError, conflict, type ErrorCode, hasMark, invalid, notFound } from './errors'
export * from './format'
export { idOf, newId, newToken } from './ids'
export { processWide } from './process-wide'
export { Secret } from './secret'
