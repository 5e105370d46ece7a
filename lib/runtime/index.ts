export { currentRuntime, setCurrentRuntime } from './current'
export { type Prepared, prepare, readEnv } from './prepare'
export { createRuntime, type Runtime } from './runtime'
export type { BuiltInSandbox } from './sandbox-upstream'
