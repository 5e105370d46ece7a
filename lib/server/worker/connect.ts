import { AppError } from '@/lib/kernel'
import type { ProcessLink } from './link'
import { errorOf, type Question, type Reply, type WorkerFacts } from './messages'
import type { VerbResult, Worker } from './verbs'

export interface ConnectedWorker {
  readonly worker: Worker
  readonly facts: WorkerFacts
}

interface PendingCall {
  resolve(result: unknown): void
  reject(error: Error): void
}

const GONE = 'Purser is stopping. Reload in a moment to see what was done.'

/** Reaches the worker at the other end of a link; resolves when it has answered. */
export function connectWorker(link: ProcessLink<Question, Reply>): Promise<ConnectedWorker> {
  const waiting = new Map<number, PendingCall>()
  let last = 0
  const worker: Worker = {
    perform: (verb, { team, actor }, input) =>
      new Promise((resolve, reject) => {
        const id = ++last
        // Both ends are of one build: the result under this number is that of this verb.
        waiting.set(id, { resolve: (result) => resolve(result as VerbResult<typeof verb>), reject })
        link.send({ kind: 'perform', id, verb, scope: { team, actor }, input })
      }),
  }
  link.onClose(() => {
    for (const { reject } of waiting.values()) reject(new AppError('unavailable', GONE))
    waiting.clear()
  })
  return new Promise((resolve) => {
    link.onMessage((reply) => {
      if (reply.kind === 'facts') return resolve({ worker, facts: reply.facts })
      const asked = waiting.get(reply.id)
      waiting.delete(reply.id)
      if (reply.kind === 'done') asked?.resolve(reply.result)
      else asked?.reject(errorOf(reply.failure))
    })
    link.send({ kind: 'hello' })
  })
}
