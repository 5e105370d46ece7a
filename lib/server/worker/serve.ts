import { writeMetrics } from '@/lib/platform/metrics'
import { runStage, withRequest } from '@/lib/platform/process'
import { setKeyGauges } from '@/lib/server/telemetry'
import {
  type ProcessLink,
  serialiseError,
  type WorkerFacts,
  type WorkerReply,
  type WorkerRequest,
} from './link'
import { verbs, type Worker, type WorkerParts } from './verbs'

/** Returns the worker inside the same process, which performs verbs directly. */
export const localWorker = (parts: WorkerParts): Worker => ({
  perform: (name, ctx, input) => verbs[name](ctx, parts, input),
  answers: () => Promise.resolve(),
  metrics() {
    setKeyGauges(parts)
    return writeMetrics()
  },
})

/** Performs what the other process asks for, until that process ends. */
export function serveWorker(
  link: ProcessLink<WorkerReply, WorkerRequest>,
  parts: WorkerParts,
  facts: WorkerFacts,
): void {
  const worker = localWorker(parts)
  const { db, clock } = parts
  async function answer(question: Extract<WorkerRequest, { kind: 'perform' }>): Promise<WorkerReply> {
    const { id, request, verb, scope, input } = question
    try {
      const result = await withRequest(request, () =>
        runStage('verb', () => worker.perform(verb, { ...scope, db, clock }, input), verb),
      )
      return { kind: 'done', id, result }
    } catch (error) {
      return { kind: 'failed', id, failure: serialiseError(error) }
    }
  }
  async function tellMetrics(id: number): Promise<WorkerReply> {
    try {
      return { kind: 'done', id, result: await worker.metrics() }
    } catch (error) {
      return { kind: 'failed', id, failure: serialiseError(error) }
    }
  }
  link.onMessage((question) => {
    if (question.kind === 'hello') link.send({ kind: 'facts', facts })
    else if (question.kind === 'ping') link.send({ kind: 'done', id: question.id, result: null })
    else if (question.kind === 'metrics') void tellMetrics(question.id).then((reply) => link.send(reply))
    else void answer(question).then((reply) => link.send(reply))
  })
}
