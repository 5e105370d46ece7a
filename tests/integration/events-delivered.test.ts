import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  type ChannelEvent,
  changeChannel,
  createAlertWatch,
  createChannel,
  deleteChannel,
  deleteOldDeliveries,
  deleteOldEvents,
  deliverDueMessages,
  listChannels,
  listDeliveries,
  queueEventDeliveries,
  resendDeliveriesSince,
  resendDelivery,
} from '@/lib/alerts/alerts'
import { newId } from '@/lib/kernel'
import { createBudget, createBudgetInput } from '@/lib/money/budgets'
import { listAuditEntries } from '@/lib/platform/audit'
import { transaction } from '@/lib/platform/db'
import { type EventPayload, writeEvents } from '@/lib/platform/events'
import { createVault } from '@/lib/platform/vault'
import { readProvider } from '@/lib/upstream/client'
import { createUpstreams } from '@/lib/upstream/providers'
import { budgetBookOf } from '@/tests/factories/budget-book'
import { makeMember, makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { breakTable, describeOnDatabase } from '@/tests/support/databases'
import { startHttpReceiver } from '@/tests/support/receivers'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

describeOnDatabase('events are delivered', async (open) => {
  let team: TestTeam
  let answer: (response: ServerResponse) => void
  let seen = 0
  const opened = await open()
  const clock = makeTestClock()
  const root = await makeTeam(opened.db, clock)
  const hook = await startHttpReceiver((response) => answer(response))
  const vault = createVault(randomBytes(32))
  const services = { vault, mailServer: null, allowPrivate: true, baseUrl: 'https://purser.example.org' }
  const upstreams = createUpstreams({ baseUrl: 'http://127.0.0.1:9', provider: readProvider({}), clock })
  afterAll(async () => {
    await upstreams.close()
    await hook.close()
  })
  beforeEach(async () => {
    answer = (response) => response.end('ok')
    team = await makeOtherTeam(root)
    seen = hook.received.length
  })

  const addHook = (events?: ChannelEvent[], url = hook.url) => {
    const input = { name: 'Hook', kind: 'webhook', address: url, kinds: [] } as const
    return createChannel(team.admin, { delivery: services }, { ...input, kinds: [], events })
  }
  const happen = (...balances: string[]) =>
    transaction(opened.db, (tx) =>
      writeEvents(
        tx,
        balances.map((balance) => ({
          ...{ teamId: team.admin.team.id, at: clock.now() },
          ...({
            kind: 'balance.changed',
            data: { walletId: 'w', walletName: 'Main', balance, before: null },
          } satisfies EventPayload),
        })),
      ),
    )
  const deliver = () => deliverDueMessages(opened.db, clock, services, [team.admin.team])
  const tell = async () => {
    await queueEventDeliveries(opened.db, clock)
    return deliver()
  }
  const bodies = () => hook.received.slice(seen).map(({ body }) => JSON.parse(body))
  const ids = () => hook.received.slice(seen).map(({ headers }) => headers['webhook-id'])
  const told = () => bodies().map(({ data }) => data.balance)
  const eventIds = async () => {
    const where = { teamId: team.admin.team.id }
    const rows = await opened.db.event.findMany({ where, orderBy: [{ at: 'asc' }, { id: 'asc' }] })
    return rows.map(({ id }) => id)
  }

  test('with a signature, their ids and figures, in order, once', async () => {
    const { secret } = await addHook(['balance.changed'])
    await happen('12.5')
    clock.advance(10)
    await happen('11')
    await tell()
    await tell()
    const [id, second] = await eventIds()
    expect(ids()).toEqual([id, second])
    const [body] = bodies()
    expect(body).toEqual({
      ...{ id, type: 'balance.changed', timestamp: '2026-03-10T12:00:00.000Z' },
      data: {
        kind: 'balance.changed',
        title: '“Main” holds 12.50 credits',
        detail: 'The API says so. It is the first reading of this wallet.',
        team: team.admin.team.name,
        url: `https://purser.example.org/${team.admin.team.slug}/wallets/w`,
        teamId: team.admin.team.id,
        ...{ walletId: 'w', walletName: 'Main', balance: '12.5', before: null },
      },
    })
    const { headers, body: text } = hook.received[seen] ?? expect.unreachable('nothing came')
    const key = Buffer.from(String(secret).replace('whsec_', ''), 'base64')
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    expect(new Webhook(key.toString('base64')).sign(String(id), at, text)).toBe(headers['webhook-signature'])
  })

  test('without a key that someone has put into a name', async () => {
    await addHook(['balance.changed'])
    const key = `xd_live_${'k3y'.repeat(10)}`
    const data = { walletId: 'w', walletName: `Wallet of ${key}`, balance: '1', before: null }
    const happened = { teamId: team.admin.team.id, at: clock.now(), kind: 'balance.changed', data } as const
    await transaction(opened.db, (tx) => writeEvents(tx, [happened]))
    await tell()
    expect(hook.received[seen]?.body).toContain('Wallet of xd_live_k3yk…')
    expect(JSON.stringify(await opened.db.event.findMany())).not.toContain(key)
  })

  test('to the channels that chose them, not to older channels or another team’s', async () => {
    await addHook()
    expect(await listChannels(team.admin)).toMatchObject([{ events: ['alert'] }])
    await happen('1')
    await tell()
    expect(await eventIds()).toEqual([])
    const { id } = await addHook(['run.ended'])
    const mine = team
    team = await makeOtherTeam(root)
    await addHook(['balance.changed'])
    team = mine
    await happen('2')
    await tell()
    expect(told()).toEqual([])
    const change = { channelId: id, name: 'Hook', enabled: true, kinds: [] }
    await changeChannel(team.admin, { ...change, events: ['balance.changed', 'alert'] })
    await changeChannel(team.admin, { ...change, name: 'Renamed' })
    await happen('3')
    await tell()
    expect(told()).toEqual(['3'])
    await changeChannel(team.admin, { ...change, enabled: false })
    await happen('4')
    await tell()
    expect(told()).toEqual(['3'])
  })

  test('by one of several workers, once per channel', async () => {
    await addHook(['balance.changed'])
    await addHook(['balance.changed'])
    await happen(...Array.from({ length: 30 }, (_, place) => String(place)))
    const work = async () => {
      const queued = await queueEventDeliveries(opened.db, clock)
      return { queued, sent: await deliver() }
    }
    const done = await Promise.all([work(), work(), work()])
    await deliver()
    expect(done.reduce((sum, { queued }) => sum + queued, 0)).toBe(60)
    const got = ids()
    expect(got).toHaveLength(60)
    expect(new Set(got).size).toBe(30)
  })

  test('after a kill before the message was queued, or while it was being sent', async () => {
    await addHook(['balance.changed'])
    await happen('1')
    // Fails between reading the event and queueing its message: nothing of that persists.
    const mend = await breakTable(opened, 'AlertDelivery')
    await expect(queueEventDeliveries(opened.db, clock)).rejects.toThrow()
    await mend()
    expect(await queueEventDeliveries(opened.db, clock)).toBe(1)
    // A worker killed while sending leaves a claim, which expires.
    const where = { teamId: team.admin.team.id }
    const until = new Date(clock.now().getTime() + MINUTE_MS)
    await opened.db.alertDelivery.updateMany({ where, data: { tries: 1, nextTryAt: until } })
    await deliver()
    expect(told()).toEqual([])
    clock.advance(MINUTE_MS + 1)
    await deliver()
    expect(ids()).toEqual(await eventIds())
  })

  test('again with the same id if a receiver fails, hangs up, or reports a failure after accepting', async () => {
    await addHook(['balance.changed'])
    await happen('1')
    const lies = [
      (response: ServerResponse) => response.writeHead(503).end(),
      (response: ServerResponse) => void response.destroy(),
      // The receiver has accepted the message, and reports a timeout.
      (response: ServerResponse) => response.writeHead(408, { 'retry-after': '999999999' }).end(),
      (response: ServerResponse) => void response.writeHead(200).end('x'.repeat(200_000)),
    ]
    for (const lie of lies) {
      answer = lie
      await tell()
      clock.advance(DAY_MS + 1)
    }
    expect(await tell()).toBe(0)
    const [id] = await eventIds()
    expect(ids()).toEqual([id, id, id, id])
    expect(new Set(bodies().map((body) => JSON.stringify(body))).size).toBe(1)
    expect((await listDeliveries(team.admin)).deliveries).toMatchObject([{ state: 'sent', tries: 4 }])
  })

  test('once, though the process that tried first reports its failure after another one’s success', async () => {
    await addHook(['balance.changed'])
    await happen('1')
    answer = (response) => {
      // The first answer takes longer than the claim lasts.
      answer = (other) => void other.end('ok')
      clock.advance(MINUTE_MS + 1)
      void deliver().finally(() => response.writeHead(503).end())
    }
    await tell()
    expect((await listDeliveries(team.admin)).deliveries).toMatchObject([{ state: 'sent', tries: 2 }])
    clock.advance(DAY_MS)
    await deliver()
    expect(told()).toHaveLength(2)
  })

  test('with the receiver’s answer stored without characters that databases refuse, and a retry', async () => {
    await addHook(['balance.changed'])
    await happen('1')
    answer = (response) => response.writeHead(500).end(`no\0 \u001b[31m${'😀'.repeat(300)}`)
    await tell()
    const [failed] = (await listDeliveries(team.admin)).deliveries
    expect(failed).toMatchObject({ state: 'waiting', tries: 1 })
    expect(failed?.lastProblem).toBe(
      `The address answered 500. It said: no [31m${'😀'.repeat(200 - 'no [31m'.length)}…`,
    )
    answer = (response) => response.end('ok')
    clock.advance(DAY_MS)
    await tell()
    expect((await listDeliveries(team.admin)).deliveries).toMatchObject([{ state: 'sent', tries: 2 }])
  })

  test('to the other channels completely if Purser itself fails at one', async () => {
    const { id } = await addHook(['balance.changed'])
    await addHook(['balance.changed'])
    await opened.db.alertChannel.update({ where: { id }, data: { sealed: 'broken' } })
    await happen(...Array.from({ length: 30 }, (_, place) => String(place)))
    await expect(tell()).rejects.toThrow()
    expect(told()).toHaveLength(30)
  })

  test('at once, even if the instance of the event has a clock that is ahead', async () => {
    await addHook(['balance.changed'])
    clock.advance(DAY_MS)
    await happen('1')
    clock.advance(-DAY_MS)
    await tell()
    expect(told()).toEqual(['1'])
  })

  test('without delay by a dead address with many messages', async () => {
    const { id } = await addHook(['balance.changed'], 'http://127.0.0.1:9/dead')
    await happen(...Array.from({ length: 60 }, (_, place) => String(place)))
    await queueEventDeliveries(opened.db, clock)
    const input = { channelId: id, name: 'Dead', enabled: true, kinds: [] }
    await changeChannel(team.admin, { ...input, events: ['alert'] })
    clock.advance(10)
    await addHook(['balance.changed'])
    await happen('alive')
    expect(await tell()).toBe(2)
    expect(told()).toEqual(['alive'])
  })

  test('and listed by channel for an admin, who sends one, or all since a day, again with the same id and body', async () => {
    const { id: channelId } = await addHook(['balance.changed'])
    const quiet = await addHook(['run.ended'])
    await happen('1', '2')
    await tell()
    const [newest] = (await listDeliveries(team.admin, channelId)).deliveries
    expect(newest).toMatchObject({
      ...{ event: 'balance.changed', title: '“Main” holds 2 credits' },
      ...{ state: 'sent', mayBeSentAgain: true },
    })
    expect((await listDeliveries(team.admin, quiet.id)).deliveries).toEqual([])
    await resendDelivery(team.admin, { deliveryId: newest?.id ?? '' })
    await tell()
    expect(told()).toEqual(['1', '2', '2'])
    expect(ids()[2]).toBe(ids()[1])
    const since = clock.now().toISOString().slice(0, 10)
    expect(await resendDeliveriesSince(team.admin, { channelId, since })).toEqual({ count: 2 })
    await tell()
    expect(told()).toEqual(['1', '2', '2', '1', '2'])
    const entries = await listAuditEntries(team.admin)
    expect(entries.filter(({ action }) => action === 'channel.send-again')).toHaveLength(2)

    const member = await makeMember(team, 'member')
    const again = { deliveryId: newest?.id ?? '' }
    await expect(resendDelivery(member, again)).rejects.toThrow(/Only an admin/)
    const other = await makeOtherTeam(root)
    await expect(resendDelivery(other.admin, again)).rejects.toThrow(/not found/)
    expect((await listDeliveries(other.admin, channelId)).deliveries).toEqual([])
  })

  test('no more to a deleted channel; after thirty days they are deleted in steps with their messages', async () => {
    const { id: channelId } = await addHook(['balance.changed'])
    await happen(...Array.from({ length: 250 }, (_, place) => String(place)))
    await queueEventDeliveries(opened.db, clock)
    await deleteChannel(team.admin, channelId)
    await deliver()
    expect(told()).toEqual([])
    const ended = { channelId, state: 'failed', lastProblem: 'The channel was deleted.' }
    expect(await opened.db.alertDelivery.count({ where: ended })).toBe(250)
    clock.advance(30 * DAY_MS)
    const steps = async () => {
      let taken = 0
      for await (const _ of deleteOldEvents(opened.db, clock)) taken++
      return taken
    }
    await steps()
    expect(await eventIds()).toHaveLength(250)
    clock.advance(1)
    expect(await steps()).toBe(2)
    expect(await eventIds()).toEqual([])
    expect((await listDeliveries(team.admin)).deliveries).toEqual([])
  })

  test('and finished messages are deleted in steps after ninety days; waiting ones and another team’s stay', async () => {
    const { id: channelId } = await addHook()
    const rowsOf = (of: TestTeam, state: string, count: number, more: object = {}) =>
      Array.from({ length: count }, () => ({
        ...{ id: newId(), teamId: of.admin.team.id, channelId, alertId: newId(), event: 'fired' },
        ...{ state, tries: 1, createdAt: clock.now(), ...more },
      }))
    const other = await makeOtherTeam(root)
    await opened.db.alertDelivery.createMany({
      data: [
        ...rowsOf(team, 'sent', 230),
        ...rowsOf(team, 'failed', 15),
        ...rowsOf(team, 'failed', 5, { alertId: null, event: 'test' }),
        ...rowsOf(team, 'waiting', 3),
        ...rowsOf(other, 'sent', 2),
      ],
    })
    clock.advance(1)
    await opened.db.alertDelivery.createMany({ data: rowsOf(team, 'sent', 1) })
    const steps = async () => {
      let taken = 0
      for await (const _ of deleteOldDeliveries(team.admin)) taken++
      return taken
    }
    clock.advance(90 * DAY_MS - 1)
    expect(await steps()).toBe(0)
    clock.advance(1)
    expect(await steps()).toBe(2)
    const left = await opened.db.alertDelivery.findMany({ where: { channelId } })
    expect(left.map(({ state }) => state).sort()).toEqual([
      'sent',
      'sent',
      'sent',
      ...Array(3).fill('waiting'),
    ])
    expect(left.filter(({ teamId }) => teamId === other.admin.team.id)).toHaveLength(2)
    await opened.db.alertDelivery.deleteMany({ where: { channelId } })
  })

  test('once about a budget: a channel that receives its event gets no alert, others do', async () => {
    await addHook(['alert', 'budget.reached'])
    await addHook()
    const budget = { scope: 'team', unit: 'items', period: 'day', amount: '100', stops: false }
    await createBudget(team.admin, createBudgetInput.parse({ name: 'B', ...budget, tellsAt: [50] }))
    const book = budgetBookOf(team.admin)
    await book.settle(await book.mustOpen({}, 60), 60)
    await createAlertWatch(clock).look(team.admin, upstreams)
    await tell()
    const types = bodies().map(({ type }) => type)
    expect(types.sort()).toEqual(['alert.fired', 'budget.reached'])
  })
})
