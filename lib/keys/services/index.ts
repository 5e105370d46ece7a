export {
  type Caller,
  type Callers,
  createCallers,
  createGatewayKey,
  findGatewayKey,
  listGatewayKeys,
  noteExampleCalls,
  recogniseKey,
  revokeGatewayKey,
} from './gateway-keys'
export {
  createGatewayKeyInput,
  createServiceInput,
  type GatewayKeyView,
  gatewayKeyInput,
  type RecognisedKey,
  recogniseKeyInput,
  renameServiceInput,
  type ServiceView,
  serviceInput,
} from './schemas'
export {
  createService,
  deleteService,
  getService,
  getServiceUse,
  listLastUses,
  listServiceNames,
  listServices,
  listServiceUse,
  renameService,
  type ServiceUse,
} from './services'
