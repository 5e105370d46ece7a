import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { clientAt, KEY, TIMELINE } from './server'

/** A server in its own thread, so that it answers while this one is busy. */
const SERVER = `
const { createServer } = require('node:http')
const { parentPort, workerData } = require('node:worker_threads')
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json')
  if (workerData.answers) response.end(JSON.stringify({ tweets: Array.from({ length: 100 }, (_, id) => ({ id: String(id), text: 'x'.repeat(30_000) })) }))
  else response.write('{')
  setImmediate(() => Atomics.store(new Int32Array(workerData.hasAnswered), 0, 1))
})
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
`

async function serveApart(answers: boolean, hasAnswered: SharedArrayBuffer): Promise<string> {
  const worker = new Worker(SERVER, { eval: true, workerData: { answers, hasAnswered } })
  onTestFinished(async () => void (await worker.terminate()))
  const [port] = (await once(worker, 'message')) as [number]
  return `http://127.0.0.1:${port}`
}

/**
 * Blocks until the server has answered, and then for longer than a call may take, as a long SQLite query
 * would.
 */
function beBusy(ms: number, hasAnswered: SharedArrayBuffer): void {
  const began = performance.now()
  let answeredAt = Number.POSITIVE_INFINITY
  while (performance.now() - answeredAt < ms && performance.now() - began < 10_000)
    if (answeredAt === Number.POSITIVE_INFINITY && Atomics.load(new Int32Array(hasAnswered), 0) === 1)
      answeredAt = performance.now()
}

test.each([true, false])(
  'a process that was busy for longer than a call may take reads what has arrived (answered: %s)',
  async (answers) => {
    const hasAnswered = new SharedArrayBuffer(4)
    const upstream = clientAt(await serveApart(answers, hasAnswered), { limits: { answerMs: 100 } })
    // Sockets are read after setImmediate: what arrives meanwhile waits in them, and the timer is due before.
    const onSent = () => void setTimeout(() => setImmediate(beBusy, 400, hasAnswered), 10)
    const answer = await upstream.fetchPage(KEY, TIMELINE, { onSent })
    if (answers) expect(answer.ok && (await answer.value.items())).toHaveLength(100)
    else expect(answer).toMatchObject({ ok: false, problem: { kind: 'out_of_reach' } })
  },
)
