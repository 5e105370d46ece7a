export { type Instance, startInstance } from './instance'
