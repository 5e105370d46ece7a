import { afterAll, expect, test } from 'vitest'
import { ENDPOINTS } from '@/lib/api'
import { PERMISSION_NAMES, revokeToken } from '@/lib/teams/tokens'
import { requestFor } from '@/tests/support/api-request'
import { bearer, fillForApi, makeToken } from '@/tests/support/api-team'
import { openApp } from '@/tests/support/app-in-process'
import { describeOnDatabase } from '@/tests/support/databases'
import { idFieldsOf } from '@/tests/support/id-fields'
import { fillTwoTeams } from '@/tests/support/two-teams'

describeOnDatabase('tokens and the endpoints of the API', async (open) => {
  const opened = await open()
  const app = await openApp(opened.location)
  const teams = await fillTwoTeams(app)
  const home = await fillForApi(teams.home)
  const other = await fillForApi(teams.other)
  afterAll(() => app.close())

  type Endpoint = (typeof ENDPOINTS)[number]
  const ask = (endpoint: Endpoint, token: string, ids = home.ids, more: object = {}) => {
    const { method, path, init } = requestFor(endpoint, ids)
    return app.api(method, path, { ...init, headers: { ...init.headers, ...bearer(token) }, ...more })
  }

  test.each(ENDPOINTS)(
    '$method $path refuses a token without its permission, and an unknown one',
    async (endpoint) => {
      const lacking = PERMISSION_NAMES.filter((each) => each !== endpoint.permission)
      const { token } = await makeToken(home, lacking)
      const refused = await ask(endpoint, token.reveal())
      if (endpoint.permission === null) expect(refused.status).toBe(200)
      else {
        expect(refused.status).toBe(403)
        expect(await refused.json()).toMatchObject({
          code: 'forbidden',
          detail: `This token may not do that. It needs the permission ${endpoint.permission}.`,
        })
      }
      expect((await ask(endpoint, `pt_${'a'.repeat(42)}`)).status).toBe(401)
    },
  )

  test.each(ENDPOINTS.filter(({ body }) => body))(
    '$method $path refuses a token that is revoked while the body is sent',
    async (endpoint) => {
      const { token, id: tokenId } = await makeToken(home)
      const { method, path, init } = requestFor(endpoint, home.ids)
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      const asked = app.api(method, path, {
        ...{ headers: { ...init.headers, ...bearer(token.reveal()) }, body: readable, duplex: 'half' },
      } as RequestInit)
      const writer = writable.getWriter()
      const [first, rest] = [String(init.body).slice(0, 1), String(init.body).slice(1)]
      // The server accepts this chunk only after it has checked the token.
      await writer.write(new TextEncoder().encode(first))
      await revokeToken(home.admin, { tokenId })
      await writer.write(new TextEncoder().encode(rest))
      await writer.close()
      expect((await asked).status).toBe(401)
    },
  )

  test.each(ENDPOINTS)(
    '$method $path finds nothing by an id of another team, in path, body or query',
    async (endpoint) => {
      const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
      for (const name of inPath) {
        const answer = await ask(endpoint, home.token, { ...home.ids, [name]: other.ids[name] ?? '' })
        expect({ name, status: answer.status }).toEqual({ name, status: 404 })
        expect(await answer.text()).not.toContain(other.mark)
      }
      const inBody = endpoint.body ? idFieldsOf(endpoint.body) : []
      const body = { ...(endpoint.body && JSON.parse(String(requestFor(endpoint, home.ids).init.body))) }
      for (const name of inBody) {
        const foreign = name === 'scopeId' ? other.ids.environmentId : other.ids[name]
        const before = await opened.db.auditEntry.count({ where: { teamId: home.admin.team.id } })
        const answer = await ask(endpoint, home.token, home.ids, {
          body: JSON.stringify({ ...body, [name]: foreign }),
        })
        expect({ name, status: answer.status }).toEqual({ name, status: 404 })
        expect(await opened.db.auditEntry.count({ where: { teamId: home.admin.team.id } })).toBe(before)
      }
      const { method, path, init } = requestFor(endpoint, home.ids)
      for (const name of idFieldsOf(endpoint.query)) {
        const query = `${path}${path.includes('?') ? '&' : '?'}${name}=${other.ids[name] ?? other.ids.runId}`
        const answer = await app.api(method, query, {
          ...init,
          headers: { ...init.headers, ...bearer(home.token) },
        })
        expect({ name, status: answer.status }).toMatchObject({
          status: expect.toSatisfy((s) => s === 200 || s === 400 || s === 404),
        })
        expect(await answer.text()).not.toContain(other.mark)
      }
    },
  )

  test('a token shows its own team only', async () => {
    for (const endpoint of ENDPOINTS.filter(
      ({ method, returns }) => method === 'GET' && returns === 'json',
    )) {
      const text = await (await ask(endpoint, home.token)).text()
      expect(text).not.toContain(other.mark)
      for (const id of Object.values(other.ids)) expect(text).not.toContain(id)
    }
  })

  test('no answer contains a key, the text of a gateway key, or a token', async () => {
    const key = await opened.db.key.findFirstOrThrow({ where: { teamId: home.admin.team.id } })
    for (const endpoint of ENDPOINTS.filter(
      ({ method, returns }) => method === 'GET' && returns !== 'events',
    )) {
      const text = await (await ask(endpoint, home.token)).text()
      expect(text).not.toContain(home.token)
      expect(text).not.toContain(home.gatewayKey)
      expect(text).not.toContain(key.sealed ?? 'none')
      expect(text).not.toMatch(/xd_live_[A-Za-z0-9]{5,}|pt_[A-Za-z0-9]{5,}/)
    }
  })

  test('a revoked token is refused within five seconds by a process that has served it, and at once by another', async () => {
    const { token, id } = await makeToken(home)
    const [endpoint] = ENDPOINTS
    if (!endpoint) throw new Error('There are no endpoints')
    expect((await ask(endpoint, token.reveal())).status).toBe(200)
    await revokeToken(home.admin, { tokenId: id })
    const { createTokenHolders } = await import('@/lib/teams/tokens')
    expect(await createTokenHolders(opened.db, app.runtime.clock).find(token)).toBeNull()
    await expect
      .poll(async () => (await ask(endpoint, token.reveal())).status, { timeout: 5000, interval: 250 })
      .toBe(401)
    await expect(revokeToken(home.admin, { tokenId: id })).rejects.toMatchObject({ code: 'not_found' })
    await expect(revokeToken(other.admin, { tokenId: home.tokenId })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('an expired token is refused', async () => {
    const { token, id } = await makeToken(home, ['usage:read'], 1)
    await opened.db.apiToken.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } })
    const [endpoint] = ENDPOINTS
    expect(endpoint && (await ask(endpoint, token.reveal())).status).toBe(401)
  })

  test('members and viewers neither see tokens nor create or revoke them', async () => {
    const { createToken, listTokens } = await import('@/lib/teams/tokens')
    const input = { name: 'Mine', permissions: ['usage:read' as const], expiresInDays: null }
    for (const work of [
      () => listTokens(home.member),
      () => createToken(home.member, input),
      () => revokeToken(home.member, { tokenId: home.tokenId }),
    ])
      await expect(work()).rejects.toMatchObject({ code: 'forbidden' })
  })
})
