export {
  AddressRefusedError,
  addressProblem,
  guardConnector,
  type ResolveOptions,
  resolveHost,
} from './resolve-host'
