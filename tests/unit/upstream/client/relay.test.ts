import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Secret, systemClock } from '@/lib/kernel'
import { createUpstream, defaultProvider, type PageReader, type Upstream } from '@/lib/upstream/client'
import { readAndPackPage } from '@/lib/upstream/client/digest-page'

const KEY = `xd_live_${'k3Y'.repeat(10)}ab`
const posts = Array.from({ length: 100 }, (_, id) => ({ id: String(id), text: 'word '.repeat(30) }))

/** Returns a body with odd spaces and a long number, which parsing and writing again would change. */
const page = (more: string) =>
  `{ "posts" :${JSON.stringify(posts)}, "big":12345678901234567890, ${more}"next_cursor":"c1"}`

const PACKINGS = { gzip: gzipSync, zlib: deflateSync, deflate: deflateRawSync, brotli: brotliCompressSync }
const letters = Array.from({ length: 60 }, (_, at) => `${at * at * 7919} of ${at}`).join(' ')

/** A cursor into which the upstream packs the key. */
const CURSOR = Buffer.from(JSON.stringify({ key: KEY, after: 100 })).toString('base64')

const bodies: Record<string, string | Buffer> = {
  ...Object.fromEntries(
    Object.entries(PACKINGS).map(([name, pack]) => [
      name,
      pack(page(`"echo":"${KEY}","more":"${letters}",`)),
    ]),
  ),
  latin: Buffer.from('<html>Der Schl\u00fcssel fehlt.\r\n\tSiehe \u00a7 3</html>', 'latin1'),
  wide: Buffer.from('\ufeffThe key is missing', 'utf16le'),
  plain: page(''),
  keyed: page(`"echo":"${KEY}",`),
  // A JSON parser keeps the last of two fields with the same name; the first would pass in the text.
  doubled: page(`"echo":"${KEY}","echo":"gone",`),
  doubledInEscapes: page(`"echo":"${KEY.replaceAll('k', '\\u006b')}","echo":"gone",`),
  cursor: page('').replace('"c1"', JSON.stringify(CURSOR)),
  broken: page('').slice(0, -1),
  other: JSON.stringify({ nothing: 'x'.repeat(20_000) }),
}

/** How often `reader`, which does what a helper thread does, was asked for a page. */
let asked = 0
const reader: PageReader = {
  read: (given) => {
    asked++
    return readAndPackPage(given)
  },
  close: () => Promise.resolve(),
}

const server = createServer((request, response) => {
  const [, , , name = ''] = (request.url ?? '').split('/')
  const echo = name === 'header' ? { 'x-echo': KEY } : {}
  response.writeHead(200, { 'content-type': 'application/json', ...echo }).end(bodies[name] ?? bodies.plain)
})
let here: Upstream
let elsewhere: Upstream
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const given = { baseUrl, provider: defaultProvider, clock: systemClock }
  here = createUpstream(given)
  elsewhere = createUpstream({ ...given, reader })
})
afterAll(async () => {
  await here.close()
  await elsewhere.close()
  server.close()
})

const relay = async (upstream: Upstream, name: string) => {
  const request = { operation: 'timeline' as const, path: `/v1/users/${name}/tweets` }
  const { answer, received } = await upstream.relayPage(new Secret(KEY), request)
  const text = received && Buffer.from(received.body).toString()
  const read = answer.ok ? answer.value.ids : answer.problem.charged
  return { read, text, heldKey: received?.heldKey, status: received?.httpStatus }
}

test('an answer passes byte for byte, whether it is read in this thread or in another', async () => {
  asked = 0
  const passed = await relay(elsewhere, 'plain')
  expect(asked).toBe(1)
  expect(passed).toEqual(await relay(here, 'plain'))
  expect(passed).toMatchObject({ text: bodies.plain, heldKey: false })
  expect(passed.read).toHaveLength(100)
})

test.each(['keyed', 'doubled', 'doubledInEscapes', 'header', 'broken', 'other'])(
  'the answer “%s” is the same in either thread, without the key',
  async (name) => {
    const passed = await relay(elsewhere, name)
    expect(passed).toEqual(await relay(here, name))
    expect(JSON.stringify(passed)).not.toContain(KEY.slice(12))
    expect(passed.text ?? '').not.toContain('\\u006b')
    expect(passed.heldKey).toBe(['keyed', 'doubled', 'doubledInEscapes', 'header'].includes(name))
  },
)

test.each(Object.keys(PACKINGS))(
  'a body packed as %s does not pass, though no header says that it is',
  async (name) => {
    const passed = await relay(elsewhere, name)
    expect(passed).toMatchObject({ text: null, read: 'unknown' })
    expect(passed).toEqual(await relay(here, name))
  },
)

test.each(['latin', 'wide'])('a text in another encoding passes as it is: %s', async (name) => {
  const { text } = await relay(elsewhere, name)
  expect(text).toBe(bodies[name]?.toString())
})

test('a cursor that holds the key is withheld, and so leads nowhere', async () => {
  for (const upstream of [here, elsewhere]) {
    const { text = '', heldKey, read } = await relay(upstream, 'cursor')
    expect(heldKey).toBe(true)
    expect(read).toHaveLength(100)
    const { next_cursor: cursor }: { next_cursor: string } = JSON.parse(text ?? '')
    expect(cursor).toBe('[withheld: contains the API key]')
  }
})
