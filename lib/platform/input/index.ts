export { nameInput } from './name'
