export { type StartRun, useStartRun } from './use-start-run'
