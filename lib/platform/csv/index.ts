export { type Cell, csvHead, csvLines } from './csv'
