import { expect, test } from 'vitest'
import { Secret } from '@/lib/kernel'
import { withRequest } from '@/lib/platform/process'
import { newGatewayToken } from '@/lib/platform/vault'
import { createLog } from '@/lib/server/runtime/log'

const lines: string[] = []
const written = (write: (log: ReturnType<typeof createLog>) => void, level: 'info' | 'warn' = 'info') => {
  lines.length = 0
  write(createLog({ LOG_LEVEL: level }, { write: (line) => void lines.push(line) }))
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

const KEY = `xd_live_${'AbCdEfGh'.repeat(4)}`
const GATEWAY_KEY = newGatewayToken()
const SESSION = 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..abcdefgh.ijklmnop'
const COOKIE = `__Host-purser.browser=0191-a.b-c; purser.session=${SESSION}`
const TOKEN = 'x'.repeat(43)
const BEARER = 'Bearer some-token-of-a-scraper'
const PASSWORD = 'correct horse battery staple'

test.each([
  ['an API key', KEY],
  ['a gateway key', GATEWAY_KEY],
  ['a token of ours', TOKEN],
  ['a bearer', BEARER],
  ['a session', SESSION],
])(
  '%s is in no line: not as text, in a field, in an error, in its cause, or in its properties',
  (_, secret) => {
    const error = Object.assign(
      new Error(`refused ${secret} today`, { cause: new Error(`with ${secret}!`) }),
      {
        meta: { request: { given: [secret], message: `"${secret}"` } },
      },
    )
    const told = written((log) => {
      log.info(`it was ${secret}, they said`)
      log.info({ note: secret, inner: { list: [`a ${secret}`] } }, `it was "${secret}"`)
      log.error({ err: error, runId: 'r' }, 'run failed')
      log.error(error)
    })
    expect(told).toHaveLength(4)
    expect(lines.join('')).not.toContain(secret)
    expect(lines.join('')).not.toContain(secret.slice(8))
    expect(told[2]).toMatchObject({ msg: 'run failed', runId: 'r', err: { type: 'Error' } })
  },
)

test('a field for secrets is in no line, whatever it contains', () => {
  const headers = { cookie: COOKIE, authorization: 'anything', 'x-purser-source': '127.0.0.1' }
  written((log) => {
    log.info({ password: PASSWORD, given: { newPassword: PASSWORD }, headers, key: new Secret(KEY) })
    log.error({ err: Object.assign(new Error('no'), { token: 'abc', cookies: { a: 'b1' } }) })
    log.warn(`cookie: ${COOKIE}`)
  })
  for (const secret of [PASSWORD, SESSION, '0191-a.b-c', 'anything', '"abc"', 'b1', KEY])
    expect(lines.join('')).not.toContain(secret)
  expect(lines.join('')).toContain('127.0.0.1')
})

test('a line names its request, and LOG_LEVEL decides which lines are written', async () => {
  const told = written((log) => {
    withRequest({ requestId: 'r-7', place: null }, () => log.warn('here'))
    log.info('quiet')
    log.warn({ calls: 3n }, 'there')
  }, 'warn')
  expect(told).toMatchObject([
    { requestId: 'r-7', msg: 'here' },
    { msg: 'there', calls: '3' },
  ])
  expect(told[1]).not.toHaveProperty('requestId')
})

test('an error that contains itself can be written', () => {
  const error: Error & { self?: unknown } = new Error('round')
  error.self = { error }
  expect(written((log) => log.error({ err: error }, 'failed'))[0]).toMatchObject({ msg: 'failed' })
})
