export { type BalanceWatch, createBalanceWatch } from './balance-job'
export { createJobs, type Job, type Jobs } from './jobs'
export { isReadingDue } from './reading-due'
export { systemCtx } from './system-ctx'
