export { exportInput, exportRun } from './export-run'
export { type TableSheet, writeWorkbook } from './xlsx'
