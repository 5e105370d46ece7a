export { startInstance } from './instance'
