export { type GatewayListeners, serveGateway } from './listen'
