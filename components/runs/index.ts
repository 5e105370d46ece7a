export { PageTable } from './page-table'
export { RunResults } from './run-results'
export { RunTable } from './run-table'
export { type StartRun, useStartRun } from './use-start-run'
