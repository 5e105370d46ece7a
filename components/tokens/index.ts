export { CreateToken, TokenTable } from './token-table'
