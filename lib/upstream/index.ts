export { createUpstream } from './client'
export { type Contract, contractSchema, defaultContract, readContract } from './contract'
export type { JsonValue } from './json'
export { KEY_FORMAT, keyPrefix } from './key-format'
export { largestPage, maximumCount } from './operations'
export type {
  Answer,
  Author,
  Item,
  KeyInfo,
  Operation,
  Page,
  PageRequest,
  Problem,
  ProblemKind,
  Upstream,
} from './types'
