import { createHmac } from 'node:crypto'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { afterEach, expect, test, vi } from 'vitest'
import {
  type ChannelMessage,
  type ChannelTarget,
  makeWebhookSecret,
  type SendOptions,
  sendMessage,
} from '@/lib/alerts/channels'
import { describeUnreachable, postJson } from '@/lib/alerts/channels/webhooks'
import { startHttpReceiver, startMailReceiver } from '@/tests/support/receivers'

const AT = new Date('2026-03-10T12:00:00Z')
const MESSAGE: ChannelMessage = {
  event: 'fired',
  kind: 'low_balance',
  title: 'Main is low <1 %>',
  detail: 'The wallet “Main” holds 12.5 credits & falls.',
  teamName: 'Acme "East"',
  at: AT,
  url: 'https://purser.example.org/acme/wallets/1',
  data: { balance: '12.5' },
}
const OPTIONS: SendOptions = { id: 'msg_1', at: AT, allowPrivate: true, mailServer: null }

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(open.splice(0).map((one) => one.close()))
})
const keep = async <T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
  const one = await starting
  open.push(one)
  return one
}
const http = (...args: Parameters<typeof startHttpReceiver>) => keep(startHttpReceiver(...args))

test('Slack gets text and blocks, with its three characters escaped', async () => {
  const { url, received } = await http()
  expect(await sendMessage({ kind: 'slack', url }, MESSAGE, OPTIONS)).toEqual({ ok: true })
  const body = JSON.parse(received[0]?.body ?? '')
  expect(body.text).toBe('Main is low &lt;1 %&gt;\nThe wallet “Main” holds 12.5 credits &amp; falls.')
  expect(body.blocks[0].text.text).toContain('<https://purser.example.org/acme/wallets/1|Open in Purser>')
})

test('a signed webhook can be verified as Standard Webhooks describes, and keeps its id when repeated', async () => {
  const { url, received } = await http()
  const secret = makeWebhookSecret()
  const target: ChannelTarget = { kind: 'webhook', url, secret }
  await sendMessage(target, MESSAGE, OPTIONS)
  await sendMessage(target, { ...MESSAGE, event: 'recovered' }, OPTIONS)
  expect(received).toHaveLength(2)
  const types: string[] = []
  for (const { headers, body } of received) {
    expect(headers['webhook-id']).toBe('msg_1')
    expect(headers['webhook-timestamp']).toBe(String(AT.getTime() / 1000))
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    )
    types.push(JSON.parse(body).type)
    expect(JSON.parse(body).data).toMatchObject({ kind: 'low_balance', balance: '12.5', team: 'Acme "East"' })
  }
  expect(types).toEqual(['alert.fired', 'alert.recovered'])
})

test('the library that receivers use accepts a signed webhook, and refuses one that was changed or is old', async () => {
  const { url, received } = await http()
  const secret = makeWebhookSecret()
  await sendMessage({ kind: 'webhook', url, secret }, MESSAGE, OPTIONS)
  const { body, headers } = received[0] ?? expect.unreachable('nothing was received')
  const sent = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(headers[name])]),
  )
  const receiver = new Webhook(secret)
  vi.useFakeTimers({ now: AT, toFake: ['Date'] })
  expect(receiver.verify(body, sent)).toEqual(JSON.parse(body))
  const refused = (text: string, changes: Record<string, string> = {}, by = receiver) =>
    expect(() => by.verify(text, { ...sent, ...changes })).toThrow(WebhookVerificationError)
  refused(`${body} `)
  refused(body, { 'webhook-id': 'msg_2' })
  refused(body, {}, new Webhook(makeWebhookSecret()))
  vi.setSystemTime(AT.getTime() + 301_000)
  refused(body)
})

test('an e-mail arrives as text and as HTML, and none of its text becomes markup or headers', async () => {
  const mail = await keep(startMailReceiver())
  const sent = await sendMessage(
    { kind: 'email', to: 'ops@example.org' },
    { ...MESSAGE, title: 'Low\r\nBcc: everybody@example.org' },
    {
      ...OPTIONS,
      mailServer: {
        url: mail.url,
        from: 'Purser <purser@example.org>',
        purserUrl: 'https://purser.example.org',
      },
    },
  )
  expect(sent).toEqual({ ok: true })
  const [got] = mail.received
  expect(got?.from).toBe('purser@example.org')
  expect(got?.to).toEqual(['ops@example.org'])
  const headers = got?.text.split('\r\n\r\n')[0] ?? ''
  expect(headers).toContain('Subject: ')
  expect(headers).not.toMatch(/^Bcc:/m)
  expect(got?.text).toContain('&amp; falls')
})

test('without a mail server, the answer says which setting names one', async () => {
  const sent = await sendMessage({ kind: 'email', to: 'ops@example.org' }, MESSAGE, OPTIONS)
  expect(sent).toMatchObject({ ok: false, mayTryAgain: false, problem: expect.stringContaining('SMTP_URL') })
})

test('a nonexistent mailbox is not tried again; an unreachable server is', async () => {
  const mail = await keep(startMailReceiver('gone@example.org'))
  const send = (url: string) =>
    sendMessage({ kind: 'email', to: 'gone@example.org' }, MESSAGE, {
      ...OPTIONS,
      mailServer: { url, from: 'purser@example.org', purserUrl: 'https://purser.example.org' },
    })
  expect(await send(mail.url)).toMatchObject({ ok: false, mayTryAgain: false })
  expect(await send('smtp://127.0.0.1:1')).toMatchObject({ ok: false, mayTryAgain: true })
})

test.each([
  [410, false],
  [404, false],
  [429, true],
  [500, true],
])('an answer of %i: tried again %s, and its text is reported', async (status, mayTryAgain) => {
  const { url } = await http((response) => {
    response.writeHead(status, { 'retry-after': '7' }).end('no such hook')
  })
  expect(await sendMessage({ kind: 'slack', url }, MESSAGE, OPTIONS)).toEqual({
    ok: false,
    problem: `The address answered ${status}. It said: no such hook`,
    mayTryAgain,
    retryAfterMs: 7000,
  })
})

test.each([
  ['as it is', (path: string) => `Cannot POST ${path}`],
  ['escaped', (path: string) => `<pre>${encodeURIComponent(path)}</pre>`],
  ['the secret part alone', (path: string) => `unknown hook “${path.split('/').at(-1)}”`],
])('a receiver that quotes its address is not reported: %s', async (_, quote) => {
  const { url } = await http((response) => {
    response.writeHead(404).end(quote(response.req.url ?? ''))
  })
  const secret = '/services/T024BE7LD/B024BE7LE/kq5vXa0rT2mYw8Zb'
  const sent = await sendMessage({ kind: 'slack', url: new URL(secret, url).href }, MESSAGE, OPTIONS)
  expect(sent).toMatchObject({
    problem: 'The address answered 404. It said: [withheld: contains the address]',
  })
})

test('an absurd retry-after is cut to a day', async () => {
  const { url } = await http((response) => {
    response.writeHead(503, { 'retry-after': '1e300' }).end()
  })
  const day = 86_400_000
  expect(await sendMessage({ kind: 'slack', url }, MESSAGE, OPTIONS)).toMatchObject({ retryAfterMs: day })
})

test('a redirect is not followed', async () => {
  const trap = await http()
  const { url } = await http((response) => {
    response.writeHead(302, { location: trap.url }).end()
  })
  const sent = await sendMessage({ kind: 'slack', url }, MESSAGE, OPTIONS)
  expect(sent).toMatchObject({ ok: false, mayTryAgain: false, problem: expect.stringContaining('redirect') })
  expect(trap.received).toEqual([])
})

test('a silent receiver times out, and an endless answer is cut', async () => {
  const silent = await http(() => undefined)
  expect(
    await sendMessage({ kind: 'slack', url: silent.url }, MESSAGE, { ...OPTIONS, timeLimitMs: 100 }),
  ).toEqual({
    ok: false,
    problem: 'The address did not answer within 0.1 s.',
    mayTryAgain: true,
  })
  const endless = await http((response) => {
    response.writeHead(500)
    response.end('x'.repeat(5_000_000))
  })
  const sent = await sendMessage({ kind: 'slack', url: endless.url }, MESSAGE, OPTIONS)
  expect(sent.ok ? '' : sent.problem.length).toBeLessThan(300)
})

test('a private address is refused at connect time, whatever the name resolved to before', async () => {
  const { url, received } = await http()
  expect(
    await sendMessage({ kind: 'slack', url }, MESSAGE, { ...OPTIONS, allowPrivate: false }),
  ).toMatchObject({
    ok: false,
    mayTryAgain: false,
    problem: expect.stringContaining('PURSER_ALLOW_PRIVATE_ADDRESSES'),
  })
  const named = url.replace('127.0.0.1', 'rebound.example.org')
  const sent = await postJson(named, '{}', {}, { allowPrivate: false, resolve: async () => ['127.0.0.1'] })
  expect(sent).toMatchObject({ ok: false, mayTryAgain: false })
  expect(received).toEqual([])
})

test('the connection goes to the address that was checked', async () => {
  const { url, received } = await http()
  const named = url.replace('127.0.0.1', 'nowhere.invalid')
  let lookups = 0
  const resolve = async () => {
    lookups++
    return lookups === 1 ? ['127.0.0.1'] : ['192.0.2.1']
  }
  expect(await postJson(named, '{}', {}, { allowPrivate: true, resolve })).toEqual({ ok: true })
  expect(received[0]?.headers.host).toMatch(/^nowhere\.invalid:/)
})

test.each([
  [{ code: 'ENOTFOUND', hostname: 'example.com' }, 'The host example.com was not found.'],
  [{ code: 'ECONNREFUSED' }, 'The address refused the connection: nothing answers at its port.'],
  [{ code: 'CERT_HAS_EXPIRED' }, 'The certificate of the address has expired.'],
  [{ code: 'EODD' }, 'The address could not be reached: odd'],
])('a connection that fails with %j is described in words', (facts, words) => {
  expect(describeUnreachable(Object.assign(new Error('odd'), facts))).toBe(words)
})

test('a host that is not found is named', async () => {
  const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND'), {
    code: 'ENOTFOUND',
    hostname: 'a.example',
  })
  const options = { allowPrivate: true, resolve: () => Promise.reject(unknown) }
  expect(await postJson('http://a.example/', '{}', {}, options)).toEqual({
    ok: false,
    problem: 'The host a.example was not found.',
    mayTryAgain: true,
  })
})
