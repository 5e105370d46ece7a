import http, { type IncomingHttpHeaders } from 'node:http'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { admitRequest, doorSettings, installDoor } from '@/lib/server/front/door'
import { createSourceFinder } from '@/lib/server/front/source'

const settings = (env: Record<string, string> = {}) => doorSettings(env)
const PROXIES = '127.0.0.1,10.0.0.0/8,fd00::/8'

interface Given {
  readonly peer?: string
  readonly headers?: IncomingHttpHeaders
  readonly env?: Record<string, string>
  readonly url?: string
  readonly method?: string
}

/** Returns what the app sees of a request. */
function pass({ peer = '127.0.0.1', headers = {}, env = {}, url = '/', method = 'GET' }: Given) {
  const seen: IncomingHttpHeaders = { host: 'localhost:3000', ...headers }
  const answer = admitRequest({ method, url, headers: seen, socket: { remoteAddress: peer } }, settings(env))
  return { ...answer, headers: seen }
}

describe('the source of a visitor', () => {
  test.each([
    // TRUSTED_PROXIES, the peer, X-Forwarded-For, and the source.
    ['', '203.0.113.7', undefined, '203.0.113.7'],
    ['', '203.0.113.7', '1.1.1.1', '203.0.113.7'],
    ['', '::ffff:203.0.113.7', '1.1.1.1', '203.0.113.7'],
    ['', '::1', '1.1.1.1', '::1'],
    [PROXIES, '203.0.113.7', '1.1.1.1', '203.0.113.7'],
    [PROXIES, '10.1.2.3', '1.1.1.1', '1.1.1.1'],
    [PROXIES, '::ffff:10.1.2.3', '1.1.1.1', '1.1.1.1'],
    [PROXIES, '10.1.2.3', '::ffff:c000:201', '192.0.2.1'],
    [PROXIES, 'fd00::1', '2001:db8::9', '2001:db8::9'],
    // The client wrote the left part itself.
    [PROXIES, '10.1.2.3', '6.6.6.6, 1.1.1.1', '1.1.1.1'],
    [PROXIES, '10.1.2.3', '6.6.6.6, 1.1.1.1, 10.9.9.9', '1.1.1.1'],
    [PROXIES, '10.1.2.3', '10.4.4.4, 10.9.9.9', '10.4.4.4'],
    [PROXIES, '10.1.2.3', undefined, '10.1.2.3'],
    [PROXIES, '10.1.2.3', '', '10.1.2.3'],
    [PROXIES, '10.1.2.3', 'unknown', '10.1.2.3'],
    [PROXIES, '10.1.2.3', '1.1.1.1, nonsense', '10.1.2.3'],
    [PROXIES, '10.1.2.3', '1.1.1.1:5050', '1.1.1.1'],
    [PROXIES, '10.1.2.3', '[2001:db8::9]:5050', '2001:db8::9'],
    [PROXIES, undefined, '1.1.1.1', 'unknown'],
  ])('TRUSTED_PROXIES=%s, peer %s, X-Forwarded-For %s: %s', (proxies, peer, forwarded, source) => {
    expect(createSourceFinder(proxies).find(peer, forwarded)).toBe(source)
  })

  test('an untrusted peer is its own source, whatever it sends', () => {
    const text = fc.oneof(fc.string(), fc.ipV4(), fc.ipV6())
    fc.assert(
      fc.property(fc.ipV4(), fc.array(text), fc.array(text), (peer, forwarded, own) => {
        const headers = {
          'x-forwarded-for': forwarded.join(', '),
          'x-real-ip': forwarded[0] ?? '1.1.1.1',
          forwarded: `for=${forwarded.join()}`,
          'x-forwarded-host': 'evil.example',
          'x-forwarded-proto': 'https',
          'x-purser-source': own.join(),
          'x-request-id': own.join(),
          'x-purser-local': 'yes',
          'x-purser-https': 'yes',
        }
        const seen = pass({ peer, headers }).headers
        const { 'x-request-id': requestId, ...others } = seen
        expect(others).toEqual({ host: 'localhost:3000', 'x-purser-source': peer })
        expect(requestId).toMatch(/^[\da-f-]{36}$/)
      }),
    )
  })

  test.each([
    ['203.0.113.7', 'of-a-stranger', false],
    ['10.0.0.1', 'of-the-proxy:7.1', true],
    ['10.0.0.1', 'short', false],
    ['10.0.0.1', 'two\nlines of a log', false],
    ['10.0.0.1', 'x'.repeat(65), false],
  ])('a request id from peer %s, %j, is accepted: %s', (peer, given, isTaken) => {
    const { requestId, headers } = pass({
      peer,
      env: { TRUSTED_PROXIES: PROXIES },
      headers: { 'x-request-id': given },
    })
    expect(headers['x-request-id']).toBe(requestId)
    expect(requestId === given).toBe(isTaken)
  })

  test('a trusted proxy’s own addition to the list is the source, and the visitor’s part is never used', () => {
    fc.assert(
      fc.property(fc.array(fc.ipV4()), fc.ipV4(), (claimed, real) => {
        fc.pre(!settings({ TRUSTED_PROXIES: PROXIES }).sources.trusts(real))
        const forwarded = [...claimed, real].join(', ')
        const { headers } = pass({
          peer: '10.0.0.1',
          env: { TRUSTED_PROXIES: PROXIES },
          headers: { 'x-forwarded-for': forwarded },
        })
        expect(headers['x-purser-source']).toBe(real)
      }),
    )
  })
})

describe('a visitor on the machine itself', () => {
  const isLocal = (given: Given) => pass(given).headers['x-purser-local'] === 'yes'
  test.each<[string, Given, boolean]>([
    ['over loopback', {}, true],
    ['over IPv6’s loopback', { peer: '::1', headers: { host: '[::1]:3000' } }, true],
    ['from another machine', { peer: '192.168.1.5' }, false],
    ['over loopback with X-Forwarded-For', { headers: { 'x-forwarded-for': '1.1.1.1' } }, false],
    ['over loopback with Forwarded', { headers: { forwarded: 'for=1.1.1.1' } }, false],
    ['over loopback with X-Real-IP', { headers: { 'x-real-ip': '1.1.1.1' } }, false],
    ...[
      'x-forwarded',
      'x-original-forwarded-for',
      'x-original-host',
      'cf-connecting-ip',
      'cf-ray',
      'cdn-loop',
      'true-client-ip',
      'x-client-ip',
      'x-cluster-client-ip',
      'fastly-client-ip',
      'client-ip',
    ].map((name): [string, Given, boolean] => [
      `over loopback with ${name}`,
      { headers: { [name]: '1.1.1.1' } },
      false,
    ]),
    ['over loopback with Via', { headers: { via: '1.1 proxy' } }, false],
    ['claiming to be', { peer: '192.168.1.5', headers: { 'x-purser-local': 'yes' } }, false],
    ['by a name that was pointed here', { headers: { host: 'evil.example:3000' } }, false],
    ['of a public address', { env: { NEXTAUTH_URL: 'https://purser.example.org' } }, false],
    [
      'of a trusted proxy',
      { headers: { 'x-forwarded-for': '1.1.1.1' }, env: { TRUSTED_PROXIES: PROXIES } },
      false,
    ],
  ])('%s', (_, given, expected) => {
    expect(isLocal(given)).toBe(expected)
  })
})

describe('https', () => {
  test.each<[string, Given, boolean]>([
    ['NEXTAUTH_URL has it', { env: { NEXTAUTH_URL: 'https://purser.example.org' } }, true],
    ['NEXTAUTH_URL has http', { env: { NEXTAUTH_URL: 'http://purser.example.org' } }, false],
    ['nobody says so', {}, false],
    ['a stranger says so', { headers: { 'x-forwarded-proto': 'https' } }, false],
    [
      'a trusted proxy says so',
      { env: { TRUSTED_PROXIES: PROXIES }, headers: { 'x-forwarded-proto': 'https' } },
      true,
    ],
  ])('%s', (_, given, expected) => {
    const { isHttps, headers } = pass(given)
    expect(isHttps).toBe(expected)
    expect(headers['x-purser-https']).toBe(expected ? 'yes' : undefined)
  })

  test('an action from the public address is compared with that address, even if the proxy changed the host', () => {
    const env = { NEXTAUTH_URL: 'https://purser.example.org' }
    const host = (origin: string) => pass({ env, headers: { origin } }).headers['x-forwarded-host']
    expect(host('https://purser.example.org')).toBe('purser.example.org')
    expect(host('https://evil.example')).toBeUndefined()
  })
})

describe('a request from a page of another address is refused', () => {
  const env = { NEXTAUTH_URL: 'https://purser.example.org' }
  const trusted = { TRUSTED_PROXIES: PROXIES }
  const forwarded = { 'x-forwarded-host': 'purser.example.org', 'x-forwarded-for': '1.1.1.1' }
  test.each<[string, Given, number | null]>([
    ['from its own page', { headers: { origin: 'http://localhost:3000' } }, null],
    ['from no page, as a script', {}, null],
    ['from another host', { headers: { origin: 'http://evil.example' } }, 403],
    ['from another port', { headers: { origin: 'http://localhost:9999' } }, 403],
    ['from a page without an address', { headers: { origin: 'null' } }, 403],
    ['from the public address, by another host', { env, headers: { origin: env.NEXTAUTH_URL } }, null],
    ['from elsewhere than the public address', { env, headers: { origin: 'https://evil.example' } }, 403],
    [
      'from the host that a trusted proxy names',
      { env: trusted, headers: { ...forwarded, origin: 'https://purser.example.org' } },
      null,
    ],
    [
      'from the host that a stranger names',
      { headers: { ...forwarded, origin: 'https://purser.example.org' } },
      403,
    ],
  ])('%s', (_, given, refusal) => {
    expect(pass({ method: 'POST', ...given }).refusal).toBe(refusal)
    expect(pass(given).refusal).toBeNull()
  })
})

describe('the door answers requests that would make Next fail', () => {
  const tree = (value: unknown) => encodeURIComponent(JSON.stringify(value))
  const FORM = 'application/x-www-form-urlencoded'
  const post = (headers: IncomingHttpHeaders): Given => ({ method: 'POST', url: '/sign-in', headers })
  test.each<[string, Given, number | null]>([
    ['a page', { url: '/acme/keys?x=%ff' }, null],
    ['%ff in a path', { url: '/%ff' }, 400],
    ['a lone %', { url: '/acme/%' }, 400],
    ['%00 in a path', { url: '/acme/runs/%00' }, 400],
    ['%00 in a query', { url: '/acme/alerts?past=%00' }, 400],
    ['an origin that is no address', { headers: { origin: 'nowhere' } }, 400],
    ['the origin of a page without one', { headers: { origin: 'null' } }, null],
    ['TRACE', { method: 'TRACE' }, 405],
    ['an action', post({ 'next-action': '7f', 'content-type': 'text/plain;charset=UTF-8' }), null],
    ['an action with parts', post({ 'next-action': '7f', 'content-type': 'multipart/form-data' }), null],
    ['a plain form', post({ 'content-type': FORM }), null],
    ['an action as a plain form', post({ 'next-action': '7f', 'content-type': FORM }), 400],
    ['an empty action as a plain form', post({ 'next-action': '', 'content-type': FORM }), 400],
    ['parts without an action', post({ 'content-type': 'Multipart/Form-Data; boundary=x' }), 400],
    ['parts for the API', { ...post({ 'content-type': 'multipart/form-data' }), url: '/api/v1/runs' }, null],
    [
      'a router state',
      { headers: { 'next-router-state-tree': tree(['', { children: ['acme', {}] }, null]) } },
      null,
    ],
    ['a router state that is none', { headers: { 'next-router-state-tree': '{' } }, 400],
    ['one that is not encoded right', { headers: { 'next-router-state-tree': '%ff' } }, 400],
    ['one that is a number', { headers: { 'next-router-state-tree': '1' } }, 400],
    ['one with a wrong slot', { headers: { 'next-router-state-tree': tree(['', { children: 7 }]) } }, 400],
  ])('%s', (_, given, refusal) => {
    expect(pass(given).refusal).toBe(refusal)
  })
})

test('the door is installed on the first server that is created, whose connections have time limits, and on no other', () => {
  const usual = http.createServer()
  installDoor({})
  const [first, second] = [http.createServer(() => undefined), http.createServer()]
  expect(first).toMatchObject({ maxConnections: 2000, headersTimeout: 15_000, requestTimeout: 60_000 })
  expect(second.headersTimeout).toBe(usual.headersTimeout)
  expect(second.maxConnections).toBe(usual.maxConnections)
})
