export { AddressRefused, addressProblem, guarded, type ResolveOptions, resolveHost } from './resolve-host'
