import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  acknowledgeAlert,
  changeAlertSetting,
  changeChannel,
  createAlertWatch,
  createChannel,
  deleteChannel,
  deliverDueMessages,
  listAlertSettings,
  listAlerts,
  listAttentionItems,
  listChannels,
  listDeliveries,
  muteAlerts,
  testChannel,
} from '@/lib/alerts/alerts'
import { formatDay } from '@/lib/kernel'
import { addKey, checkKey } from '@/lib/keys/keys'
import {
  changeBudget,
  changeBudgetInput,
  createBudget,
  createBudgetInput,
  deleteBudget,
  requestRaise,
} from '@/lib/money/budgets'
import { listRunOuts } from '@/lib/money/forecast'
import { endAbandonedAttempts } from '@/lib/money/ledger'
import { listWallets } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { createVault } from '@/lib/platform/vault'
import { budgetBookOf } from '@/tests/factories/budget-book'
import { BOOK_INSTANCE, bookOf } from '@/tests/factories/ledger'
import { makeMember, makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase } from '@/tests/support/databases'
import { startHttpReceiver } from '@/tests/support/receivers'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describeOnDatabase('alerts', async (open) => {
  let team: TestTeam
  let ctx: TeamCtx
  let status = 200
  const opened = await open()
  const clock = makeTestClock()
  const watch = createAlertWatch(clock)
  const root = await makeTeam(opened.db, clock)
  const upstream = await startTestUpstream(clock)
  const hook = await startHttpReceiver((response) => response.writeHead(status).end())
  const services = {
    vault: createVault(randomBytes(32)),
    mailServer: null,
    allowPrivate: true,
    baseUrl: 'https://purser.example.org',
  }
  afterAll(async () => {
    await hook.close()
    await upstream.close()
  })
  beforeEach(async () => {
    team = await makeOtherTeam(root)
    ctx = team.admin
    status = 200
  })

  const look = () => watch.look(ctx, upstream.upstreams)
  const kindsOfNeeds = async () => (await listAttentionItems(ctx)).map(({ kind }) => kind)
  const deliver = () => deliverDueMessages(opened.db, clock, services, [ctx.team])
  const addHook = () =>
    createChannel(
      ctx,
      { delivery: services },
      { name: 'Hook', kind: 'webhook', address: hook.url, kinds: [] },
    )
  const told = () => hook.received.map(({ body }) => JSON.parse(body))
  const makeDayBudget = (amount: string, stops = false) =>
    createBudget(
      ctx,
      createBudgetInput.parse({
        name: 'Daily',
        scope: 'team',
        unit: 'items',
        period: 'day',
        amount,
        stops,
        tellsAt: [50, 80],
      }),
    )
  const spend = async (items: number) => {
    const book = budgetBookOf(ctx)
    const attemptId = await book.mustOpen({})
    await book.settle(attemptId, items)
  }

  test('a budget alerts once per percent and period, only about the highest percent, and again in the next period', async () => {
    const id = await makeDayBudget('1000')
    const openTitles = async () =>
      (await listAlerts(ctx)).filter(({ recoveredAt }) => recoveredAt === null).map(({ title }) => title)
    expect(await look()).toEqual({ fired: 0, recovered: 0 })
    await spend(85)
    expect(await look()).toEqual({ fired: 0, recovered: 0 })
    for (let page = 0; page < 5; page++) await spend(85)
    expect(await look()).toEqual({ fired: 1, recovered: 0 })
    expect(await openTitles()).toEqual(['“Daily” has reached 50%'])
    for (let page = 0; page < 4; page++) await spend(85)
    // The higher percent replaces the lower one, about which nothing is sent again.
    expect(await look()).toEqual({ fired: 1, recovered: 1 })
    expect(await look()).toEqual({ fired: 0, recovered: 0 })
    expect(await openTitles()).toEqual(['“Daily” has reached 80%'])
    const [alert] = await listAlerts(ctx)
    expect(alert?.path).toBe(`budgets#${id.id}`)
    clock.advance(24 * HOUR)
    expect(await look()).toEqual({ fired: 0, recovered: 1 })
    // Passing both percents at once fires only one alert.
    for (let page = 0; page < 10; page++) await spend(85)
    expect(await look()).toEqual({ fired: 1, recovered: 0 })
    expect(await openTitles()).toEqual(['“Daily” has reached 80%'])
  })

  test('a budget that is overspent after it warned is one of the first needs, and says so', async () => {
    await makeDayBudget('100')
    await spend(85)
    await look()
    expect(await listAttentionItems(ctx)).toMatchObject([
      { kind: 'budget_threshold', text: '“Daily” has reached 80%' },
    ])
    await spend(85)
    await look()
    const laterCtx = { ...ctx }
    expect(await listAttentionItems(laterCtx)).toMatchObject([
      { kind: 'over_budget', text: '“Daily” is over budget' },
    ])
    // The inbox shows what was sent, with its kind as it is now.
    expect(await listAlerts(laterCtx)).toMatchObject([
      { title: '“Daily” has reached 80%', kind: 'budget_threshold', shownKind: 'over_budget' },
    ])
  })

  test('what needs attention is one list: a budget that warns and stops appears once, with a request to raise it', async () => {
    const { id } = await makeDayBudget('100', true)
    await spend(85)
    await opened.db.budget.update({ where: { id }, data: { stoppedAt: clock.now() } })
    await look()
    expect((await listAlerts(ctx)).map(({ kind }) => kind).sort()).toEqual([
      'budget_stopped',
      'budget_threshold',
    ])
    // Older alerts have this path, without the budget's id.
    await opened.db.alert.updateMany({ where: { teamId: ctx.team.id }, data: { path: 'budgets' } })
    await look()
    const member = await makeMember(team, 'member')
    await requestRaise(member, { budgetId: id, amount: '50', reason: 'A launch' })
    const needs = await listAttentionItems(ctx)
    expect(needs.map(({ kind, path }) => [kind, path])).toEqual([
      ['budget_stopped', `budgets#${id}`],
      ['raise', `budgets#${id}`],
    ])
    expect(needs[1]?.text).toContain('asks for 50 items more in “Daily”')
    // Only an admin can decide on the request.
    expect((await listAttentionItems(member)).map(({ kind }) => kind)).toEqual(['budget_stopped'])
    const other = await makeOtherTeam(root)
    expect(await listAttentionItems(other.admin)).toEqual([])
    await deleteBudget(ctx, { budgetId: id })
    expect((await kindsOfNeeds()).includes('raise')).toBe(false)
  })

  test('a budget that was raised and blocks again is a new alert, even if the first was acknowledged', async () => {
    const { id } = await makeDayBudget('100', true)
    const block = () =>
      opened.db.budget.update({ where: { id }, data: { stoppedAt: clock.now() } }).then(() => look())
    const blocking = async () =>
      (await listAlerts(ctx))
        .filter(({ kind, recoveredAt }) => kind === 'budget_stopped' && recoveredAt === null)
        .map((alert) => ({ id: alert.id, isAcknowledged: alert.acknowledgedBy !== null }))
    await block()
    const [first] = await blocking()
    await acknowledgeAlert(ctx, { alertId: first?.id ?? '', reason: '' })
    await opened.db.budget.update({ where: { id }, data: { amount: 200n } })
    await block()
    expect(await blocking()).toEqual([
      { id: expect.not.stringContaining(first?.id ?? ''), isAcknowledged: false },
    ])
  })

  test('a changed budget alerts again at its new amount, even if its period never ends', async () => {
    const fields = {
      name: 'Once',
      scope: 'team',
      unit: 'items',
      period: 'total',
      stops: false,
      tellsAt: [80],
    }
    const { id } = await createBudget(ctx, createBudgetInput.parse({ ...fields, amount: '1000' }))
    await spend(90)
    for (let page = 0; page < 9; page++) await spend(85)
    expect(await look()).toEqual({ fired: 1, recovered: 0 })
    await changeBudget(ctx, changeBudgetInput.parse({ ...fields, budgetId: id, amount: '2000' }))
    expect(await look()).toEqual({ fired: 0, recovered: 1 })
    for (let page = 0; page < 10; page++) await spend(85)
    expect(await look()).toEqual({ fired: 1, recovered: 0 })
    expect(await look()).toEqual({ fired: 0, recovered: 0 })
  })

  test('two instances that check at the same moment fire once and send once', async () => {
    await addHook()
    const before = hook.received.length
    await makeDayBudget('100')
    await spend(60)
    const other = createAlertWatch(clock)
    const results = await Promise.all([look(), other.look(ctx, upstream.upstreams)])
    expect(results.reduce((sum, { fired }) => sum + fired, 0)).toBe(1)
    await Promise.all([deliver(), deliver()])
    await deliver()
    expect(hook.received.length - before).toBe(1)
  })

  test('a failed message is retried at growing intervals with the same id, and finally given up', async () => {
    await addHook()
    const before = hook.received.length
    status = 503
    await makeDayBudget('100')
    await spend(60)
    await look()
    for (const pause of [0, 5000, MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR]) {
      clock.advance(pause)
      await deliver()
      expect(await deliver()).toBe(0)
    }
    const mine = hook.received.slice(before)
    expect(mine).toHaveLength(6)
    expect(new Set(mine.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const [delivery] = (await listDeliveries(ctx)).deliveries
    expect(delivery).toMatchObject({ state: 'failed', tries: 6, lastProblem: 'The address answered 503.' })
  })

  test('low balance: fires below the limit, stays open slightly above it, recovers, and may fire again', async () => {
    const { key, walletId: at } = upstream.issueKey({ balanceNano: 1_000_000_000_000n })
    const environmentId = team.environments[0]?.id ?? ''
    const { id } = await addKey(ctx, upstream, { key, name: '', walletId: team.walletId, environmentId })
    await changeAlertSetting(ctx, {
      kind: 'low_balance',
      enabled: true,
      parameters: { percent: '10', credits: '2000' },
    })
    await addHook()
    const before = hook.received.length
    expect(await look()).toEqual({ fired: 1, recovered: 0 })
    // A title is read on its own, so it says what is too little.
    expect((await listAlerts(ctx))[0]?.title).toMatch(/ has 1,000 credits left: you are warned below 2,000$/)
    const { operator } = upstream.sandbox
    const readAfter = async (nano: bigint) => {
      operator.topUp(at, nano)
      clock.advance(MINUTE)
      await checkKey(ctx, upstream, id)
      return look()
    }
    expect(await readAfter(1_100_000_000_000n)).toEqual({ fired: 0, recovered: 0 })
    expect(await readAfter(500_000_000_000n)).toEqual({ fired: 0, recovered: 1 })
    await changeAlertSetting(ctx, {
      kind: 'low_balance',
      enabled: true,
      parameters: { percent: '10', credits: '5000' },
    })
    expect(await look()).toEqual({ fired: 1, recovered: 0 })
    await deliver()
    const mine = told().slice(before)
    expect(mine.map(({ type }) => type).sort()).toEqual(['alert.fired', 'alert.fired', 'alert.recovered'])
    expect(mine[0].data.url).toBe(`https://purser.example.org/${ctx.team.slug}/wallets/${team.walletId}`)
    expect((await listAlerts(ctx)).filter(({ kind }) => kind === 'low_balance')).toHaveLength(2)
  })

  test('a wallet with less than a week of spend runs out by the mean of its days', async () => {
    const { key } = upstream.issueKey({ balanceNano: 100_000_000_000n })
    const environmentId = team.environments[0]?.id ?? ''
    const { walletId } = team
    const { id: keyId } = await addKey(ctx, upstream, { key, name: '', walletId, environmentId })
    const runOuts = async () => {
      await look()
      return (await listAlerts(ctx)).filter(({ kind }) => kind === 'run_out')
    }
    const book = bookOf(ctx)
    for (let page = 0; page < 2; page++) await book.settle(await book.begin({ walletId, keyId }), 100)
    // Its first day is not over, so it has no pace yet.
    expect(await runOuts()).toEqual([])
    clock.advance(24 * HOUR)
    const [wallet] = await listRunOuts(ctx, await listWallets(ctx))
    const at = wallet?.by.kind === 'daily_spend' ? wallet.by.at : null
    expect(at).not.toBeNull()
    expect(await runOuts()).toMatchObject([
      {
        title: `“${wallet?.wallet.name}” runs out around ${formatDay(at ?? clock.now(), ctx.team.timeZone)}`,
        detail: expect.stringMatching(/^At its daily spend so far /),
      },
    ])
  })

  test('muted alerts are listed but not sent; a channel receives only its kinds', async () => {
    await createChannel(
      ctx,
      { delivery: services },
      {
        name: 'Keys only',
        kind: 'webhook',
        address: hook.url,
        kinds: ['key_refused'],
      },
    )
    await makeDayBudget('100')
    await spend(60)
    await look()
    expect((await listDeliveries(ctx)).deliveries).toEqual([])
    const [channel] = await listChannels(ctx)
    await changeChannel(ctx, { channelId: channel?.id ?? '', name: 'All', enabled: true, kinds: [] })
    await muteAlerts(ctx, { kind: 'budget_threshold', subjectId: '', days: 1 })
    await spend(25)
    expect(await look()).toEqual({ fired: 1, recovered: 1 })
    expect((await listDeliveries(ctx)).deliveries).toEqual([])
    expect((await listAlerts(ctx)).every(({ mutedUntil }) => mutedUntil !== null)).toBe(true)
    await muteAlerts(ctx, { kind: 'budget_threshold', subjectId: '', days: 0 })
    clock.advance(24 * HOUR)
    await look()
    await spend(60)
    expect(await look()).toEqual({ fired: 1, recovered: 0 })
    expect((await listDeliveries(ctx)).deliveries).toHaveLength(1)
  })

  test('calls cut off by a stop of Purser do not count as failures of the API', async () => {
    for (let call = 0; call < 6; call++) await bookOf(ctx).begin()
    expect(await endAbandonedAttempts(ctx.db, clock, [BOOK_INSTANCE])).toBe(6)
    expect(await look()).toEqual({ fired: 0, recovered: 0 })
  })

  test('a failing API: five lost calls in a row fire, one page recovers', async () => {
    const book = bookOf(ctx)
    for (let call = 0; call < 4; call++) await book.lose(await book.begin())
    expect(await look()).toEqual({ fired: 0, recovered: 0 })
    await book.lose(await book.begin())
    expect(await look()).toEqual({ fired: 1, recovered: 0 })
    expect(await kindsOfNeeds()).toEqual(['upstream_failing', 'unknown_calls'])
    const [alert] = await listAlerts(ctx)
    const member = await makeMember(team, 'member')
    const input = { alertId: alert?.id ?? '', reason: '' }
    await acknowledgeAlert(member, input)
    await expect(acknowledgeAlert(ctx, input)).rejects.toThrow(/already handling this alert/)
    expect(await kindsOfNeeds()).toEqual(['unknown_calls'])
    await book.settle(await book.begin(), 20)
    expect(await look()).toEqual({ fired: 0, recovered: 1 })
  })

  test('an open alert is listed, and a message keeps its title, however many alerts follow', async () => {
    await addHook()
    await makeDayBudget('100')
    await spend(60)
    await look()
    const [opened60] = await listAlerts(ctx)
    const { id: _, ...row } = await opened.db.alert.findFirstOrThrow({ where: { teamId: ctx.team.id } })
    const at = (place: number) => new Date(row.firedAt.getTime() + place * MINUTE)
    await opened.db.alert.createMany({
      data: Array.from({ length: 201 }, (_, place) => ({
        ...{ ...row, id: crypto.randomUUID(), dedupeKey: `later ${place}` },
        ...{ firedAt: at(place + 1), recoveredAt: at(place + 2) },
      })),
    })
    const alerts = await listAlerts(ctx)
    expect(alerts.filter(({ recoveredAt }) => recoveredAt === null)).toEqual([opened60])
    expect(alerts).toHaveLength(201)
    const [message] = (await listDeliveries(ctx)).deliveries
    expect(message?.title).toBe('“Daily” has reached 50%')
  })

  test('a channel’s address is sealed, belongs to its team, and is deleted with it', async () => {
    const { id, secret } = await addHook()
    expect(secret).toMatch(/^whsec_/)
    const row = await opened.db.alertChannel.findFirstOrThrow({ where: { id } })
    expect(JSON.stringify(row)).not.toContain(hook.url)
    expect(JSON.stringify(row)).not.toContain(secret)
    const other = await makeOtherTeam(team)
    await expect(testChannel(other.admin, { delivery: services }, id)).rejects.toThrow(/not found/)
    await expect(deleteChannel(other.admin, id)).rejects.toThrow(/not found/)
    expect(await listChannels(other.admin)).toEqual([])
    await testChannel(ctx, { delivery: services }, id)
    status = 404
    await expect(testChannel(ctx, { delivery: services }, id)).rejects.toThrow(/answered 404/)
    await deleteChannel(ctx, id)
    const gone = await opened.db.alertChannel.findFirstOrThrow({ where: { id } })
    expect(gone.sealed).toBe('')
    expect((await listDeliveries(ctx)).deliveries.map(({ state }) => state).sort()).toEqual([
      'failed',
      'sent',
    ])
  })

  test.each([
    ['email', 'not an address', /E-mail|e-mail/],
    ['slack', 'ftp://example.org', /https/],
    ['webhook', 'https://user:secret@example.org', /https/],
  ] as const)('a %s channel to “%s” is refused at its field', async (kind, address, why) => {
    const made = createChannel(ctx, { delivery: services }, { name: 'X', kind, address, kinds: [] })
    await expect(made).rejects.toMatchObject({ fields: { address: expect.stringMatching(why) } })
  })

  test('a channel to a private address is refused when it is added, unless that is allowed', async () => {
    const delivery = { ...services, allowPrivate: false }
    for (const address of ['http://127.0.0.1:9/hook', 'https://[::1]/hook', 'http://localhost/hook']) {
      const input = { name: 'X', kind: 'webhook', address, kinds: [] } as const
      await expect(createChannel(ctx, { delivery }, { ...input, kinds: [] })).rejects.toMatchObject({
        fields: { address: expect.stringContaining('PURSER_ALLOW_PRIVATE_ADDRESSES=true') },
      })
    }
  })

  test('members see settings but cannot change them; invalid parameters are refused', async () => {
    const member = await makeMember(team, 'member')
    expect(await listAlertSettings(member)).toHaveLength(12)
    const change = { kind: 'run_out', enabled: true, parameters: { days: '400' } } as const
    await expect(changeAlertSetting(member, change)).rejects.toThrow(/Only an admin/)
    await expect(changeAlertSetting(ctx, change)).rejects.toMatchObject({ fields: { days: 'Use 1 to 90.' } })
  })
})
