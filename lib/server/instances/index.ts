export { type Instance, startInstance } from './instance'
export { someLive } from './register'
export { anotherSecret, missingCheck } from './secret-sentences'
