export { type ServedGateway, serveGateway } from './listen'
