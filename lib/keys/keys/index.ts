export { askKeyInfo, createSharedCalls, type UpstreamAccess } from './access'
export {
  type AddedKey,
  addExampleKey,
  addKey,
  addSandboxKey,
  noteExampleUse,
  type SandboxKeys,
} from './add-key'
export {
  changeKeys,
  deleteKey,
  disableKey,
  enableKey,
  findSealedKey,
  hasHadKeys,
  type LeakReport,
  reportLeak,
  setKeyRate,
  switchService,
  touchKeys,
} from './change-key'
export {
  checkKey,
  checkUnchecked,
  dropUnusable,
  isReplaced,
  judgeKey,
  keysWaitedFor,
  recheckKey,
  refreshRate,
} from './check-key'
export { findKey, findKeyOfText, listFormerPrefixes, markOfKey, whoseKeys } from './find-key'
export { rateOf } from './key-rate'
export { getKey, hasActiveKey, listKeys, listRefusedKeys } from './list-keys'
export { enterBalanceAndResume, knownBalance, readBalance, refreshBalance } from './read-balance'
export type { KeyPlaces } from './reference'
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
  openKey,
  pacerOfList,
  rateOfList,
  type StoredKey,
  serviceOfKey,
} from './stored-key'
export { type KeyInUse, referenceProblem, takeKey } from './take-key'
