export { createUpstream } from './client'
export { type Contract, contractSchema, defaultContract, readContract } from './contract'
export { detectPage, type PageFindings } from './detect'
export {
  detectError,
  detectRetryAfter,
  type FoundError,
  type FoundRetryAfter,
} from './detect-errors'
export { KEY_FORMAT, keyPrefix } from './key-format'
export { largestPage, maximumCount } from './operations'
export { readPage } from './page'
export { suggestFromErrors, suggestFromPage } from './suggest'
export type {
  Answer,
  Item,
  KeyInfo,
  Operation,
  Page,
  PageRequest,
  Problem,
  Seen,
  Upstream,
} from './types'
