export { exportRun } from './export-run'
export { exportInput } from './schemas'
export { type TableSheet, writeTables } from './table-xlsx'
