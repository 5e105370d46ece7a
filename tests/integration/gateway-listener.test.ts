import { once } from 'node:events'
import http from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Gateway, GatewayRequest } from '@/lib/gateway'
import { admitRequest, doorSettings, installDoor } from '@/lib/server/front/door'
import { isForGateway, passToGateway } from '@/lib/server/front/pass-to-gateway'
import { type GatewayListeners, serveGateway } from '@/lib/server/gateway'
import { readEnv } from '@/lib/server/runtime'
import { freePort } from '@/tests/support/server'
import { waitUntil } from '@/tests/support/wait-until'

/** A gateway that records requests, and answers as a test sets it. */
const came: GatewayRequest[] = []
let reply: (request: GatewayRequest) => Promise<string> = () => Promise.resolve('page')
let replyHeaders: Readonly<Record<string, string>> = {}
const gateway: Gateway = {
  async answer(request) {
    came.push(request)
    return {
      status: 200,
      headers: { 'x-cost': '3', ...replyHeaders },
      body: Buffer.from(await reply(request)),
      charge: 'settled',
    }
  },
  figures: () => new Map(),
}

const unwatched = () => null
let served: GatewayListeners
let own: string
let door: http.Server
let web: string
beforeAll(async () => {
  const port = await freePort()
  served = await serveGateway(
    gateway,
    readEnv({ GATEWAY_PORT: String(port), TRUSTED_PROXIES: '127.0.0.1' }),
    unwatched,
  )
  own = `http://127.0.0.1:${port}`
  process.env.PURSER_GATEWAY_DOOR = JSON.stringify(served.door)
  const settings = doorSettings({ TRUSTED_PROXIES: '127.0.0.1' })
  door = http.createServer((request, response) => {
    admitRequest(request, settings)
    if (isForGateway(request)) passToGateway(request, response)
    else response.end('next')
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  web = `http://127.0.0.1:${(door.address() as AddressInfo).port}`
})
afterAll(async () => {
  delete process.env.PURSER_GATEWAY_DOOR
  door.closeAllConnections()
  door.close()
  await served.close()
})
afterEach(() => {
  came.length = 0
  reply = () => Promise.resolve('page')
  replyHeaders = {}
})

/** Writes raw bytes. Returns everything received until the connection closes or pauses. */
async function raw(url: string, text: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let got = ''
  socket.on('data', (chunk) => {
    got += chunk
  })
  socket.write(text)
  await waitUntil(() => got.includes('\r\n\r\n'))
  socket.destroy()
  return got
}

test('the gateway’s port and the web address pass the same target, with any base address', async () => {
  for (const base of [own, `${own}/gateway`, `${web}/gateway`]) {
    const answer = await fetch(`${base}/v1/users/a%20b/tweets?count=5`, { headers: { 'x-api-key': 'k' } })
    expect(await answer.text()).toBe('page')
    expect(answer.headers.get('x-cost')).toBe('3')
    expect(answer.headers.get('content-length')).toBe('4')
    expect(came.at(-1)).toMatchObject({
      target: '/v1/users/a%20b/tweets?count=5',
      headers: { 'x-api-key': ['k'] },
    })
  }
  expect(await (await fetch(`${web}/other`)).text()).toBe('next')
})

test('headers of the maximum length pass both ways, in requests and answers', async () => {
  // Purser adds its own headers to those of the caller and of the upstream.
  const headers = { 'x-long': 'b'.repeat(http.maxHeaderSize - 120) }
  replyHeaders = { 'x-long': 'a'.repeat(http.maxHeaderSize - 60) }
  const answerOf = (base: string) =>
    new Promise<{ status: number | undefined; long: number }>((resolve, reject) => {
      const asked = http.get(
        `${base}/v1/me`,
        { headers, maxHeaderSize: 2 * http.maxHeaderSize },
        (answer) => {
          answer.resume()
          resolve({ status: answer.statusCode, long: String(answer.headers['x-long'] ?? '').length })
        },
      )
      asked.on('error', reject)
    })
  for (const base of [own, `${web}/gateway`])
    expect(await answerOf(base)).toEqual({ status: 200, long: http.maxHeaderSize - 60 })
})

test('the source of a request is reported correctly, and cannot be forged', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9', 'x-purser-source': '6.6.6.6', 'x-purser-pass': 'guess' }
  for (const base of [own, web, `http://127.0.0.1:${served.door.port}`]) {
    await fetch(`${base}/gateway/v1/me`, { headers })
    expect(came.at(-1)?.source).toBe('203.0.113.9')
    expect(JSON.stringify(came.at(-1)?.headers)).not.toContain('6.6.6.6')
  }
  expect(JSON.stringify(came)).not.toContain(served.door.pass)
})

test('a client that disconnects is noticed, directly and through the web address', async () => {
  for (const base of [own, `${web}/gateway`]) {
    const leaving = new AbortController()
    let isGone = false
    reply = ({ gone }) =>
      new Promise((resolve) =>
        gone.addEventListener('abort', () => {
          isGone = true
          resolve('late')
        }),
      )
    const before = came.length
    const asked = fetch(`${base}/v1/me`, { signal: leaving.signal }).catch(() => null)
    await waitUntil(() => came.length > before)
    leaving.abort()
    await asked
    await waitUntil(() => isGone)
  }
})

test('if a client with pipelined requests disconnects, all of them end', async () => {
  let gone = 0
  reply = (request) =>
    new Promise((resolve) =>
      request.gone.addEventListener('abort', () => {
        gone++
        resolve('late')
      }),
    )
  const socket = connect(Number(new URL(own).port), '127.0.0.1')
  socket.write('GET /v1/me HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(20))
  await waitUntil(() => came.length === 20)
  socket.destroy()
  await waitUntil(() => gone === 20)
})

test('a body is reported but not read, even if only announced, and its connection is closed', async () => {
  const close = /^HTTP\/1.1 200.*connection: close/is
  for (const base of [own, web]) {
    const head = `POST /gateway/v1/me HTTP/1.1\r\nhost: x\r\n`
    expect(await raw(base, `${head}content-length: 3\r\n\r\nabc`)).toMatch(close)
    expect(await raw(base, `${head}transfer-encoding: chunked\r\n\r\n`)).toMatch(close)
    expect(await raw(base, `${head}content-length: 0\r\n\r\n`)).not.toMatch(close)
  }
  const expecting = 'POST /v1/me HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 3\r\n\r\n'
  expect(await raw(own, expecting)).toMatch(close)
  expect(came.map(({ method }) => method)).toEqual(Array.from({ length: 7 }, () => 'POST'))
  expect(came.map(({ hasBody }) => hasBody)).toEqual([true, true, false, true, true, false, true])
})

test('only the web process may report that it kept back a body', async () => {
  await fetch(`${own}/v1/me`, { headers: { 'x-purser-body': 'kept back' } })
  await fetch(`${web}/gateway/v1/me`, { headers: { 'x-purser-body': 'kept back' } })
  expect(came.map(({ hasBody }) => hasBody)).toEqual([false, false])
})

test('headers beyond the limit, and what is not HTTP, are refused', async () => {
  const large = `GET /v1/me HTTP/1.1\r\nhost: x\r\nx-a: ${'a'.repeat(20_000)}\r\n\r\n`
  expect(await raw(own, large)).toMatch(/^HTTP\/1.1 431/)
  expect(await raw(own, 'GET /v1/me HTTP/1.1\r\nx-a: b\r\n c\r\n\r\n')).toMatch(/^HTTP\/1.1 400/)
  expect(came).toEqual([])
})

test('health checks need no key', async () => {
  for (const base of [own, `${web}/gateway`]) expect((await fetch(`${base}/health`)).status).toBe(200)
})

test('on closing, requests in progress are answered and new ones refused', async () => {
  const port = await freePort()
  const ending = await serveGateway(gateway, readEnv({ GATEWAY_PORT: String(port) }), unwatched)
  let answer: (text: string) => void = () => undefined
  reply = () => new Promise((resolve) => (answer = resolve))
  const asked = fetch(`http://127.0.0.1:${port}/v1/me`)
  await waitUntil(() => came.length === 1)
  const closing = ending.close()
  await expect(fetch(`http://127.0.0.1:${port}/v1/me`)).rejects.toThrow()
  answer('the last')
  expect(await (await asked).text()).toBe('the last')
  await closing
})

test('on closing, a caller that does not read its answer is cut off after some seconds', async () => {
  const port = await freePort()
  const ending = await serveGateway(gateway, readEnv({ GATEWAY_PORT: String(port) }), unwatched)
  // More than the system's buffers hold.
  reply = () => Promise.resolve('x'.repeat(32_000_000))
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  socket.pause()
  socket.write('GET /v1/me HTTP/1.1\r\nhost: x\r\n\r\n')
  await waitUntil(() => came.length === 1)
  await ending.close()
  socket.destroy()
})

test('a worker that dies during a request may have sent the call; one that cannot be reached has not', async () => {
  const before = process.env.PURSER_GATEWAY_DOOR
  const worker = http.createServer((request) => request.socket.destroy())
  worker.listen(0, '127.0.0.1')
  await once(worker, 'listening')
  process.env.PURSER_GATEWAY_DOOR = JSON.stringify({
    port: (worker.address() as AddressInfo).port,
    pass: 'p',
  })
  try {
    const lost = await fetch(`${web}/gateway/x`)
    expect([lost.status, lost.headers.get('purser-problem'), lost.headers.get('retry-after')]).toEqual([
      502,
      'upstream_lost',
      null,
    ])
    worker.close()
    await once(worker, 'close')
    const away = await fetch(`${web}/gateway/x`)
    expect([away.status, away.headers.get('purser-problem')]).toEqual([503, 'unavailable'])
  } finally {
    process.env.PURSER_GATEWAY_DOOR = before
  }
})

test('a silent worker is not waited for longer than any call may take', async () => {
  const before = process.env.PURSER_GATEWAY_DOOR
  const asked: http.IncomingMessage[] = []
  // Like a stopped process: its system accepts the request, but nobody reads it. For `half`, it stops within
  // an answer.
  const worker = http.createServer((request, response) => {
    asked.push(request)
    if (request.url === '/gateway/half') response.writeHead(200, { 'content-length': '9' }).write('half')
  })
  const waiting = http.createServer((request, response) => {
    admitRequest(request, doorSettings({}))
    passToGateway(request, response, 50)
  })
  for (const server of [worker, waiting]) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  const portOf = (server: http.Server) => (server.address() as AddressInfo).port
  process.env.PURSER_GATEWAY_DOOR = JSON.stringify({ port: portOf(worker), pass: 'p' })
  try {
    const silent = await fetch(`http://127.0.0.1:${portOf(waiting)}/gateway/x`)
    expect([silent.status, silent.headers.get('purser-problem')]).toEqual([504, 'upstream_lost'])
    expect(await silent.json()).toEqual({ message: expect.stringContaining('may have been sent') })
    const half = await fetch(`http://127.0.0.1:${portOf(waiting)}/gateway/half`)
    await expect(half.text()).rejects.toThrow()
    // The connections close, so the worker learns that nobody waits anymore.
    await waitUntil(() => asked.length === 2 && asked.every(({ socket }) => socket.destroyed))
  } finally {
    process.env.PURSER_GATEWAY_DOOR = before
    for (const server of [worker, waiting]) {
      server.closeAllConnections()
      server.close()
    }
  }
})

test('a request that offers another protocol is answered instead of being held open', async () => {
  installDoor({})
  const behind = http.createServer((_, response) => response.end('page'))
  // As Next.js does.
  behind.on('upgrade', () => undefined)
  behind.listen(0, '127.0.0.1')
  await once(behind, 'listening')
  const offer = {
    connection: 'Upgrade, HTTP2-Settings',
    upgrade: 'h2c',
    'http2-settings': 'AAMAAABkAAQAAP__',
  }
  const asked = http.get({
    host: '127.0.0.1',
    port: (behind.address() as AddressInfo).port,
    path: '/',
    headers: offer,
  })
  const [answer] = await once(asked, 'response')
  expect(answer.statusCode).toBe(200)
  answer.resume()
  behind.closeAllConnections()
  behind.close()
})
