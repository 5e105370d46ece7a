export { createUpstream } from './client'
export { detectPage, type PageFindings } from './detect/detect'
export {
  detectError,
  detectRetryAfter,
  type FoundError,
  type FoundRetryAfter,
} from './detect/detect-errors'
export { suggestFromErrors, suggestFromPage } from './detect/suggest'
export { packJson, pageOf, unpackJson } from './digest-page'
export type { Sending } from './http'
export { isServiceId } from './items'
export { isKey, keyForm, keyPrefix } from './key-format'
export { NO_ITEMS, outlineOf, readPage } from './page'
export { createPageReader, type PageReader } from './page-reader'
export { NOT_REACHED, ofNewKey } from './problems'
export {
  defaultProvider,
  type FurtherPath,
  type ListForm,
  type ListSizes,
  listOf,
  namesProto,
  type Provider,
  pricePerItem,
  providerSchema,
  readProvider,
} from './provider'
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
