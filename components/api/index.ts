export { type EndpointCard, EndpointCards } from './endpoint-cards'
