export type { ServiceActivity } from './figures'
export { createGateway, type Gateway } from './gateway'
export type { GatewayAnswer, GatewayRequest } from './types'
