import type { TeamCtx } from '@/lib/platform/db'
import type { ProcessLink } from './link'
import { failureOf, type Question, type Reply, type WorkerFacts } from './messages'
import type { WorkerParts } from './parts'
import { VERBS, type VerbName, type Worker } from './verbs'

type AnyVerb = (ctx: TeamCtx, parts: WorkerParts, ...input: readonly unknown[]) => Promise<unknown>

/** The worker inside the same process: it does what it is asked. */
export const localWorker = (parts: WorkerParts): Worker => ({
  perform: (name, ctx, ...input) => {
    // The names' types tie input and result to the verb; the compiler cannot follow that through the table.
    const verb = VERBS[name] as unknown as AnyVerb
    return verb(ctx, parts, ...input) as never
  },
})

/** Does what the other process asks for, until that process ends. */
export function serveWorker(
  link: ProcessLink<Reply, Question>,
  parts: WorkerParts,
  facts: WorkerFacts,
): void {
  const worker = localWorker(parts)
  const { db, clock } = parts
  async function answer(question: Extract<Question, { kind: 'perform' }>): Promise<Reply> {
    const { id, verb, scope, input } = question
    try {
      const perform = worker.perform as (
        name: VerbName,
        ctx: TeamCtx,
        ...input: unknown[]
      ) => Promise<unknown>
      return { kind: 'done', id, result: await perform(verb, { ...scope, db, clock }, ...input) }
    } catch (error) {
      return { kind: 'failed', id, failure: failureOf(error) }
    }
  }
  link.onMessage((question) => {
    if (question.kind === 'hello') link.send({ kind: 'facts', facts })
    else void answer(question).then((reply) => link.send(reply))
  })
}
