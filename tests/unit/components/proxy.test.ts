import { NextRequest } from 'next/server'
import { encode } from 'next-auth/jwt'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { SESSION_COOKIE } from '@/app/_server/session-token'
import { proxy } from '@/proxy'

const SECRET = 'a secret of tests alone, long enough'
const request = (path: string, init?: ConstructorParameters<typeof NextRequest>[1]) =>
  new NextRequest(`http://purser.test${path}`, init)
const nonceOf = (policy: string | null) => /'nonce-([^']+)'/.exec(policy ?? '')?.[1]

beforeEach(() => {
  vi.stubEnv('NEXTAUTH_SECRET', SECRET)
  return () => vi.unstubAllEnvs()
})

describe('a visitor', () => {
  test('is sent from a team’s page to the sign-in page, which remembers the way back', async () => {
    const response = await proxy(request('/acme/keys?range=7d'))
    expect(response.status).toBe(307)
    expect(response.headers.get('location')).toBe(
      'http://purser.test/sign-in?callbackUrl=%2Facme%2Fkeys%3Frange%3D7d',
    )
  })

  test('is also sent there with a forged cookie', async () => {
    const headers = { cookie: `${SESSION_COOKIE}=forged` }
    expect((await proxy(request('/acme', { headers }))).status).toBe(307)
  })

  test.each(['/', '/sign-in', '/setup', '/invite/abc', '/api/health'])('reaches %s', async (path) => {
    expect((await proxy(request(path))).status).toBe(200)
  })

  test.each(['/sign-in-please', '/setups', '/apiary'])('does not take %s for a public page', async (path) => {
    expect((await proxy(request(path))).status).toBe(307)
  })

  test('gets a post answered by the action itself, never by a redirect', async () => {
    expect((await proxy(request('/acme/keys', { method: 'POST' }))).status).toBe(200)
  })
})

test('a signed-in person reaches the team’s pages', async () => {
  const token = await encode({ token: { sub: 'p1' }, secret: SECRET })
  const headers = { cookie: `${SESSION_COOKIE}=${token}` }
  expect((await proxy(request('/acme', { headers }))).status).toBe(200)
})

describe('the content security policy', () => {
  test('has a fresh nonce for every answer', async () => {
    const policies = await Promise.all([1, 2].map(async () => (await proxy(request('/sign-in'))).headers))
    const nonces = policies.map((headers) => nonceOf(headers.get('content-security-policy')))
    expect(nonces[0]).toMatch(/^[A-Za-z0-9+/=]{20,}$/)
    expect(nonces[0]).not.toBe(nonces[1])
  })

  test('reaches the page with the same nonce, whatever the browser sends', async () => {
    const { headers } = await proxy(request('/sign-in', { headers: { 'x-nonce': 'mine' } }))
    const nonce = nonceOf(headers.get('content-security-policy'))
    expect(headers.get('x-middleware-request-x-nonce')).toBe(nonce)
    expect(headers.get('x-middleware-request-content-security-policy')).toContain(`'nonce-${nonce}'`)
  })

  test('allows no inline script, no eval, no framing, no foreign host', async () => {
    const policy = (await proxy(request('/sign-in'))).headers.get('content-security-policy') ?? ''
    const directives = Object.fromEntries(policy.split('; ').map((part) => part.split(/ (.*)/s)))
    expect(directives['script-src']).not.toMatch(/unsafe|http|\*/)
    expect(directives['style-src']).not.toMatch(/unsafe|http|\*/)
    expect(directives).toMatchObject({
      'default-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    })
  })
})
