export { exportRun } from './export-run'
export { type ExportFormat, exportInput } from './schemas'
