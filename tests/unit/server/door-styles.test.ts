import { once } from 'node:events'
import http, { type OutgoingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { installDoor } from '@/lib/server/cli/door.mjs'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

const POLICY = "script-src 'self' 'nonce-abc+/8=='; style-src 'self' 'nonce-abc+/8=='"
const HTML = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY }

/** What a client gets of a document that is written in these pieces. */
async function ask(pieces: readonly Buffer[], headers: OutgoingHttpHeaders): Promise<Buffer> {
  installDoor({})
  const server = http.createServer((_request, response) => {
    for (const [name, value] of Object.entries(headers)) if (value) response.setHeader(name, value)
    for (const piece of pieces) response.write(piece)
    response.end()
  })
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } })
  return Buffer.from(await answer.arrayBuffer())
}

const DOCUMENT = [
  '<head><style data-precedence="next" data-href="/a.css">a{}</style></head>',
  '<p>Zürich 😀 < 3, <styl</p>',
  '<style media="not all" data-precedence="next" data-href="/b.css">b{}</style>',
  '<script>"\\u003cstyle data-precedence=\\"next\\""</script><style nonce="x">c{}</style><style',
].join('')
const SIGNED = DOCUMENT.replace('<style data', '<style nonce="abc+/8==" data').replace(
  '<style media',
  '<style nonce="abc+/8==" media',
)

test('The styles of a document get the nonce of its policy, in whatever pieces it is written', async () => {
  const bytes = Buffer.from(DOCUMENT)
  const cuts = fc.uniqueArray(fc.nat(bytes.length), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(cuts, async (places) => {
      const ends = [...places.sort((one, other) => one - other), bytes.length]
      const pieces = ends.map((end, place) => bytes.subarray(ends[place - 1] ?? 0, end))
      expect((await ask(pieces, HTML)).toString()).toBe(SIGNED)
    }),
    { numRuns: 60 },
  )
})

test('A document that tells its length tells none once it is longer', async () => {
  const bytes = Buffer.from(DOCUMENT)
  const headers = { ...HTML, 'content-length': String(bytes.length) }
  expect((await ask([bytes], headers)).toString()).toBe(SIGNED)
})

test('What is no document, or has no policy with a nonce, passes byte for byte', async () => {
  const bytes = Buffer.concat([Buffer.from(DOCUMENT), Buffer.from([0, 255, 60])])
  const plain = { ...HTML, 'content-type': 'application/octet-stream' }
  expect((await ask([bytes], plain)).equals(bytes)).toBe(true)
  const open = { ...HTML, 'content-security-policy': "style-src 'self' 'unsafe-inline'" }
  expect((await ask([bytes], open)).equals(bytes)).toBe(true)
})
