export { CreateToken } from './create-token'
export { TokenTable } from './token-table'
