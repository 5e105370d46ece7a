export { connectToWorker } from './connect'
export { forkedLink, type WorkerFacts, type WorkerReply, type WorkerRequest } from './link'
export { localWorker, serveWorker } from './serve'
export type { Worker, WorkerParts } from './verbs'
