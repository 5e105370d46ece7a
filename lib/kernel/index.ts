export {
  chargeForItems,
  compareNano,
  MAX_AMOUNT,
  NANO_PER_CREDIT,
  type Nano,
  nanoToText,
  PRICE_LIMIT,
  parseNano,
  parseTypedCredits,
  toCredits,
} from './amounts'
export * from './audit-words'
export { type Clock, systemClock } from './clock'
export {
  acceptedConventions,
  type Conventions,
  currentConventions,
  registerConventionsFinder,
  serialiseConventions,
  withPlainConventions,
} from './conventions'
export {
  type Actor,
  type Ctx,
  canChange,
  hasRole,
  type Role,
  requireAdmin,
  requireWriter,
  SYSTEM,
  type TeamScope,
} from './ctx'
export { AppError, conflict, type ErrorCode, hasErrorBrand, invalid, notFound } from './errors'
export { EXPORT_FORMAT_NAMES, EXPORT_FORMATS, type ExportFormat } from './export-formats'
export * from './format'
export { idFromName, newId, newToken } from './ids'
export { changeEach, MAX_AT_ONCE, type ManyChanged } from './many'
export {
  type CreditCost,
  costOfAmount,
  costOfCredit,
  isSameCost,
  MAX_COST,
  type Micro,
  moneyToText,
  parseMoney,
} from './money'
export * from './operations'
export { pageWithin } from './page-within'
export { byPriority, PRIORITIES, type Priority } from './priorities'
export { composeQuery, parseQuery, splitIntoWords } from './query'
export {
  formatRate,
  isSameRate,
  PACK_NAMES,
  PACK_RATES,
  type Pack,
  packForRate,
  perSecond,
  type Rate,
  toRate,
  toRequestsPerSecond,
} from './rates'
export {
  type Caps,
  leftWithinCaps,
  reachedCap,
  restWithinCaps,
  type UsedByRun,
  type UsedOfCaps,
} from './rest-within-caps'
export { describeRunEnd, RUN_ENDS } from './run-ends'
export { Secret } from './secret'
export { inMoney, inUnitAndMoney, moneyFor, withMoney } from './shown-costs'
export {
  currentCosts,
  currentTimeZone,
  currentUnit,
  registerShownTeamFinder,
  type ShownCost,
  type ShownCosts,
  type ShownTeam,
  setShownTeam,
} from './shown-team'
export { localiseStoredText } from './stored-text'
export {
  describeFaults,
  describeHeading,
  describeRepeats,
  describeWrongPage,
  firstCsvColumn,
  MAX_SUBJECTS,
  parseSubjects,
  readSubject,
  readSubjects,
  type SubjectList,
  subjectKey,
} from './subjects'
export * from './tariff'
export { describeTariff } from './tariff-words'
export {
  compareByName,
  cutPastedKeys,
  foldText,
  nameKeyOf,
  onlyElement,
  parseTypedCount,
  removeByteOrderMark,
  removeGroupSeparators,
  sortedIndex,
  toPlainNumber,
  zipExact,
} from './text'
export { readTariff, writeTariff } from './typed-tariff'
export { cachedTeamUnit, cacheTeamUnit, isCurrencyUnit, unitTitle } from './unit'
