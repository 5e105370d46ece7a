export { createTries, type Tries } from './tries'
