export { currentRuntime, setCurrentRuntime } from './current'
export { prepare, readEnv } from './prepare'
export { createRuntime, type Runtime } from './runtime'
