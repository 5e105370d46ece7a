export { createUpstream } from './client'
export { type Contract, contractSchema, defaultContract, readContract } from './contract'
export { KEY_FORMAT, keyPrefix } from './key-format'
export { largestPage, maximumCount } from './operations'
export type {
  Answer,
  Item,
  KeyInfo,
  Operation,
  Page,
  PageRequest,
  Problem,
  Upstream,
} from './types'
