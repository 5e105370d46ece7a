export { type Instance, startInstance } from './instance'
export { someLive, someLiveDuringMigration } from './register'
export { anotherSecret, missingCheck } from './secret-sentences'
