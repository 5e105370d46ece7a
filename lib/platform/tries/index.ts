export { createTokenTryLimiter, type TokenTryLimiter } from './tries'
