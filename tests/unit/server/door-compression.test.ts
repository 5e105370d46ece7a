import { once } from 'node:events'
import http, { type IncomingMessage, type OutgoingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, createGunzip, gunzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { installDoor } from '@/lib/server/front/door'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

const PAGE = '<p>What a credit costs</p>'.repeat(4000)

/** Returns what a client gets from a server behind the door that answers with these headers and this body. */
async function ask(accepts: string | undefined, headers: OutgoingHttpHeaders, body = PAGE) {
  installDoor({})
  const server = http.createServer((_request, response) => {
    response.writeHead(200, headers)
    response.end(body)
  })
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const request = http.get({ port, headers: accepts === undefined ? {} : { 'accept-encoding': accepts } })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return {
    encoding: answer.headers['content-encoding'],
    vary: answer.headers.vary,
    bytes: await buffer(answer),
  }
}

const HTML = { 'content-type': 'text/html' }

test('a client that supports Brotli gets a page compressed with it, others with gzip or not at all', async () => {
  const [brotli, gzip, plain] = [
    await ask('gzip, deflate, br, zstd', HTML),
    await ask('gzip', HTML),
    await ask(undefined, HTML),
  ]
  expect([brotli.encoding, brotli.vary]).toEqual(['br', 'Accept-Encoding'])
  expect(brotliDecompressSync(brotli.bytes).toString()).toBe(PAGE)
  expect(gzip.encoding).toBe('gzip')
  expect(gunzipSync(gzip.bytes).toString()).toBe(PAGE)
  expect([plain.encoding, plain.bytes.toString()]).toEqual([undefined, PAGE])
})

test.each([
  [
    'an event stream',
    { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' },
    PAGE,
  ],
  ['a file that is packed already', { 'content-type': 'application/zip' }, PAGE],
  ['a short answer', { ...HTML, 'content-length': 2 }, 'ok'],
])('%s is passed unchanged', async (_, headers, body) => {
  const { encoding, bytes } = await ask('br', headers, body)
  expect([encoding, bytes.toString()]).toEqual([undefined, body])
})

test('what is written and flushed arrives before the rest exists', async () => {
  installDoor({})
  let goOn: () => void = () => undefined
  const server = http.createServer((_request, response) => {
    response.writeHead(200, HTML)
    const flush = () => (response as typeof response & { flush(): void }).flush()
    for (const piece of ['<p>one</p>', '<p>two</p>']) {
      response.write(piece.repeat(200))
      flush()
    }
    goOn = () => response.end('<p>three</p>')
  })
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const request = http.get({ port, headers: { 'accept-encoding': 'gzip' } })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  for await (const piece of answer.pipe(createGunzip())) {
    text += String(piece)
    if (text.endsWith('<p>two</p>')) goOn()
  }
  expect(text).toBe(`${'<p>one</p>'.repeat(200)}${'<p>two</p>'.repeat(200)}<p>three</p>`)
})
