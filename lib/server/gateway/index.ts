export { type ServedGateway, serveGateway } from './start'
