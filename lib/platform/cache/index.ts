export { createCache } from './cache'
