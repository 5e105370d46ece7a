import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http, { type OutgoingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createStyles } from '@/lib/server/cli/door-styles.mjs'

const servers: Server[] = []
const folder = mkdtempSync(join(tmpdir(), 'purser-styles-'))
beforeAll(() => {
  mkdirSync(join(folder, 'static/chunks'), { recursive: true })
  writeFileSync(join(folder, 'static/chunks/a-1~x.css'), 'a::before{content:"ü"}')
  writeFileSync(join(folder, 'static/chunks/ends.css'), 'a{}</style><script>')
  writeFileSync(join(folder, 'secret.css'), 'secret{}')
})
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

const POLICY = "script-src 'self' 'nonce-abc+/8=='; style-src 'self' 'nonce-abc+/8=='"
const HTML = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY }

/** What a client gets of a document that is written in these pieces. */
async function ask(pieces: readonly Buffer[], headers: OutgoingHttpHeaders) {
  const bringStyles = createStyles(folder)
  const server = http.createServer((_request, response) => {
    bringStyles(response)
    for (const [name, value] of Object.entries(headers)) if (value) response.setHeader(name, value)
    for (const piece of pieces) response.write(piece)
    response.end()
  })
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } })
  return { body: Buffer.from(await answer.arrayBuffer()), headers: answer.headers }
}

const linkTo = (name: string) =>
  `<link rel="stylesheet" href="/_next/static/chunks/${name}.css?dpl=1" nonce="abc+/8==" data-precedence="next"/>`
const KNOWN = linkTo('a-1~x')
const OTHERS = [
  linkTo('gone'),
  linkTo('ends'),
  linkTo('../../secret'),
  '<link rel="stylesheet" href="https://example.org/a-1~x.css"/>',
  '<link rel="preload" as="style" href="/_next/static/chunks/a-1~x.css"/>',
]
const DOCUMENT = [
  `<head>${KNOWN}${OTHERS.join('')}</head>`,
  '<p>Zürich 😀 < 3, <link rel="styl</p>',
  `<script>"${KNOWN.replaceAll('<', '\\u003c')}"</script>${KNOWN}`,
  '<link rel="stylesheet" href="',
].join('')
const BROUGHT = DOCUMENT.replaceAll(
  KNOWN,
  `<style nonce="abc+/8==">a::before{content:"ü"}</style>${KNOWN.replace('/>', ' disabled=""/>')}`,
)

test('a document brings the styles of its build, and the links stay, switched off, in whatever pieces it is written', async () => {
  const bytes = Buffer.from(DOCUMENT)
  const cuts = fc.uniqueArray(fc.nat(bytes.length), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(cuts, async (places) => {
      const ends = [...places.sort((one, other) => one - other), bytes.length]
      const pieces = ends.map((end, place) => bytes.subarray(ends[place - 1] ?? 0, end))
      expect((await ask(pieces, HTML)).body.toString()).toBe(BROUGHT)
    }),
    { numRuns: 60 },
  )
})

test('a document tells no length that it has no more, and has the browser load no styles beforehand', async () => {
  const bytes = Buffer.from(DOCUMENT)
  const style = (name: string) =>
    `</_next/static/chunks/${name}.css?dpl=1>; rel=preload; as="style"; nonce="abc+/8=="`
  const script = '</a.js>; rel=preload; as="script"; nonce="abc+/8=="'
  const asked = async (link: string) =>
    (await ask([bytes], { ...HTML, 'content-length': String(bytes.length), link })).headers.get('link')
  expect(await asked([style('a'), style('b')].join(', '))).toBeNull()
  expect(await asked([style('a'), script, style('b')].join(', '))).toBe(script)
  expect(await asked(script)).toBe(script)
})

test('what is no document, or has no policy with a nonce, passes byte for byte', async () => {
  const bytes = Buffer.concat([Buffer.from(DOCUMENT), Buffer.from([0, 255, 60])])
  const plain = { ...HTML, 'content-type': 'application/octet-stream' }
  expect((await ask([bytes], plain)).body.equals(bytes)).toBe(true)
  const open = { ...HTML, 'content-security-policy': "style-src 'self' 'unsafe-inline'" }
  expect((await ask([bytes], open)).body.equals(bytes)).toBe(true)
})
