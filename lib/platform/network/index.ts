export { guarded } from './guarded'
export { AddressRefused, addressProblem, type ResolveOptions, resolveHost } from './resolve-host'
