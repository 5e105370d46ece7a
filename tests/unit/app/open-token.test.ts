import { encode } from 'next-auth/jwt'
import { afterEach, expect, test, vi } from 'vitest'
import { openSessionToken } from '@/app/_server/session-token'

const SECRET = 'a secret of this test, long enough'
const MINUTE_S = 60
const seal = (maxAge = MINUTE_S) =>
  encode({ token: { sub: 'person', sid: 'session' }, secret: SECRET, maxAge })

afterEach(() => {
  vi.useRealTimers()
})

test('a token opens any number of times, and only with its own secret', async () => {
  const token = await seal()
  for (let time = 0; time < 3; time++)
    expect(await openSessionToken({ token, secret: SECRET })).toMatchObject({ sub: 'person', sid: 'session' })
  expect(await openSessionToken({ token, secret: 'another secret, as long as it was' })).toBeNull()
  expect(await openSessionToken({ token, secret: '' })).toBeNull()
})

test('a token that was opened before no longer opens once it is too old', async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
  const token = await seal()
  expect(await openSessionToken({ token, secret: SECRET })).not.toBeNull()
  // The library tolerates clocks that differ by some seconds.
  vi.setSystemTime(Date.now() + (MINUTE_S + 30) * 1000)
  expect(await openSessionToken({ token, secret: SECRET })).toBeNull()
  vi.setSystemTime(Date.now() - (MINUTE_S + 30) * 1000)
})

test('an altered token never opens, even after the genuine one has', async () => {
  const token = await seal()
  await openSessionToken({ token, secret: SECRET })
  const [head, key, nonce, body, tag] = token.split('.')
  for (const altered of [
    '',
    'x',
    token.slice(0, -4),
    `${token}.`,
    [head, key, nonce, body, `A${tag?.slice(1)}`].join('.'),
    [head, key, nonce, `A${body?.slice(1)}`, tag].join('.'),
    `${SECRET} ${token}`,
  ])
    if (altered !== token) expect(await openSessionToken({ token: altered, secret: SECRET })).toBeNull()
})
