import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { type Operation, systemClock } from '@/lib/kernel'
import { createSandbox } from '@/lib/sandbox'
import { defaultProvider, type Provider, readProvider, unpackJson } from '@/lib/upstream/client'
import { readAndPackPage } from '@/lib/upstream/client/digest-page'
import type { PageReader } from '@/lib/upstream/client/page-reader'
import { ODD_TEXTS } from '@/tests/factories/odd-items'
import { withItems } from '@/tests/support/read-page'
import { bodies, operations, providers } from './arbitraries'
import { answering, clientAt, KEY, KEY_TEXT, serve } from './server'

/** Returns a reader that answers in place of a helper thread and records what it was sent. */
function fakeReader(): PageReader & { readonly sent: string[] } {
  const sent: string[] = []
  return {
    sent,
    read: (page) => {
      // As it arrives in another thread.
      const arrived = structuredClone(page)
      sent.push(Buffer.from(arrived.body).toString('latin1') + JSON.stringify(arrived))
      return readAndPackPage(arrived).then((reading) => structuredClone(reading))
    },
    close: () => Promise.resolve(),
  }
}

/** Fetches a page in both ways and expects equal answers, packed alike. */
async function expectTheSame(
  body: string | Uint8Array,
  operation: Operation = 'timeline',
  provider: Provider = defaultProvider,
  [status, headers]: [status: number, headers: Record<string, string>] = [200, {}],
) {
  const baseUrl = await serve((_, response) => {
    // The two calls may fall into different seconds, which a date would show.
    response.sendDate = false
    response.writeHead(status, headers).end(body)
  })
  const reader = fakeReader()
  const clock = { ...systemClock, monotonic: () => 0 }
  const upstream = clientAt(baseUrl, provider, { reader, clock })
  const whole = await upstream.fetchPage(KEY, { operation, subject: 'ada' })
  const answer = await upstream.fetchPageToStore(KEY, { operation, subject: 'ada' })
  expect(await withItems(answer)).toEqual(await withItems(whole))
  if (whole.ok && answer.ok) {
    expect(await unpackJson(await answer.value.packed())).toBe(JSON.stringify(await whole.value.items()))
    expect(await answer.value.packed()).toEqual(await whole.value.packed())
  }
  return { answer: await withItems(answer), isReadElsewhere: reader.sent.length > 0 }
}

const post = { id: '1', text: 'a', created_at: '2026-11-20T12:00:00Z' }
const page = (items: unknown, more: object = {}) => JSON.stringify({ tweets: items, ...more })
const charging = readProvider({ chargeHeader: 'x-charged', chargeField: 'meta.charge' })

test.each<[string, string | Uint8Array, Provider?, Record<string, string>?]>([
  [
    'ids past 2^53',
    `{"tweets":[{"id":20189753186420975318,"n":1e400},{"id":9007199254740993}],"next_cursor":7}`,
  ],
  ['odd texts', page(ODD_TEXTS.map((text, id) => ({ id, text })))],
  ['a byte order mark, and bytes that are no text', Buffer.from(`\ufeff${page([post])}`)],
  [
    'bytes that are no text',
    Buffer.concat([Buffer.from('{"tweets":[{"text":"'), Buffer.from([0xff, 0xe2]), Buffer.from('"}]}')]),
  ],
  ['items without ids or times', page([{ text: 'x' }, post, { text: 'y', created_at: 'soon' }])],
  ['no items', page([])],
  ['a cursor that is none', page([post], { next_cursor: { a: 1 } })],
  ['a charge in a header', page([post]), charging, { 'x-charged': ' 0.150001 ' }],
  ['a charge in a field', page([post], { meta: { charge: '9223372036854.775807' } }), charging],
  ['a call that failed inside', '{"status":"error","message":"Not enough credits"}'],
  ['no list', '{"a":1}'],
  ['no JSON', '<html>'],
  ['nothing', ''],
  ['JSON that nests too deep', `${'['.repeat(40)}${']'.repeat(40)}`],
])('%s: read the same both ways', async (_, body, provider = defaultProvider, headers = {}) => {
  const { isReadElsewhere } = await expectTheSame(body, 'timeline', provider, [200, headers])
  expect(isReadElsewhere).toBe(true)
})

test('pages of the sandbox', async () => {
  const sandbox = await createSandbox({ dataDir: null, clock: systemClock })
  const { walletId } = sandbox.operator.createWallet({ name: 'test', balanceNano: 1_000_000_000_000n })
  sandbox.operator.buyPack(walletId, 'Scale')
  const headers = { 'x-api-key': sandbox.operator.createKey(walletId).reveal() }
  const { baseUrl } = await sandbox.listen({ port: 0 })
  const { timeline, search, followers } = defaultProvider
  const paths: [Operation, string][] = [
    ['timeline', `${timeline.path}?count=100`],
    ['search', `${search.path}?q=ada&product=Top`],
    ['followers', `${followers.path}?count=200`],
  ]
  for (const [operation, path] of paths) {
    const response = await fetch(`${baseUrl}${path.replace('{user}', 'ada')}`, { headers })
    const { answer, isReadElsewhere } = await expectTheSame(await response.text(), operation)
    expect(answer.ok && answer.value.items.length).toBeGreaterThan(0)
    expect(isReadElsewhere).toBe(true)
  }
  await sandbox.close()
})

test('any answer, with any provider', async () => {
  const headers = fc.constantFrom<[number, Record<string, string>][]>(
    [200, {}],
    [200, { 'x-charged': '1.5' }],
    [200, { 'content-encoding': 'gzip' }],
    [204, {}],
    [302, {}],
    [402, {}],
    [500, {}],
  )
  await fc.assert(
    fc.asyncProperty(bodies, operations, providers, headers, async (body, operation, provider, head) => {
      await expectTheSame(JSON.stringify(body), operation, provider, head)
    }),
    { numRuns: 100 },
  )
})

test.each([KEY_TEXT, KEY_TEXT.slice(0, 25), KEY_TEXT.slice(14, 27)])(
  'an answer that repeats the key or a piece of it: both withhold the text, in the same way',
  async (secret) => {
    const { answer, isReadElsewhere } = await expectTheSame(page([{ ...post, text: `me: ${secret}` }]))
    expect(answer).toMatchObject({ ok: true, value: { items: [{ id: '1' }] } })
    expect(JSON.stringify(answer)).toContain('[withheld: contains the API key]')
    expect(JSON.stringify(answer)).not.toContain(secret.slice(-12))
    expect(isReadElsewhere).toBe(true)
  },
)

test('if the thread is busy, the page is read here', async () => {
  const baseUrl = await serve(answering(200, page([post])))
  const busy = { ...fakeReader(), read: vi.fn(() => Promise.resolve(null)) }
  const answer = await clientAt(baseUrl, {}, { reader: busy }).fetchPageToStore(KEY, {
    operation: 'timeline',
    subject: 'ada',
  })
  expect(busy.read).toHaveBeenCalledOnce()
  expect(await withItems(answer)).toMatchObject({ ok: true, value: { items: [{ id: '1' }], ids: ['1'] } })
})
