export { backup } from './backup'
export { restore } from './restore'
export { rewrap } from './rewrap'
