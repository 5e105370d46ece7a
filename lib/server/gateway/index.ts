export { type GatewayDoor, type ServedGateway, serveGateway } from './listen'
