import { afterEach, expect, test } from 'vitest'
import { requiresTls, sendMail } from '@/lib/platform/mail/send-mail'
import { startMailReceiver } from '@/tests/support/receivers'

const close: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const each of close.splice(0)) await each()
})

test.each([
  ['smtp://user:password@mail.example.org:587', true],
  ['smtp://mail.example.org', false],
  ['smtp://user:password@localhost', false],
  ['smtp://user:password@127.0.0.1:25', false],
  ['smtp://user:password@[::1]:25', false],
  ['smtp://user:password@127.0.0.1.evil.example', true],
  ['smtp://user:password@mail.example.org?requireTLS=false', false],
  ['smtp://localhost?requireTLS=true', true],
  ['smtps://user:password@mail.example.org', false],
])('whether mail to %s requires TLS: %s', (url, expected) => {
  expect(requiresTls(new URL(url))).toBe(expected)
})

test('nothing is sent through a server without TLS if it is required', async () => {
  const mail = await startMailReceiver()
  close.push(mail.close)
  const server = { from: 'purser@example.org', purserUrl: 'https://purser.example.org' }
  const letter = { to: 'ops@example.org', subject: 'Hello', text: 'Hello' }
  const refused = await sendMail({ ...server, url: `${mail.url}?requireTLS=true` }, letter)
  expect(refused).toMatchObject({ ok: false })
  expect(mail.received).toEqual([])
  expect(await sendMail({ ...server, url: mail.url }, letter)).toEqual({ ok: true })
})
