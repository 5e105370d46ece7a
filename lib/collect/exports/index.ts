export { exportRun } from './export-run'
export { exportInput } from './schemas'
