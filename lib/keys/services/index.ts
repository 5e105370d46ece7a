export { type Caller, type Callers, createCallers } from './find-caller'
export {
  createGatewayKey,
  findGatewayKey,
  listGatewayKeys,
  noteExampleCalls,
  revokeGatewayKey,
} from './gateway-keys'
export { recogniseKey } from './recognise-key'
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
export { getServiceUse, listLastUses, listServiceUse, type ServiceUse } from './service-use'
export {
  createService,
  deleteService,
  getService,
  listServiceNames,
  listServices,
  renameService,
} from './services'
