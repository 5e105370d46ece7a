export {
  type ContractPrices,
  chargeFor,
  LARGEST_AMOUNT,
  NANO_PER_CREDIT,
  type Nano,
  nanoToText,
  PRICE_LIMIT,
  parseNano,
  parseTyped,
  toCredits,
} from './amounts'
export { type Clock, systemClock } from './clock'
export {
  type Actor,
  type Ctx,
  hasRole,
  mayChange,
  type Role,
  requireAdmin,
  requireWriter,
  SYSTEM,
  type TeamScope,
} from './ctx'
export { AppError, conflict, type ErrorCode, hasMark, invalid, notFound } from './errors'
export { EXPORT_FORMAT_NAMES, EXPORT_FORMATS, type ExportFormat } from './export-formats'
export * from './format'
export { idOf, newId, newToken } from './ids'
export { only, paired } from './lists'
export * from './operations'
export { Secret } from './secret'
