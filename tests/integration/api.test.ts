import { afterAll, expect, test } from 'vitest'
import { type ApiParts, answerRequest, createApiRateLimiter, ENDPOINTS } from '@/lib/api'
import { systemClock } from '@/lib/kernel'
import { dayContaining } from '@/lib/platform/calendar'
import { createTokenTryLimiter } from '@/lib/platform/tries'
import { createTokenHolders, PERMISSION_NAMES, revokeToken } from '@/lib/teams/tokens'
import { defaultProvider } from '@/lib/upstream/client'
import type { DeploymentServices } from '@/lib/upstream/providers'
import { TEAM_ZONE } from '@/tests/factories/team'
import { requestFor } from '@/tests/support/api-request'
import { bearer, fillForApi, makeToken } from '@/tests/support/api-team'
import { openApp } from '@/tests/support/app-in-process'
import { describeOnDatabase } from '@/tests/support/databases'
import { publishedOf } from '@/tests/support/published'
import { fillTwoTeams } from '@/tests/support/two-teams'

const SERVICES: DeploymentServices = {
  baseUrl: 'http://127.0.0.1:9',
  name: 'nowhere',
  id: 'deployment',
  deployment: defaultProvider,
  fromFile: defaultProvider,
  ready: {},
  fixedBaseUrl: null,
  sandbox: null,
  allowPrivate: true,
}

describeOnDatabase('the API', async (open) => {
  const opened = await open()
  const app = await openApp(opened.location)
  const home = await fillForApi((await fillTwoTeams(app)).home)
  afterAll(() => app.close())

  const ask = (
    method: string,
    path: string,
    more: { body?: unknown; headers?: object; token?: string } = {},
  ) =>
    app.api(method, path, {
      headers: {
        ...bearer(more.token ?? home.token),
        ...(more.body !== undefined && { 'content-type': 'application/json' }),
        ...more.headers,
      },
      ...(more.body !== undefined && { body: JSON.stringify(more.body) }),
    })
  const start = (key: string, body: object = { searchId: home.ids.searchId, capItems: 20 }) =>
    ask('POST', '/runs', { body, headers: { 'idempotency-key': key } })
  const ended = async (runId: string) =>
    expect.poll(async () => (await (await ask('GET', `/runs/${runId}`)).json()).state).toBe('ENDED')

  // Deletions come last, because they remove the budget that other examples need.
  const inOrder = [...ENDPOINTS].sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
  test.each(inOrder)(
    'the example of $name works as published, and its answer fits the document',
    async (endpoint) => {
      const { name, status, returns, answer } = endpoint
      const { answer: published } = publishedOf(endpoint)
      const today = dayContaining(new Date(), TEAM_ZONE).date
      const { method, path, init } = requestFor(endpoint, home.ids)
      if (name === 'followRun')
        await opened.db.run.update({ where: { id: home.ids.runId ?? '' }, data: ENDED })
      if (name === 'cancelRun')
        await opened.db.run.update({ where: { id: home.ids.runId ?? '' }, data: OPEN })
      const given = await app.api(method, path.replace(/2026-11-\d\d/g, today), {
        ...init,
        headers: { ...init.headers, ...bearer(home.token) },
      })
      if (status === 204) expect([given.status, await given.text()]).toEqual([204, ''])
      else if (returns === 'file') {
        expect(given.headers.get('content-disposition')).toContain('attachment; filename=')
        expect((await given.text()).split('\n').length).toBeGreaterThan(2)
      } else if (returns === 'events') {
        const [, json = ''] = /^data: (.*)$/m.exec(await given.text()) ?? []
        expect(published?.safeParse(JSON.parse(json)).error).toBeUndefined()
      } else {
        const value = await given.json()
        expect({ status: given.status, value }).toMatchObject({ status })
        expect(answer.safeParse(value).error).toBeUndefined()
        expect(published?.safeParse(value).error).toBeUndefined()
      }
      for (const header of ['x-request-id', 'ratelimit', 'ratelimit-policy'])
        expect(given.headers.get(header)).toBeTruthy()
      expect(given.headers.get('access-control-allow-origin')).toBeNull()
      if (name === 'startRun' && returns === 'json')
        await ended((await (await start('monday-2026-11-24', EXAMPLE_RUN())).json()).id)
    },
  )
  const ENDED = { state: 'ENDED', endReason: 'last_page', endedAt: new Date() }
  const OPEN = { state: 'OPEN', manner: 'background', endedAt: null, endReason: null, instanceId: 'gone' }
  const EXAMPLE_RUN = () => ({ searchId: home.ids.searchId, capItems: 1000 })

  test('a run requested twice with one idempotency key is one run, also at once; another token’s key is its own', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => start('twice')))
    const ids = await Promise.all(answers.map(async (each) => (await each.json()).id))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(ids).size).toBe(1)
    await ended(ids[0])
    expect((await (await start('twice')).json()).id).toBe(ids[0])
    expect(await opened.db.run.count({ where: { id: ids[0] } })).toBe(1)
    const other = await start('twice', { searchId: home.ids.searchId, capItems: 40 })
    expect([other.status, (await other.json()).detail]).toEqual([
      409,
      'This Idempotency-Key was used for another run. Use a new key for a new run.',
    ])
    const { token } = await makeToken(home)
    const elsewhere = await ask('POST', '/runs', {
      body: { searchId: home.ids.searchId, capItems: 20 },
      headers: { 'idempotency-key': 'twice' },
      token: token.reveal(),
    })
    const { id } = await elsewhere.json()
    expect(id).not.toBe(ids[0])
    await ended(id)
    expect((await start('')).status).toBe(400)
  })

  test('what a token buys is booked to the token, and counts in its budget', async () => {
    const budget = {
      name: 'Of the token',
      scope: 'token',
      scopeId: home.tokenId,
      unit: 'items',
      period: 'day',
    }
    const made = await ask('POST', '/budgets', {
      body: { ...budget, amount: '100000', stops: true, tellsAt: [] },
    })
    const { id: budgetId } = await made.json()
    const { settled } = await (await ask('GET', `/budgets/${budgetId}`)).json()
    const { id: runId } = await (await start('on-the-ledger')).json()
    await ended(runId)
    const { data } = await (await ask('GET', `/ledger?tokenId=${home.tokenId}&runId=${runId}`)).json()
    expect(data).toMatchObject([{ runId, outcome: 'SETTLED', by: expect.stringMatching(/ \(token\)$/) }])
    const entry = await opened.db.ledgerEntry.findFirstOrThrow({ where: { runId } })
    expect(entry).toMatchObject({ principal: 'token', principalId: home.tokenId, memberId: '' })
    const after = await (await ask('GET', `/budgets/${budgetId}`)).json()
    expect(Number(after.settled) - Number(settled)).toBe(data[0].items)
  })

  test('the runs of a revoked token end', async () => {
    const { id: tokenId, token } = await makeToken(home, ['runs:write'])
    const body = { searchId: home.ids.searchId }
    const headers = { 'idempotency-key': 'long' }
    const { id: runId } = await (await ask('POST', '/runs', { body, headers, token: token.reveal() })).json()
    await revokeToken(home.admin, { tokenId })
    await ended(runId)
    const run = await opened.db.run.findUniqueOrThrow({ where: { id: runId } })
    expect(run.endNote ?? run.endReason).toMatch(/may no longer run searches|last_page/)
  })

  test('lists continue after their last row, and contain every row once', async () => {
    for (const path of ['/runs', '/keys', '/ledger', '/alerts', `/runs/${home.ids.runId}/items`]) {
      const all: string[] = []
      for (let after = ''; ; ) {
        const page = await (await ask('GET', `${path}?limit=3${after}`)).json()
        expect(page.data.length).toBeLessThanOrEqual(3)
        all.push(...page.data.map(({ id }: { id: string }) => id))
        if (page.next === null || all.length > 12) break
        after = `&after=${page.next}`
      }
      expect(new Set(all).size).toBe(all.length)
      expect(all.length).toBeGreaterThan(0)
    }
  })

  test.each([
    ['2026-11-10', '2026-11-01'],
    ['2020-01-01', '2026-11-01'],
    ['1969-01-01', '1969-01-02'],
    ['9999-12-31', '9999-12-31'],
  ])('usage of the days %s to %s is refused, not answered for other days', async (from, to) => {
    const answer = await ask('GET', `/usage?from=${from}&to=${to}`)
    expect(answer.status).toBe(400)
    expect((await answer.json()).detail).toContain('at most 366')
  })

  test('usage equals the usage page: groupings have the same sums, and filters and steps apply', async () => {
    const usageOf = async (asked: string) => (await ask('GET', `/usage?range=30d&${asked}`)).json()
    const [entries, settled] = await Promise.all([
      opened.db.ledgerEntry.count({ where: { teamId: home.admin.team.id } }),
      opened.db.ledgerEntry.aggregate({
        where: { teamId: home.admin.team.id, outcome: 'SETTLED' },
        _sum: { items: true },
        _count: true,
      }),
    ])
    expect(settled._count).toBeGreaterThan(0)
    for (const by of ['team', 'key', 'search', 'principal', 'outcome'])
      for (const step of ['day', 'week', 'month']) {
        const { totals, series } = await usageOf(`by=${by}&step=${step}&compare=before`)
        expect(totals).toMatchObject({
          ...{ calls: entries, pages: settled._count, items: settled._sum.items },
          before: { calls: 0 },
        })
        const sumOf = (name: string) =>
          series.reduce((sum: number, one: Record<string, number>) => sum + (one[name] ?? 0), 0)
        expect([sumOf('calls'), sumOf('items')]).toEqual([totals.calls, totals.items])
        expect(
          series
            .flatMap(({ itemsByBucket }: { itemsByBucket: number[] }) => itemsByBucket)
            .reduce((sum: number, one: number) => sum + one, 0),
        ).toBe(totals.items)
      }
    const of = await usageOf('outcome=SETTLED')
    expect(of.totals).toMatchObject({ calls: settled._count, items: settled._sum.items, before: null })
    const long = await ask('GET', '/usage?range=90d&step=hour')
    expect([long.status, (await long.json()).detail]).toEqual([400, 'The range is too long for this step.'])
  })

  test('a problem says what is wrong, in the format of RFC 9457', async () => {
    const answer = await ask('GET', '/runs?colour=red')
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(await answer.json()).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'There is no parameter “colour”. There are: searchId, after, limit.',
      code: 'invalid',
      requestId: answer.headers.get('x-request-id'),
    })
    const wrong = await ask('PUT', '/runs')
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, POST'])
    expect((await ask('GET', '/nothing')).status).toBe(404)
    const nobody = await app.api('GET', '/runs')
    expect([nobody.status, nobody.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect((await app.api('GET', '/openapi.json')).status).toBe(200)
  })

  test('a token shows when it was last used, to the minute', async () => {
    const { id, token } = await makeToken(home, [PERMISSION_NAMES[0]])
    await ask('GET', '/token', { token: token.reveal() })
    const first = await opened.db.apiToken.findUniqueOrThrow({ where: { id } })
    expect(first.lastUsedAt).not.toBeNull()
    await ask('GET', '/token', { token: token.reveal() })
    expect(await opened.db.apiToken.findUniqueOrThrow({ where: { id } })).toEqual(first)
  })

  const partsWith = (over: Partial<ApiParts>): ApiParts => ({
    ...{
      db: opened.db,
      clock: systemClock,
      limits: createApiRateLimiter(),
      tries: createTokenTryLimiter(systemClock),
    },
    holders: createTokenHolders(opened.db, systemClock),
    services: {
      upstreams: SERVICES,
      startRun: () => expect.unreachable(),
      cancelRun: () => expect.unreachable(),
    },
    streams: { file: () => expect.unreachable(), events: () => expect.unreachable() },
    onError: (error: unknown) => expect.unreachable(String(error)),
    ...over,
  })
  const askWith = (parts: ApiParts) =>
    answerRequest(
      parts,
      new Request('http://localhost/api/v1/token', { headers: bearer(home.token) }),
      '192.0.2.1',
    )

  test('no request fails because its token’s last use cannot be written', async () => {
    const holders = createTokenHolders(opened.db, systemClock)
    const mute = partsWith({ holders: { ...holders, touch: () => Promise.reject(new Error('disk full')) } })
    expect((await askWith(mute)).status).toBe(200)
  })

  test('an unreachable database is answered with 503, an unexpected error with 500; both are logged', async () => {
    const holders = createTokenHolders(opened.db, systemClock)
    const logged: unknown[] = []
    const failing = async (error: Error) => {
      const parts = { holders: { ...holders, find: () => Promise.reject(error) } }
      const answer = await askWith(partsWith({ ...parts, onError: (noted) => logged.push(noted) }))
      return [answer.status, answer.headers.get('retry-after')]
    }
    const [away, fault] = [new Error('Connection terminated unexpectedly'), new Error('inner words')]
    expect(await failing(away)).toEqual([503, '5'])
    expect(await failing(fault)).toEqual([500, null])
    expect(logged).toEqual([away, fault])
  })

  test('a token that exceeds its rate must wait, and others need not', async () => {
    const few = createApiRateLimiter(2)
    const used = [await few.use('a'), await few.use('a'), await few.use('a'), await few.use('b')]
    expect(used.map(({ isExceeded, left }) => [isExceeded, left])).toEqual([
      [false, 1],
      [false, 0],
      [true, 0],
      [false, 1],
    ])
  })
})
