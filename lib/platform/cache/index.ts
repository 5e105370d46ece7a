export { type Cache, createCache } from './cache'
export { createMarkedCache, type MarkedCache } from './marked'
