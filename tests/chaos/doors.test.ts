import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { createConnection } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AppClient } from '@/tests/support/app-client'
import { type RunningServer, startServer } from '@/tests/support/server'
import { addPerson, FOUNDER, foundTeam, type TeamClient } from '@/tests/support/story'

const FIRST = 'app/(public)/setup/actions.ts#createFirstAccountAction'
/** Nothing is bought here, and without an upstream each start would create a sandbox. */
const UPSTREAM = { UPSTREAM_BASE_URL: 'http://127.0.0.1:9' }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-doors-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Sends a request that `fetch` would not send. */
async function ask(base: string, method: string, path: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(base)
  const sent = request({ host: hostname, port, method, path, headers }).end()
  const [answer] = await once(sent, 'response')
  return { status: Number(answer.statusCode), headers: answer.headers, body: await text(answer) }
}

/** Returns the cookies and the form for a sign-in. */
async function signInParts(base: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${base}/api/auth/csrf`, { headers })
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await answer.json())
  const cookies = answer.headers.getSetCookie()
  const cookie = cookies.map((each) => each.split(';', 1)[0]).join('; ')
  const body = (email: string, password: string) =>
    new URLSearchParams({ csrfToken, email, password, json: 'true' }).toString()
  return { cookies, cookie, body }
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const SIGN_IN = '/api/auth/callback/credentials'

describe('Purser without https, behind a proxy on the same machine', () => {
  let server: RunningServer
  beforeAll(async () => {
    // An empty address counts as none; compose.yaml passes it if none is set.
    const env = { ...UPSTREAM, NEXTAUTH_URL: '', TRUSTED_PROXIES: '127.0.0.1,::1' }
    server = await startServer({ dataFolder: join(folder, 'http'), env })
  })
  afterAll(() => server?.stop())

  const viaProxy = { 'x-forwarded-for': '203.0.113.7' }
  const pageAs = async (headers: Record<string, string>, path = '/setup') =>
    (await fetch(server.baseUrl + path, { headers })).text()

  test('listens on loopback only', async () => {
    const own = Object.values(networkInterfaces())
      .flat()
      .filter((each) => each && !each.internal && each.family === 'IPv4')
    for (const { address } of own.flatMap((each) => each ?? [])) {
      const socket = createConnection({ host: address, port: Number(new URL(server.baseUrl).port) })
      await expect(once(socket, 'connect')).rejects.toThrow('ECONNREFUSED')
    }
  })

  test('the door refuses requests that would make Next fail', async () => {
    expect((await ask(server.baseUrl, 'GET', '/%ff')).status).toBe(400)
    expect((await ask(server.baseUrl, 'TRACE', '/')).status).toBe(405)
    const state = await ask(server.baseUrl, 'GET', '/sign-in', { rsc: '1', 'next-router-state-tree': '%7B' })
    expect(state.status).toBe(400)
    const csrf = `${server.baseUrl}/api/auth/csrf`
    expect((await fetch(`${csrf}?callbackUrl=x`)).status).toBe(400)
    expect((await fetch(csrf, { headers: { cookie: 'next-auth.callback-url=x' } })).status).toBe(400)
    expect((await fetch(`${csrf}?callbackUrl=%2Facme`)).status).toBe(200)
  })

  test('next-auth never takes its address from a Host header', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    const { status, body } = await ask(server.baseUrl, 'GET', '/api/auth/providers', headers)
    expect(status).toBe(200)
    expect(body).not.toContain('evil')
  })

  test('the first account is created in a form on the machine itself, or elsewhere with the link that the start printed', async () => {
    expect(await pageAs({})).toContain('Create account')
    expect(await pageAs(viaProxy)).not.toContain('Create account')
    expect(await pageAs(viaProxy, '/setup?token=wrong')).not.toContain('Create account')
    const link = /http\S+\/setup\?token=(\S+)/.exec(server.lines.join('\n'))
    const token = link?.[1] ?? ''
    expect(token.length).toBeGreaterThan(40)
    expect(await pageAs(viaProxy, `/setup?token=${token}`)).toContain('Create account')

    const visitor = new ProxiedClient(server.baseUrl)
    const make = (given: Record<string, string>) => visitor.act(FIRST, { ...FOUNDER, ...given }, '/setup')
    expect(await make({})).toMatchObject({ serverError: { code: 'forbidden' } })
    expect(await make({ token: 'wrong' })).toMatchObject({ serverError: { code: 'forbidden' } })
    expect(await make({ token })).toMatchObject({ data: { email: FOUNDER.email } })
    expect(await make({ token })).toMatchObject({ serverError: { code: 'conflict' } })
  })

  test('cookies are not secure over http, and have the prefix if the proxy reports https', async () => {
    const cookiesOf = async (headers: Record<string, string>) => {
      const { cookies, cookie, body } = await signInParts(server.baseUrl, headers)
      const answer = await fetch(server.baseUrl + SIGN_IN, {
        method: 'POST',
        headers: { ...FORM, ...headers, cookie },
        body: body(FOUNDER.email, FOUNDER.password),
      })
      expect(answer.status).toBe(200)
      return {
        all: [...cookies, ...answer.headers.getSetCookie()],
        hsts: answer.headers.get('strict-transport-security'),
      }
    }
    const plain = await cookiesOf({})
    expect(plain.hsts).toBeNull()
    expect(namesOf(plain.all)).toEqual(expect.arrayContaining(['purser.session', 'purser.browser']))
    for (const cookie of plain.all) expect(cookie).not.toMatch(/secure/i)
    expectSecure(await cookiesOf({ ...viaProxy, 'x-forwarded-proto': 'https' }))
  })

  test('the settings page tells admins what the door has seen, and nobody else', async () => {
    const admin = await foundTeam(server.baseUrl)
    const viewer = await addPerson(admin, 'viewer')
    const pageOf = async (person: TeamClient) => (await person.fetch(`/${admin.team}/settings`)).text()
    expect(await pageOf(admin)).toContain('NEXTAUTH_URL is not set')
    expect(await pageOf(viewer)).not.toContain('NEXTAUTH_URL is not set')
    expect(server.lines.filter((line) => line.includes('NEXTAUTH_URL is not set'))).toHaveLength(1)
  })

  test('requests from pages of another address are refused, signed in or not, and Next prints no error about them', async () => {
    const errors = () => server.lines.filter((line) => /Invalid Server Actions/.test(line))
    for (const path of ['/setup', '/sign-in', SIGN_IN, '/api/auth/signout'])
      for (const origin of ['http://evil.example', 'null', server.baseUrl.replace(/\d+$/, '9')])
        expect(await ask(server.baseUrl, 'POST', path, { origin })).toMatchObject({ status: 403 })
    expect(await ask(server.baseUrl, 'GET', '*')).toMatchObject({ status: 400 })
    expect(errors()).toEqual([])
  })

  test('a post to a page or to next-auth in an unreadable form is not a server error', async () => {
    for (const path of ['/sign-in', '/setup', SIGN_IN, '/api/auth/signout'])
      for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x', 'application/json'])
        for (const action of [{}, { 'next-action': '__proto__' }, { 'next-action': '40'.repeat(21) }]) {
          const { status } = await ask(server.baseUrl, 'POST', path, { 'content-type': type, ...action })
          expect(status, `${path} ${type}`).toBeLessThan(500)
          const form = await ask(server.baseUrl, 'POST', path, { ...FORM, ...action })
          expect(form.status, `${path} as a form`).toBeLessThan(500)
        }
    expect(await ask(server.baseUrl, 'GET', SIGN_IN)).toMatchObject({ status: 405 })
  })

  test('nobody can write lines into the log', async () => {
    for (const path of ['/api/auth/_log', '/api/auth/%5flog', '/api/auth/%5Flog?x=1'])
      expect(await ask(server.baseUrl, 'POST', path, FORM)).toMatchObject({ status: 404 })
    expect(server.lines.filter((line) => line.includes('"next-auth"'))).toEqual([])
  })

  test('of 400 guesses whose last bytes are held back and sent together, even the right one is refused', async () => {
    const { cookie, body } = await signInParts(server.baseUrl)
    const { hostname, port } = new URL(server.baseUrl)
    const held: { readonly sent: ClientRequest; readonly last: string; readonly status: Promise<number> }[] =
      []
    for (let n = 0; n < 400; n++) {
      const content = body(FOUNDER.email, n === 399 ? FOUNDER.password : `guess number ${n}`)
      const headers = {
        ...FORM,
        cookie,
        'content-length': Buffer.byteLength(content),
        'x-forwarded-for': `198.51.100.${n % 250}`,
      }
      const sent = request({ host: hostname, port, method: 'POST', path: SIGN_IN, headers, agent: false })
      const status = once(sent, 'response').then(async ([answer]) => {
        await text(answer)
        return Number(answer.statusCode)
      })
      sent.write(content.slice(0, -1))
      held.push({ sent, last: content.slice(-1), status })
    }
    for (const { sent, last } of held) sent.end(last)
    const statuses = await Promise.all(held.map(({ status }) => status))
    // Each guess was compared and wrong, over the limit, or one of too many at once.
    expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([])
  })
})

/** Sends its requests as if through the proxy. */
class ProxiedClient extends AppClient {
  override fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('x-forwarded-for', '203.0.113.7')
    return super.fetch(path, { ...init, headers })
  }
}

const namesOf = (cookies: readonly string[]) => cookies.map((cookie) => cookie.split('=', 1)[0])

function expectSecure({ all, hsts }: { readonly all: readonly string[]; readonly hsts: string | null }) {
  expect(hsts).toMatch(/^max-age=\d{8}$/)
  expect(namesOf(all)).toEqual(expect.arrayContaining(['__Host-purser.session', '__Host-purser.browser']))
  for (const cookie of all) {
    expect(cookie).toMatch(/; *secure/i)
    expect(cookie).toMatch(/; *httponly/i)
    expect(cookie).toMatch(/^__(Host|Secure)-/)
  }
}

test('with https in NEXTAUTH_URL all cookies are secure, every answer says so, and people can work', async () => {
  const env = { ...UPSTREAM, NEXTAUTH_URL: 'https://purser.example.org' }
  const server = await startServer({ dataFolder: join(folder, 'https'), env })
  try {
    const link = server.lines.find((line) => line.includes('/setup?token='))
    expect(link).toContain('https://purser.example.org/setup?token=')
    const token = /token=(\S+)/.exec(link ?? '')?.[1] ?? ''
    const visitor = new AppClient(server.baseUrl)
    expect(await visitor.act(FIRST, FOUNDER, '/setup')).toMatchObject({ serverError: { code: 'forbidden' } })
    expect(await visitor.act(FIRST, { ...FOUNDER, token }, '/setup')).toMatchObject({ data: {} })
    const { cookies, cookie, body } = await signInParts(server.baseUrl)
    const answer = await fetch(server.baseUrl + SIGN_IN, {
      method: 'POST',
      headers: { ...FORM, cookie },
      body: body(FOUNDER.email, FOUNDER.password),
    })
    const all = [...cookies, ...answer.headers.getSetCookie()]
    expectSecure({ all, hsts: answer.headers.get('strict-transport-security') })
    const admin = await foundTeam(server.baseUrl)
    expect((await admin.fetch(`/${admin.team}`)).status).toBe(200)
    // The proxy in front has replaced the public host by its own.
    const proxied = await new PublicClient(server.baseUrl, admin.cookies).act(
      'app/(public)/setup/actions.ts#createTeamAction',
      { name: 'Second', timeZone: 'UTC' },
      '/setup',
    )
    expect(proxied).toMatchObject({ status: 200, data: { slug: 'second' } })
    expect(server.lines.join('\n')).not.toMatch(/NEXTAUTH_URL is not set/)
  } finally {
    await server.stop()
  }
})

class PublicClient extends AppClient {
  override fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('origin', 'https://purser.example.org')
    return super.fetch(path, { ...init, headers })
  }
}
