export { createSingleFlight, fetchKeyInfo, type UpstreamAccess } from './access'
export {
  type AddedKey,
  addExampleKey,
  addKey,
  issueSandboxKey,
  recordExampleKeyUse,
  type SandboxKeys,
} from './add-key'
export {
  changeKeys,
  deleteKey,
  disableKey,
  enableKey,
  findSealedKey,
  hasEverHadKeys,
  type LeakReport,
  recordKeysUsed,
  reportLeak,
  setKeyRate,
  switchService,
} from './change-key'
export {
  checkKey,
  checkUncheckedKeys,
  diagnoseKeyRefusal,
  isReplaced,
  listCongestedKeys,
  recheckKey,
  refreshRate,
  rejectCallsOfUnusableKeys,
} from './check-key'
export { findKey, findKeyByText, keyFingerprint, listFormerPrefixes, listKeyOwners } from './find-key'
export { storedKeyRate } from './key-rate'
export { getKey, hasActiveKey, listKeys, listRefusedKeys } from './list-keys'
export { enterBalanceAndResume, readBalance, readKnownBalance, refreshBalance } from './read-balance'
export type { ReferenceSources } from './reference'
export { replaceKey } from './replace-key'
export { resumeWallet } from './resume-wallet'
export {
  addKeyInput,
  type KeyView,
  keyInput,
  manyKeysInput,
  replaceKeyInput,
  setKeyRateInput,
} from './schemas'
export {
  findUsableKey,
  getUsableKey,
  keyServiceId,
  listPacer,
  listRate,
  openKey,
  type StoredKey,
} from './stored-key'
export { findReferenceProblem, loadKeyForUse, type ReadyKey } from './take-key'
