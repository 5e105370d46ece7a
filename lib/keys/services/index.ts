export {
  createGatewayCallerLookup,
  createGatewayKey,
  findGatewayKey,
  type GatewayCaller,
  type GatewayCallerLookup,
  listGatewayKeys,
  recogniseKey,
  recordExampleGatewayUse,
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
  getServiceUsage,
  listLastUses,
  listServiceNames,
  listServices,
  listServiceUsage,
  renameService,
  type ServiceUsage,
} from './services'
