import type { RequestListener } from 'node:http'
import { createServer as createTcpServer, type Server } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { answering, clientAt, clientOf, KEY, problemOf, serve, TIMELINE } from './server'

describe('Answers that do not arrive complete', () => {
  test('too large, by its real size', async () => {
    let isOpen = true
    const problem = await problemOf(
      (_, response) => {
        response.on('close', () => {
          isOpen = false
        })
        const more = () => {
          while (isOpen && response.write('x'.repeat(1024)));
        }
        response.on('drain', more)
        more()
      },
      { limits: { bodyBytes: 10_000 } },
    )
    expect(problem).toMatchObject({ kind: 'not_understood', charged: 'unknown', httpStatus: 200 })
    await expect.poll(() => isOpen).toBe(false)
  })

  test('cut off in the middle', async () => {
    const problem = await problemOf((_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"tweets":[')
      setImmediate(() => response.destroy())
    })
    expect(problem).toMatchObject({ kind: 'out_of_reach', charged: 'unknown', httpStatus: 200 })
  })

  test('cut off before the first byte, so it may have been charged', async () => {
    const problem = await problemOf((request) => request.socket.destroy())
    expect(problem).toMatchObject({ kind: 'out_of_reach', charged: 'unknown', httpStatus: null })
  })

  test.each([
    ['the head', (() => undefined) satisfies RequestListener],
    [
      'the body',
      ((_, response) => {
        response.writeHead(200).write('{')
      }) satisfies RequestListener,
    ],
  ])('too slow with %s', async (_, listener) => {
    const problem = await problemOf(listener, { limits: { answerMs: 100 } })
    expect(problem).toMatchObject({ kind: 'out_of_reach', charged: 'unknown' })
    expect(problem.message).toContain('in time')
  })

  test.each([
    ['no HTTP at all', 'SSH-2.0-OpenSSH\r\n\r\n'],
    ['headers without end', `HTTP/1.1 200 OK\r\na: ${'x'.repeat(70_000)}\r\n\r\n`],
  ])('%s', async (_, bytes) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(bytes))
    })
    onTestFinished(() => void server.close())
    const answer = await clientAt(await listening(server)).fetchPage(KEY, TIMELINE)
    expect(answer).toMatchObject({
      problem: { kind: 'not_understood', charged: 'unknown' },
      httpStatus: null,
    })
  })
})

describe('Calls that never reached the API are not charged', () => {
  test('a refused connection', async () => {
    const server = createTcpServer()
    const baseUrl = await listening(server)
    await new Promise((closed) => server.close(closed))
    const answer = await clientAt(baseUrl).fetchPage(KEY, TIMELINE)
    expect(answer).toMatchObject({ problem: { kind: 'out_of_reach', charged: 'no' }, httpStatus: null })
    expect(answer).toMatchObject({
      problem: { message: expect.stringContaining('nothing answers at its address') },
    })
    expect(JSON.stringify(answer)).not.toMatch(/ECONN|UND_ERR|HPE_/)
  })

  test('an unknown name', async () => {
    const answer = await clientAt('http://upstream.invalid').readKeyInfo(KEY)
    expect(answer).toMatchObject({ problem: { kind: 'out_of_reach', charged: 'no' }, httpStatus: null })
  })

  test('a connection that is never secured', async () => {
    const plain = await serve(answering(200))
    const answer = await clientAt(plain.replace('http:', 'https:')).fetchPage(KEY, TIMELINE)
    expect(answer).toMatchObject({ problem: { kind: 'out_of_reach', charged: 'no' } })
  })

  test('a handshake that never ends', async () => {
    const silent = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      onTestFinished(() => void socket.destroy())
    })
    onTestFinished(() => void silent.close())
    const baseUrl = (await listening(silent)).replace('http:', 'https:')
    const answer = await clientAt(baseUrl, { limits: { answerMs: 100 } }).fetchPage(KEY, TIMELINE)
    expect(answer).toMatchObject({ problem: { kind: 'out_of_reach', charged: 'no' }, httpStatus: null })
  })

  test('a client that is closed', async () => {
    const upstream = await clientOf(answering(200))
    await upstream.close()
    const answer = await upstream.fetchPage(KEY, TIMELINE)
    expect(answer).toMatchObject({ problem: { kind: 'out_of_reach', charged: 'no' } })
  })
})

describe('Cancelling', () => {
  test('before the call sends nothing', async () => {
    const seen: unknown[] = []
    const upstream = await clientOf((request) => seen.push(request.url))
    const answer = await upstream.fetchPage(KEY, TIMELINE, { signal: AbortSignal.abort() })
    expect(answer).toMatchObject({ problem: { kind: 'cancelled', charged: 'no' }, httpStatus: null })
    expect(seen).toEqual([])
  })

  test('while connecting sends nothing later', async () => {
    const seen: unknown[] = []
    const upstream = await clientOf((request, response) => {
      seen.push(request.url)
      response.end('{"tweets":[]}')
    })
    const cancel = new AbortController()
    const answer = upstream.fetchPage(KEY, TIMELINE, { signal: cancel.signal })
    cancel.abort()
    expect(await answer).toMatchObject({ problem: { kind: 'cancelled', charged: 'no' } })
    expect(await upstream.fetchPage(KEY, { ...TIMELINE, subject: 'next' })).toMatchObject({ ok: true })
    expect(seen).toEqual(['/v1/users/next/tweets?count=100'])
  })

  test('once sent means that the call may have been charged', async () => {
    const cancel = new AbortController()
    const upstream = await clientOf(() => cancel.abort())
    const answer = await upstream.fetchPage(KEY, TIMELINE, { signal: cancel.signal })
    expect(answer).toMatchObject({ problem: { kind: 'cancelled', charged: 'unknown' }, httpStatus: null })
  })

  test('a signal that outlives its calls accumulates no listeners', async () => {
    const upstream = await clientOf(answering(200, { tweets: [] }))
    const { signal } = new AbortController()
    const heard: string[] = []
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    signal.addEventListener = (...given: Parameters<typeof add>) => {
      heard.push('add')
      add(...given)
    }
    signal.removeEventListener = (...given: Parameters<typeof remove>) => {
      heard.push('remove')
      remove(...given)
    }
    await upstream.fetchPage(KEY, TIMELINE, { signal })
    expect(heard).toEqual(['add', 'remove'])
  })
})

test('many simultaneous calls share the client and get their own answers', async () => {
  const upstream = await clientOf((request, response) => {
    response.end(JSON.stringify({ tweets: [{ id: request.url?.split('/')[3] }] }))
  })
  const subjects = Array.from({ length: 50 }, (_, index) => `user${index}`)
  const answers = await Promise.all(
    subjects.map((subject) => upstream.fetchPage(KEY, { operation: 'timeline', subject })),
  )
  expect(answers.map((answer) => answer.ok && answer.value.ids[0])).toEqual(subjects)
})

async function listening(server: Server): Promise<string> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return `http://127.0.0.1:${address.port}`
}
