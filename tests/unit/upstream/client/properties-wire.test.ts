import type { RequestListener } from 'node:http'
import { createServer } from 'node:net'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import type { Answer } from '@/lib/upstream/client'
import { parseJson } from '@/lib/upstream/client/json'
import { readKeyInfoObject } from '@/lib/upstream/client/key-info'
import { readPage } from '@/lib/upstream/client/page'
import { bodies, operations, providers } from './arbitraries'
import { clientAt, KEY, serve } from './server'

const KINDS = [
  ...['rate_limited', 'key_refused', 'not_allowed', 'wallet_empty', 'not_found', 'bad_request'],
  ...['upstream_down', 'not_understood', 'out_of_reach'],
]

function expectTypedAnswer(answer: Answer<unknown>): void {
  expect(answer.latencyMs).toBeGreaterThanOrEqual(0)
  if (answer.ok) return
  const { kind, charged, message, upstreamWords, retryAfterMs } = answer.problem
  expect(KINDS).toContain(kind)
  expect(['no', 'unknown']).toContain(charged)
  expect(message).toMatch(/\.$/)
  expect(Array.from(upstreamWords ?? '').length).toBeLessThanOrEqual(300)
  if (kind === 'rate_limited') expect(retryAfterMs === null || (retryAfterMs ?? -1) >= 0).toBe(true)
}

test('any text, nested to any depth, is read or recognised as unreadable with any provider', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    bodies.map((body) => JSON.stringify(body)),
    fc.tuple(bodies, fc.nat(200)).map(([body, cut]) => JSON.stringify(body).slice(0, cut)),
    fc
      .tuple(fc.nat(3000), fc.constantFrom(['[', ']'], ['{"data":', '}']))
      .map(([depth, [open = '', close = '']]) => `${open.repeat(depth)}1${close.repeat(depth)}`),
  )
  fc.assert(
    fc.property(texts, operations, providers, (text, operation, provider) => {
      const body = parseJson(text, provider.limits.jsonDepth)
      if (body === undefined) return
      const reading = readPage(body, new Map(), { operation }, provider)
      expect(reading.ok ? Array.isArray(reading.value.items) : reading.problem.message !== '').toBe(true)
      const info = readKeyInfoObject(body, provider)
      expect(info.ok ? (info.value.requestsPerSecond ?? 1) > 0 : info.problem.message !== '').toBe(true)
    }),
    { numRuns: 400 },
  )
})

test('any status, headers and bytes over HTTP yield a typed answer, for pages and key info', async () => {
  const names = fc.constantFrom(
    ...['retry-after', 'content-encoding', 'content-type', 'location', 'x-charged', 'x-credits-charged'],
  )
  const values = fc.oneof(
    fc.stringMatching(/^[ -~]{0,30}$/),
    fc.constantFrom('gzip', '1', '0.5', '-1', 'soon'),
  )
  const answers = fc.record({
    status: fc.oneof(fc.constant(200), fc.integer({ min: 200, max: 599 })),
    headers: fc.dictionary(names, values),
    body: fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      bodies.map((body) => Buffer.from(JSON.stringify(body))),
    ),
  })
  let reply: RequestListener = () => undefined
  const baseUrl = await serve((request, response) => reply(request, response))
  const clients = new Map<unknown, ReturnType<typeof clientAt>>()
  await fc.assert(
    fc.asyncProperty(
      answers,
      operations,
      providers,
      async ({ status, headers, body }, operation, provider) => {
        reply = (_, response) => response.writeHead(status, headers).end(body)
        const upstream = clients.get(provider) ?? clientAt(baseUrl, provider)
        clients.set(provider, upstream)
        expectTypedAnswer(await upstream.readKeyInfo(KEY))
        expectTypedAnswer(await upstream.fetchPage(KEY, { operation, subject: 'ada' }))
      },
    ),
    { numRuns: 150 },
  )
})

test('any bytes in place of HTTP yield a typed problem', async () => {
  let reply: Uint8Array = new Uint8Array()
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(reply))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const address = server.address()
  const upstream = clientAt(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
  const heads = fc.constantFrom('', 'HTTP/1.1 ', 'HTTP/1.1 200 OK\r\n', 'HTTP/1.1 429 \r\nretry-after: ')
  await fc.assert(
    fc.asyncProperty(heads, fc.uint8Array({ maxLength: 100 }), async (head, bytes) => {
      reply = Buffer.concat([Buffer.from(head), bytes])
      const answer = await upstream.fetchPage(KEY, { operation: 'timeline', subject: 'ada' })
      expect(answer.ok).toBe(false)
      expectTypedAnswer(answer)
    }),
    { numRuns: 100 },
  )
})
