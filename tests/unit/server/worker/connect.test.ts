import { beforeEach, describe, expect, test } from 'vitest'
import type { TeamCtx } from '@/lib/platform/db'
import { connectToWorker, type Worker, type WorkerRequest } from '@/lib/server/worker'
import { defaultProvider } from '@/lib/upstream/client'
import { makeLinkPair } from '@/tests/factories/link-pair'
import { makeVirtualClock, type VirtualClock } from '@/tests/factories/virtual-clock'

const SECOND = 1000
const MINUTE = 60 * SECOND

/** Only the team and the actor go through the pipe. */
const ctx = { team: { id: 't' }, actor: { memberId: 'm' } } as unknown as TeamCtx
const facts = {
  baseUrl: '',
  name: 'upstream',
  id: 'deployment',
  deployment: defaultProvider,
  fromFile: defaultProvider,
  ready: {},
  fixedBaseUrl: null,
  sandbox: null,
  allowPrivate: false,
  suggestions: null,
  canMail: false,
  recovered: 0,
}

let clock: VirtualClock
let worker: Worker
let asked: WorkerRequest[]
/** Kinds of questions that the worker at the other end answers. */
let answers: WorkerRequest['kind'][]
let reply: (id: number) => void
beforeEach(async () => {
  clock = makeVirtualClock()
  asked = []
  answers = ['hello', 'ping']
  const pair = makeLinkPair()
  reply = (id) => pair.worker.send({ kind: 'done', id, result: null })
  pair.worker.onMessage((question) => {
    asked.push(question)
    if (!answers.includes(question.kind)) return
    if (question.kind === 'hello') pair.worker.send({ kind: 'facts', facts })
    else reply(question.id)
  })
  worker = (await connectToWorker(pair.web, clock)).worker
})

/** Returns the outcome of a question: its error's sentence, "done", or null while it waits. */
function follow(work: Promise<unknown>): () => string | null {
  let told: string | null = null
  work.then(
    () => {
      told = 'done'
    },
    (error: Error) => {
      told = error.message
    },
  )
  return () => told
}

describe('a worker that does not answer', () => {
  test('a page may take its time while the worker shows that it is alive', async () => {
    const page = follow(worker.perform('fetchNextPage', ctx, { continuation: '' }))
    await clock.advance(10 * MINUTE)
    expect(page()).toBeNull()
    const own = asked.find(({ kind }) => kind === 'perform')
    reply(own?.kind === 'perform' ? own.id : 0)
    await clock.advance(5 * SECOND)
    expect(page()).toBe('done')
  })

  test('after twenty seconds without a sign of life, the caller is told that a page may have been bought', async () => {
    answers = []
    const page = follow(worker.perform('fetchNextPage', ctx, { continuation: '' }))
    const cancelled = follow(worker.perform('cancelRun', ctx, 'r'))
    await clock.advance(19 * SECOND)
    expect(page()).toBeNull()
    await clock.advance(SECOND)
    expect(page()).toContain('not known whether a page was bought')
    expect(cancelled()).toContain('not known whether this was done')
  })

  test('what the worker lost is not waited for forever', async () => {
    const [page, figures] = [
      follow(worker.perform('startRun', ctx, { runId: '', searchId: '' })),
      follow(worker.perform('figuresOf', ctx, [])),
    ]
    await clock.advance(MINUTE)
    expect([page(), figures()]).toEqual([null, expect.stringContaining('does not answer')])
    await clock.advance(14 * MINUTE)
    expect(page()).toContain('not known whether a page was bought')
  })

  test('it is not asked while nobody waits', async () => {
    await clock.advance(MINUTE)
    expect(asked.map(({ kind }) => kind)).toEqual(['hello'])
    const there = follow(worker.answers())
    await clock.advance(SECOND)
    expect(there()).toBe('done')
    await clock.advance(MINUTE)
    expect(asked).toHaveLength(3)
  })

  test('a question whether it is there fails after some seconds', async () => {
    answers = []
    const there = follow(worker.answers())
    await clock.advance(5 * SECOND)
    expect(there()).toContain('does not answer')
  })
})
