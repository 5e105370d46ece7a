export { BellLink } from './bell-link'
export { Shell } from './shell'
