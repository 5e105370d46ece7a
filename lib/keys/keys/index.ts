export { askKeyInfo, type UpstreamAccess } from './access'
export { type AddedKey, addKey } from './add-key'
export { addSandboxKey, type SandboxKeys } from './add-sandbox-key'
export {
  deleteKey,
  disableKey,
  enableKey,
  findSealedKey,
  hasHadKeys,
  type LeakReport,
  reportLeak,
  touchKeys,
} from './change-key'
export { checkKey } from './check-key'
export { checkUnchecked } from './check-unchecked'
export { dropUnusable, keysWaitedFor } from './drop-unusable'
export { enterBalanceAndResume } from './enter-balance'
export { addExampleKey, noteExampleUse } from './example-key'
export { findKey, markOfKey } from './find-key'
export { findKeyOfText, listFormerPrefixes, whoseKeys } from './find-keys'
export { isReplaced, judgeKey, recheckKey } from './judge-key'
export { rateOf } from './key-rate'
export { knownBalance } from './known-balance'
export { getKey, hasActiveKey, listKeys, listRefusedKeys } from './list-keys'
export { readBalance, refreshBalance } from './read-balance'
export type { KeyPlaces } from './reference'
export { refreshRate } from './refresh-rate'
export { replaceKey } from './replace-key'
export { resumeWallet } from './resume-wallet'
export { addKeyInput, type KeyView, keyInput, replaceKeyInput, setKeyRateInput } from './schemas'
export { setKeyRate } from './set-key-rate'
export { createSharedCalls } from './shared-calls'
export {
  findUsableKey,
  getUsableKey,
  openKey,
  pacerOfList,
  rateOfList,
  type StoredKey,
  serviceOfKey,
} from './stored-key'
export { switchService } from './switch-service'
export { type KeyInUse, referenceProblem, takeKey } from './take-key'
