export { DOOR_HEADERS, type GatewayAccess, hasBody } from './pass-to-gateway'
export { setProcessPriority } from './priority'
export { closeStalledResponse } from './responses'
export { createSourceFinder, type SourceFinder } from './source'
