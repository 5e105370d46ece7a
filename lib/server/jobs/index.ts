export { createBalanceWatch } from './balance-job'
export { createJobs } from './jobs'
export { purserJobs } from './purser-jobs'
export { systemCtx } from './system-ctx'
