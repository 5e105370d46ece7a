export { createUpstream } from './client'
export { detectPage, type PageFindings } from './detect/detect'
export {
  type DetectedError,
  type DetectedRetryAfter,
  detectError,
  detectRetryAfter,
} from './detect/detect-errors'
export { suggestFromErrors, suggestFromPage } from './detect/suggest'
export { packJson, unpackJson, wrapPage } from './digest-page'
export type { UpstreamSendOptions } from './http'
export { isServiceId } from './items'
export { describeKeyForm, isPossibleKey, keyPrefix } from './key-format'
export { NO_ITEMS, pageOutline, readPage } from './page'
export { createPageReader, type PageReader } from './page-reader'
export { NOT_REACHED_PREFIX, toNewKeyProblem } from './problems'
export {
  defaultProvider,
  type FurtherPath,
  hasPrototypeField,
  type ListForm,
  type ListSizes,
  listFormOf,
  type Provider,
  pricePerItem,
  providerSchema,
  readProvider,
} from './provider'
export { withholdKeyInText } from './secrecy/withhold-key'
export type {
  Answer,
  Item,
  KeyInfo,
  Page,
  PageOutline,
  PageRequest,
  Problem,
  RawAnswer,
  RelayedAnswer,
  Upstream,
} from './types'
