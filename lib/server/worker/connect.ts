import { AppError } from '@/lib/kernel'
import type { ProcessLink } from './link'
import { errorOf, type Question, type Reply, type WorkerFacts } from './messages'
import type { Worker } from './verbs'

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
    perform: (verb, { team, actor }, ...input) =>
      new Promise<unknown>((resolve, reject) => {
        const id = ++last
        waiting.set(id, { resolve, reject })
        link.send({ kind: 'perform', id, verb, scope: { team, actor }, input })
        // The verb's name ties its result to it on both ends.
      }) as never,
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
