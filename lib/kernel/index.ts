export {
  chargeFor,
  compareNano,
  MAX_AMOUNT,
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
  acceptedConventions,
  type Conventions,
  currentConventions,
  findConventionsBy,
  inPlainConventions,
  writeConventions,
} from './conventions'
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
export * from './format'
export { idOf, newId, newToken } from './ids'
export {
  type CreditCost,
  costOf,
  costOfCredit,
  isSameCost,
  MAX_COST,
  type Micro,
  moneyToText,
  parseMoney,
} from './money'
export * from './operations'
export { byPriority, PRIORITIES, type Priority } from './priorities'
export {
  formatRate,
  isSameRate,
  PACK_NAMES,
  PACK_RATES,
  type Pack,
  packOf,
  perSecond,
  type Rate,
  rateOf,
  requestsPerSecondOf,
} from './rates'
export { RUN_ENDS, runEndWords } from './run-ends'
export { Secret } from './secret'
export {
  currentCosts,
  findCostsBy,
  inMoney,
  inUnitAndMoney,
  moneyFor,
  type ShownCost,
  type ShownCosts,
  showCosts,
  withMoney,
} from './shown-costs'
export { asReadHere } from './stored-text'
export * from './tariff'
export { describeTariff } from './tariff-words'
export { byName, foldText, only, paired, placeIn, withoutGroups, withoutMark } from './text'
export { currentUnit, findUnitBy, isMoney, keepUnit, showUnit, teamUnit, unitTitle } from './unit'
