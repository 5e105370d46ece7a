export { connectWorker } from './connect'
export { forkedLink, type Question, type Reply, type WorkerFacts } from './link'
export { localWorker, serveWorker } from './serve'
export type { Worker, WorkerParts } from './verbs'
