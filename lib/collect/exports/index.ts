export { exportInput, exportRun } from './export-run'
export { type TableSheet, writeTables } from './xlsx'
