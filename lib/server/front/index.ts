export { DOOR_HEADERS, type GatewayDoor, hasBody } from './pass-to-gateway'
export { takePriority } from './priority'
export { cutWhenStill } from './responses'
export { createSources, type SourceFinder } from './source'
