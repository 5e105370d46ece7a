export { currentRuntime, setCurrentRuntime } from './current'
export { prepare, readEnv } from './prepare'
export { createWebRuntime, FORKED_BY_WORKER, type WebRuntime } from './web-runtime'
export { createWorkerRuntime } from './worker-runtime'
