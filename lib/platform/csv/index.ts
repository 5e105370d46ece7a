export { type CsvCell, csvHeader, csvLines } from './csv'
