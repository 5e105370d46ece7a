import type { RequestListener } from 'node:http'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { withItems } from '@/tests/support/read-page'
import { answering, clientAt, clientOf, KEY, KEY_TEXT, TIMELINE } from './server'

const SECRET_PART = KEY_TEXT.slice(12)

/** Returns everything that a log, an error page or a database row could make of a value. */
const everyFormOf = (value: unknown): string =>
  [
    inspect(value, { depth: null, showHidden: true, getters: true }),
    JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}` : inner)),
    String(value),
  ].join('\n')

const echo: RequestListener = (request, response) => {
  response.writeHead(Number(request.url?.split('/')[3]), { 'x-echo': KEY_TEXT })
  response.end(JSON.stringify({ message: `Your headers: ${JSON.stringify(request.headers)}` }))
}

test.each([200, 302, 400, 401, 402, 404, 429, 500])(
  'an upstream that repeats the key with %i',
  async (status) => {
    const upstream = await clientOf(echo)
    const answer = await upstream.fetchPage(KEY, { operation: 'timeline', subject: String(status) })
    expect(answer.httpStatus).toBe(status)
    expect(everyFormOf(answer)).not.toContain(SECRET_PART)
  },
)

test('its words still name the key by its prefix', async () => {
  const upstream = await clientOf(answering(401, { message: `Unknown key ${KEY_TEXT}` }))
  const answer = await upstream.readKeyInfo(KEY)
  expect(answer).toMatchObject({ problem: { upstreamWords: 'Unknown key xd_live_abcd…' } })
})

test('a key that is written with escapes', async () => {
  const escaped = `\\u0078${KEY_TEXT.slice(1, 20)}\\u00${KEY_TEXT.charCodeAt(20).toString(16)}${KEY_TEXT.slice(21)}`
  const upstream = await clientOf(answering(401, `{"message":"Unknown key ${escaped}"}`))
  const answer = await upstream.readKeyInfo(KEY)
  const words = answer.ok ? '' : answer.problem.upstreamWords
  expect(words).toMatch(/^Unknown key xd_live_/)
  for (let start = 1; start + 12 <= KEY_TEXT.length; start++)
    expect(words).not.toContain(KEY_TEXT.slice(start, start + 12))
})

test('a piece of a key', async () => {
  const upstream = await clientOf(answering(401, { message: `Unknown key ${KEY_TEXT.slice(0, 30)}***` }))
  const answer = await upstream.readKeyInfo(KEY)
  expect(answer).toMatchObject({
    problem: { upstreamWords: expect.stringMatching(/^Unknown key xd_live_abcd…/) },
  })
  expect(everyFormOf(answer)).not.toContain(KEY_TEXT.slice(12, 24))
})

test('a key info object that holds the whole key, and items that do', async () => {
  const body = { key_prefix: KEY_TEXT, balance: 1, rate_limit_qps: 1, tweets: [{ id: 1, text: KEY_TEXT }] }
  const upstream = await clientOf(answering(200, body))
  const info = await upstream.readKeyInfo(KEY)
  expect(info).toMatchObject({ ok: true })
  expect(everyFormOf([info, await withItems(await upstream.fetchPage(KEY, TIMELINE))])).not.toContain(
    SECRET_PART,
  )
})

test('calls that fail on their way', async () => {
  const broken = await clientOf((request) => request.socket.destroy())
  const slow = await clientOf(() => undefined, { limits: { answerMs: 50 } })
  const closed = clientAt('http://127.0.0.1:9')
  await closed.close()
  const answers = await Promise.all(
    [broken, slow, closed, clientAt('http://upstream.invalid')].map((upstream) =>
      upstream.fetchPage(KEY, TIMELINE),
    ),
  )
  expect(answers.map(({ ok }) => ok)).toEqual([false, false, false, false])
  expect(everyFormOf(answers)).not.toContain(SECRET_PART)
  expect(everyFormOf([broken, closed])).not.toContain(SECRET_PART)
})
