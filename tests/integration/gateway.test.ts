import { afterAll, afterEach, expect, test } from 'vitest'
import { systemClock } from '@/lib/kernel'
import { replaceKey } from '@/lib/keys/keys'
import { deleteService, revokeGatewayKey } from '@/lib/keys/services'
import { createBudget, createBudgetInput, getBudget } from '@/lib/money/budgets'
import { listEntries } from '@/lib/money/ledger'
import { makeService, openGateway, type TestService } from '@/tests/factories/gateway'
import { makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream } from '@/tests/factories/upstream'
import { breakTable, describeOnDatabase } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'
import { waitUntil } from '@/tests/support/wait-until'

const TIMELINE = '/v1/users/ada/tweets?count=20'

describeOnDatabase('the gateway', async (open) => {
  const opened = await open()
  const upstream = await startTestUpstream(systemClock)
  const team = await makeTeam(opened.db, systemClock)
  const gateway = openGateway(upstream, team, systemClock)
  const service = await makeService(gateway, upstream, team)
  afterAll(() => upstream.close())
  afterEach(async () => {
    upstream.sandbox.chooseLatency({ ms: 0, spreadMs: 0 })
    upstream.sandbox.setFault(null)
    await waitUntil(async () => (await opened.db.attempt.count({ where: { state: 'OPEN' } })) === 0)
    expect(await brokenInvariants(opened.db)).toEqual([])
  })

  const sandboxState = () => {
    const keys = upstream.sandbox.operator.state().flatMap((wallet) => wallet.keys)
    return {
      items: keys.reduce((sum, { items }) => sum + items, 0),
      pages: keys.reduce((sum, { pages }) => sum + pages, 0),
    }
  }
  const entriesOf = ({ serviceId }: TestService) =>
    opened.db.ledgerEntry.findMany({ where: { principalId: serviceId }, orderBy: { at: 'asc' } })
  const outcomes = async (of: TestService) => (await entriesOf(of)).map(({ outcome }) => outcome)
  const makeBudget = async (scope: string, scopeId: string, amount: string, unit = 'items', of = team) => {
    const budget = { name: `${scope} ${amount}`, scope, scopeId, unit, period: 'total', amount }
    return (await createBudget(of.admin, createBudgetInput.parse({ ...budget, stops: true, tellsAt: [] }))).id
  }
  const underWay = (calls: number) =>
    waitUntil(async () => (await opened.db.attempt.count({ where: { state: 'OPEN' } })) === calls)

  test('a page passes unchanged, is settled before it is answered, and counts for its service and environment', async () => {
    const before = sandboxState()
    const answer = await service.ask(TIMELINE)
    expect(answer).toMatchObject({ status: 200, charge: 'settled' })
    expect(answer.headers).not.toHaveProperty('purser-settled')
    const [entry] = await entriesOf(service)
    expect(entry).toMatchObject({ outcome: 'SETTLED', principal: 'service', origin: 'gateway' })
    expect(entry?.items).toBe(sandboxState().items - before.items)
    const { entries } = await listEntries(team.admin, {})
    expect(entries[0]).toMatchObject({ environmentName: team.environments[0]?.name, pageNumber: 1 })
  })

  test('a cursor is accepted unchanged by any instance', async () => {
    const first = JSON.parse((await service.ask(TIMELINE)).text)
    const cursor = encodeURIComponent(first.next_cursor)
    const other = openGateway(upstream, team, systemClock)
    const second = await service.ask(`${TIMELINE}&cursor=${cursor}`, { at: other })
    expect(second.status).toBe(200)
    expect(second.text).not.toBe(JSON.stringify(first))
  })

  test('/v1/me shows the gateway key’s prefix and rate, and the balance after each page', async () => {
    const slow = await makeService(gateway, upstream, team, { keyId: service.keyId, requestsPerSecond: 7 })
    const before = JSON.parse((await slow.ask('/v1/me')).text)
    expect(before).toMatchObject({ key_prefix: slow.token.reveal().slice(0, 12), rate_limit_qps: 7 })
    await slow.ask(TIMELINE)
    const [entry] = await entriesOf(slow)
    const after = JSON.parse((await slow.ask('/v1/me')).text)
    expect(before.balance - after.balance).toBeCloseTo(Number(entry?.chargeNano) / 1e9, 6)
  })

  test('a key that asks for /v1/me faster than its rate is told to wait', async () => {
    const slow = await makeService(gateway, upstream, team, { keyId: service.keyId, requestsPerSecond: 2 })
    const answers = await Promise.all(Array.from({ length: 6 }, () => slow.ask('/v1/me')))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(3)
    expect(refused[0]?.headers).toMatchObject({ 'purser-problem': 'too_busy', 'retry-after': '1' })
  })

  test('if set so, /v1/me shows what is left of the service’s budget', async () => {
    const told = await makeService(gateway, upstream, team, { keyId: service.keyId, tellsBudget: true })
    await makeBudget('service', told.serviceId, '5', 'credits')
    expect(JSON.parse((await told.ask('/v1/me')).text).balance).toBe(5)
  })

  test.each(['service', 'environment', 'team'] as const)(
    'a budget of the %s stops with 402 and its reason, and nothing is sent',
    async (scope) => {
      // A team of its own, because a budget counts earlier purchases.
      const poor = await makeOtherTeam(team)
      const environmentId = poor.environments[1]?.id ?? ''
      const stopped = await makeService(gateway, upstream, poor, { environmentId })
      const ids = { service: stopped.serviceId, environment: environmentId, team: '' }
      const budgetId = await makeBudget(scope, ids[scope], '10', 'items', poor)
      const before = sandboxState()
      const answer = await stopped.ask(TIMELINE)
      expect(answer).toMatchObject({ status: 402, charge: 'none' })
      expect(answer.headers['purser-problem']).toBe('budget_stopped')
      expect(JSON.parse(answer.text).message).toContain('stops here')
      expect((await stopped.ask(TIMELINE)).status).toBe(402)
      expect(sandboxState()).toEqual(before)
      expect(await entriesOf(stopped)).toEqual([])
      expect(await getBudget(poor.admin, budgetId)).toMatchObject({ settled: 0n, reserved: 0n })
    },
  )

  test('simultaneous calls are refused or bought independently of the budgets of others', async () => {
    const stopped = await makeService(gateway, upstream, team)
    const budget = {
      name: 'Tight',
      scope: 'service',
      scopeId: stopped.serviceId,
      unit: 'items',
      period: 'total',
    }
    const input = { ...budget, amount: '150', stops: true, tellsAt: [] }
    await createBudget(team.admin, createBudgetInput.parse(input))
    const beside = await makeService(gateway, upstream, await makeOtherTeam(team))
    const ask = (own: TestService, place: number) => own.ask(`/v1/users/ada/tweets?count=${91 + place}`)
    const both = await Promise.all(
      Array.from({ length: 8 }, (_, place) => Promise.all([ask(stopped, place), ask(beside, place)])),
    )
    expect(new Set(both.map(([, free]) => free.status))).toEqual(new Set([200]))
    const refused = both.flatMap(([answer]) => (answer.status === 402 ? [answer] : []))
    // A page may bring a hundred items, so only one call fits.
    expect(refused).toHaveLength(7)
    for (const { text } of refused) expect(text).toMatch(/“Tight” stops here: \d+ items left/)
    expect(await outcomes(stopped)).toEqual(['SETTLED'])
  })

  test('the API’s own refusals pass unchanged, and are free', async () => {
    const own = await makeService(gateway, upstream, team)
    const lost = await own.ask('/v1/users/nobody-of-that-name-0/tweets')
    expect(lost.status).toBe(404)
    expect(lost.headers).not.toHaveProperty('purser-problem')
    const { key } = upstream.issueKey({ balanceNano: 0n })
    const empty = await makeService(gateway, upstream, team, { key })
    const first = await empty.ask(TIMELINE)
    expect(first.status).toBe(402)
    expect(first.headers).not.toHaveProperty('purser-problem')
    // The queue is halted now, so nothing more is sent.
    const next = await empty.ask(TIMELINE)
    expect(next).toMatchObject({ status: 402, headers: { 'purser-problem': 'wallet_empty' } })
    expect([...(await outcomes(own)), ...(await outcomes(empty))]).toEqual(['FREE', 'FREE', 'FREE'])
  })

  test('a call whose answer is lost is unknown, and a repeat does not send it again', async () => {
    const own = await makeService(gateway, upstream, team)
    upstream.sandbox.setFault({ name: 'reset-after-charge', seed: 1, share: 1, only: 'pages' })
    const headers = { 'idempotency-key': 'a' }
    const answer = await own.ask(TIMELINE, { headers })
    expect(answer).toMatchObject({ status: 502, charge: 'unknown' })
    upstream.sandbox.setFault(null)
    expect((await own.ask(TIMELINE, { headers })).status).toBe(502)
    expect(await outcomes(own)).toEqual(['UNKNOWN'])
    expect((await own.ask(TIMELINE)).status).toBe(200)
  })

  test('a body that decompresses endlessly, or exceeds the provider’s limit, is not passed on', async () => {
    const own = await makeService(gateway, upstream, team)
    for (const name of ['gzip-bomb', 'huge-body'] as const) {
      upstream.sandbox.setFault({ name, seed: 1, share: 1, only: 'pages' })
      const answer = await own.ask(TIMELINE)
      expect(answer, name).toMatchObject({ status: 502, charge: 'unknown' })
      expect(answer.headers['purser-problem']).toBe('upstream_lost')
      expect(answer.text.length).toBeLessThan(1000)
    }
    expect(await outcomes(own)).toEqual(['UNKNOWN', 'UNKNOWN'])
  })

  test('a caller that disconnects while waiting has sent nothing, and its attempt is free', async () => {
    const { key } = upstream.issueKey({ pack: 'Free' })
    const own = await makeService(gateway, upstream, team, { key })
    const before = sandboxState().pages
    const first = own.ask(TIMELINE)
    const gone = new AbortController()
    await waitUntil(() => sandboxState().pages > before)
    // Its slot is a second away.
    const second = own.ask(TIMELINE, { gone: gone.signal })
    await waitUntil(() => gateway.figures(team.admin.team.id).get(own.serviceId)?.waiting === 1)
    gone.abort()
    await Promise.all([first, second])
    expect((await outcomes(own)).sort()).toEqual(['FREE', 'SETTLED'])
    expect(sandboxState().pages).toBe(before + 1)
    expect(gateway.figures(team.admin.team.id).get(own.serviceId)).toMatchObject({
      waiting: 0,
      lastMinute: 2,
    })
  })

  test('a caller that disconnects after its call was sent is charged once; a repeat gets the page for nothing', async () => {
    const own = await makeService(gateway, upstream, team)
    upstream.sandbox.chooseLatency({ ms: 400, spreadMs: 0 })
    const gone = new AbortController()
    const headers = { 'x-request-id': 'job 7' }
    const first = own.ask(TIMELINE, { gone: gone.signal, headers })
    await waitUntil(() => gateway.figures(team.admin.team.id).get(own.serviceId)?.underWay === 1)
    gone.abort()
    const during = own.ask(TIMELINE, { headers })
    await first
    const later = await own.ask(TIMELINE, { headers })
    for (const answer of [await during, later])
      expect(answer).toMatchObject({
        status: 200,
        text: (await first).text,
        headers: { 'purser-repeat': 'yes' },
      })
    expect(await outcomes(own)).toEqual(['SETTLED'])
    // The same id with another target is a call of its own, so one id may cover a whole job.
    expect((await own.ask(`${TIMELINE}0`, { headers })).headers).not.toHaveProperty('purser-repeat')
  })

  test('a repeat after an answer that cost nothing is a call of its own', async () => {
    const own = await makeService(gateway, upstream, team)
    const headers = { 'idempotency-key': 'after a free answer' }
    for (const _ of [1, 2]) {
      const answer = await own.ask('/v1/users/nobody-of-that-name-0/tweets', { headers })
      expect(answer).toMatchObject({ status: 404, charge: 'none' })
      expect(answer.headers).not.toHaveProperty('purser-repeat')
    }
    expect(await outcomes(own)).toEqual(['FREE', 'FREE'])
  })

  test('two simultaneous requests with one idempotency key buy one page, and another target is refused', async () => {
    const own = await makeService(gateway, upstream, team)
    const headers = { 'idempotency-key': 'once' }
    const both = await Promise.all([own.ask(TIMELINE, { headers }), own.ask(TIMELINE, { headers })])
    expect(both[0]?.text).toBe(both[1]?.text)
    expect(await outcomes(own)).toEqual(['SETTLED'])
    const differing = await own.ask('/v1/users/bo/tweets', { headers })
    expect(differing).toMatchObject({ status: 422, headers: { 'purser-problem': 'repeat_differs' } })
    // The idempotency key is valid for this gateway key only.
    const other = await makeService(gateway, upstream, team, { keyId: own.keyId })
    expect((await other.ask(TIMELINE, { headers })).headers).not.toHaveProperty('purser-repeat')
  })

  test('an answer is reused only if the caller allows it, within its team and key', async () => {
    const own = await makeService(gateway, upstream, team)
    const headers = { 'cache-control': 'max-age=60' }
    const first = await own.ask(TIMELINE, { headers })
    expect(first.headers).not.toHaveProperty('age')
    const again = await own.ask(TIMELINE, { headers })
    expect(again).toMatchObject({ status: 200, text: first.text, headers: { age: '0' } })
    const sibling = await makeService(gateway, upstream, team, { keyId: own.keyId })
    expect((await sibling.ask(TIMELINE, { headers })).headers.age).toBe('0')
    const others = [
      await own.ask(TIMELINE),
      await own.ask('/v1/users/ada/tweets?count=21', { headers }),
      await service.ask(TIMELINE, { headers }),
    ]
    for (const answer of others) expect(answer.headers).not.toHaveProperty('age')
    expect(await outcomes(own)).toHaveLength(3)
  })

  test('after its wait a call is refused with a time to retry, and was not sent', async () => {
    const { key } = upstream.issueKey({ pack: 'Free' })
    const own = await makeService(gateway, upstream, team, { key })
    const headers = { prefer: 'wait=2' }
    const answers = await Promise.all(Array.from({ length: 6 }, () => own.ask(TIMELINE, { headers })))
    const statuses = answers.map(({ status }) => status)
    const sent = statuses.filter((status) => status === 200).length
    expect(sent).toBeGreaterThan(0)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(6 - sent)
    for (const { headers: told } of refused)
      expect(told).toMatchObject({
        'purser-problem': 'too_busy',
        'retry-after': expect.stringMatching(/^\d+$/),
      })
    expect((await outcomes(own)).filter((outcome) => outcome === 'SETTLED')).toHaveLength(sent)
  })

  test('a gateway key’s own rate delays its own calls only', async () => {
    const own = await makeService(gateway, upstream, team, { keyId: service.keyId, requestsPerSecond: 2 })
    const since = systemClock.monotonic()
    const ended: string[] = []
    const mine = Promise.all(Array.from({ length: 4 }, () => own.ask(TIMELINE)))
    await Promise.all([
      mine.then(() => ended.push('mine')),
      service.ask(TIMELINE).then(() => ended.push('of another')),
    ])
    expect(ended).toEqual(['of another', 'mine'])
    expect((await mine).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(systemClock.monotonic() - since).toBeGreaterThan(900)
  })

  test('replacing the API key behind a gateway key is transparent, even to waiting calls', async () => {
    const { key, walletId } = upstream.issueKey({ pack: 'Starter' })
    const own = await makeService(gateway, upstream, team, { key })
    const waiting = Array.from({ length: 12 }, () => own.ask(TIMELINE))
    await waiting[0]
    await replaceKey(team.admin, upstream, { keyId: own.keyId, key: upstream.issueKey({ walletId }).key })
    upstream.sandbox.operator.revokeByPrefix(key.slice(0, 12))
    const answers = [...(await Promise.all(waiting)), await own.ask(TIMELINE)]
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('a revoked or deleted key is refused within five seconds, also for waiting calls', async () => {
    const { key } = upstream.issueKey({ pack: 'Free' })
    const own = await makeService(gateway, upstream, team, { key })
    const queued = Array.from({ length: 9 }, () => own.ask(TIMELINE, { headers: { prefer: 'wait=60' } }))
    await queued[0]
    await revokeGatewayKey(team.admin, { gatewayKeyId: own.gatewayKeyId })
    const since = systemClock.monotonic()
    await waitUntil(async () => (await own.ask('/v1/me')).status === 401)
    const last = await Promise.all(queued)
    expect(systemClock.monotonic() - since).toBeLessThan(5000)
    // One slot per second: of nine waiting calls, at least three had none within five seconds.
    expect(last.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(3)
    const deleted = await makeService(gateway, upstream, team, { keyId: service.keyId })
    await deleteService(team.admin, { serviceId: deleted.serviceId })
    expect((await deleted.ask('/v1/me')).status).toBe(401)
  })

  test('an expired key is refused at once', async () => {
    const clock = makeTestClock(new Date())
    const then = openGateway(upstream, team, clock)
    const own = await makeService(then, upstream, team, { keyId: service.keyId, expiresInDays: 1 })
    expect((await own.ask('/v1/me')).status).toBe(200)
    clock.advance(25 * 3_600_000)
    expect((await own.ask('/v1/me')).status).toBe(401)
  })

  test('repeated tries with one wrong key are limited, and lock out nobody else', async () => {
    const wrong = { 'x-api-key': `xd_live_${'a'.repeat(32)}` }
    const source = '192.0.2.77'
    expect((await service.ask('/v1/me', { source })).status).toBe(200)
    const answers = []
    for (let tries = 0; tries < 63; tries++)
      answers.push(await service.ask('/v1/me', { source, headers: wrong }))
    expect(answers[0]).toMatchObject({ status: 401, headers: { 'purser-problem': 'unknown_key' } })
    expect(answers.at(-1)).toMatchObject({ status: 429, headers: { 'purser-problem': 'too_many_tries' } })
    expect((await service.ask('/v1/me', { source })).status).toBe(200)
    expect((await service.ask('/v1/me', { source: '192.0.2.78' })).status).toBe(200)
    // As after a restart, with no right key known yet: one wrong key tried repeatedly is no flood of wrong
    // keys, so its source is not blocked.
    const at = openGateway(upstream, team, systemClock)
    for (let tries = 0; tries < 63; tries++) await service.ask('/v1/me', { source, headers: wrong, at })
    expect((await service.ask('/v1/me', { source, at })).status).toBe(200)
  })

  test('the key is accepted in either header, and two different ones are refused', async () => {
    const token = service.token.reveal()
    expect((await service.ask('/v1/me', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
    expect((await service.ask('/v1/me', { headers: { authorization: 'Bearer x' } })).status).toBe(401)
    expect(
      await service.ask('/v1/me', { headers: { 'x-api-key': token, authorization: 'Bearer other' } }),
    ).toMatchObject({ status: 401, text: expect.stringContaining('different keys') })
  })

  test('an authorization header without a bearer key is ignored, as sent by a proxy or a library', async () => {
    const token = service.token.reveal()
    for (const authorization of ['Basic YTpi', 'Bearer', 'Bearer ', 'bearer a b', 'Negotiate YII', ''])
      expect(
        (await service.ask('/v1/me', { headers: { 'x-api-key': token, authorization } })).status,
        authorization,
      ).toBe(200)
    const bearer = { 'x-api-key': '', authorization: `Bearer ${token}` }
    expect((await service.ask('/v1/me', { headers: bearer })).status).toBe(200)
    expect(
      await service.ask('/v1/me', { headers: { 'x-api-key': '', authorization: 'Basic YTpi' } }),
    ).toMatchObject({
      status: 401,
      text: expect.stringContaining('Send the gateway key'),
    })
  })

  test.each(['POST', 'HEAD', 'OPTIONS', 'DELETE'])('%s is refused', async (method) => {
    const refused = await service.ask(TIMELINE, { method })
    expect(refused).toMatchObject({ status: 405, headers: { allow: 'GET' } })
    expect(JSON.parse(refused.text)).toEqual({
      message: 'The gateway passes GET requests without a body only.',
    })
  })

  test('an address that the provider does not know is refused and not sent', async () => {
    const before = sandboxState().pages
    for (const target of [
      '/v1/other',
      '/v1/users/../me',
      '/v1/users/a%2Fb/tweets',
      `${TIMELINE}&count=5`,
      '//x',
    ])
      expect((await service.ask(target)).status, target).toBeGreaterThanOrEqual(400)
    expect(sandboxState().pages).toBe(before)
  })

  test('another team’s key spends from its own team only', async () => {
    const other = await makeOtherTeam(team)
    const theirs = await makeService(gateway, upstream, other)
    expect((await theirs.ask(TIMELINE)).status).toBe(200)
    const [entry] = await entriesOf(theirs)
    expect(entry?.teamId).toBe(other.admin.team.id)
    expect(gateway.figures(team.admin.team.id).has(theirs.serviceId)).toBe(false)
  })

  test('while the database cannot be written, an answer is passed at once and settled later; nothing more is bought', async () => {
    const own = await makeService(gateway, upstream, team)
    upstream.sandbox.chooseLatency({ ms: 500, spreadMs: 0 })
    const asked = own.ask(TIMELINE)
    await underWay(1)
    const mend = await breakTable(opened, 'LedgerEntry')
    const answer = await asked
    expect(answer).toMatchObject({ status: 200, headers: { 'purser-settled': 'later' } })
    const pages = sandboxState().pages
    const meanwhile = await own.ask(TIMELINE, { headers: { prefer: 'wait=1' } })
    expect(meanwhile).toMatchObject({ status: 503, headers: { 'purser-problem': 'unavailable' } })
    expect(JSON.parse(meanwhile.text).message).toContain('nothing was bought')
    expect(sandboxState().pages).toBe(pages)
    await mend()
    await underWay(0)
    expect((await outcomes(own)).filter((outcome) => outcome !== 'FREE')).toEqual(['SETTLED'])
  })
})
