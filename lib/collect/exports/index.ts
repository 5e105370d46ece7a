export { exportInput, exportRun, exportSearch, searchExportInput } from './export-run'
export { type TableSheet, writeWorkbook } from './xlsx'
