export { type Cache, createCache } from './cache'
export { createVersionedCache, type VersionedCache } from './marked'
