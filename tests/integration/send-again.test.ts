import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  changeChannel,
  createChannel,
  deliverDueMessages,
  listDeliveries,
  resendDeliveriesSince,
  resendDelivery,
} from '@/lib/alerts/alerts'
import { listAuditEntries } from '@/lib/platform/audit'
import { createVault } from '@/lib/platform/vault'
import { makeMember, makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'
import { startHttpReceiver } from '@/tests/support/receivers'

const DAY_MS = 86_400_000

const HOUR_MS = 3_600_000

describeOnDatabase('messages sent again', async (open) => {
  let team: TestTeam
  let channelId: string
  let status = 200
  const opened = await open()
  const clock = makeTestClock()
  const root = await makeTeam(opened.db, clock)
  const hook = await startHttpReceiver((response) => response.writeHead(status).end())
  const services = {
    vault: createVault(randomBytes(32)),
    mailServer: null,
    allowPrivate: true,
    baseUrl: null,
  }
  afterAll(() => hook.close())
  beforeEach(async () => {
    status = 200
    team = await makeOtherTeam(root)
    const input = { name: 'Hook', kind: 'webhook', address: hook.url, kinds: [] } as const
    channelId = (await createChannel(team.admin, { delivery: services }, { ...input, kinds: [] })).id
  })

  const deliver = () => deliverDueMessages(opened.db, clock, services, [team.admin.team])
  const titles = (from = 0) => hook.received.slice(from).map(({ body }) => JSON.parse(body).data.title)
  const ids = (from = 0) => hook.received.slice(from).map(({ headers }) => headers['webhook-id'])

  /** Writes an alert with its message as the watch does. */
  async function write(title: string): Promise<string> {
    const { id: teamId } = team.admin.team
    const [alertId, at] = [randomUUID(), clock.now()]
    await opened.db.alert.create({
      data: {
        ...{ id: alertId, teamId, kind: 'low_balance', subjectId: 'x', subjectName: 'x', dedupeKey: alertId },
        ...{ title, detail: '', data: '{}', path: '', firedAt: at },
      },
    })
    const id = randomUUID()
    await opened.db.alertDelivery.create({
      data: {
        ...{ id, teamId, channelId, alertId, event: 'fired', state: 'waiting', tries: 0 },
        ...{ nextTryAt: at, createdAt: at },
      },
    })
    clock.advance(10)
    return id
  }

  test('one message is sent again with the same id, and its result is listed', async () => {
    const id = await write('One')
    status = 404
    await deliver()
    expect((await listDeliveries(team.admin)).deliveries).toMatchObject([
      { id, state: 'failed', mayBeSentAgain: true },
    ])
    const before = hook.received.length
    status = 200
    await resendDelivery(team.admin, { deliveryId: id })
    expect((await listDeliveries(team.admin)).deliveries).toMatchObject([
      { state: 'waiting', mayBeSentAgain: false },
    ])
    await expect(resendDelivery(team.admin, { deliveryId: id })).rejects.toThrow(/not found/)
    await deliver()
    expect(ids(before)).toEqual([id])
    expect((await listDeliveries(team.admin)).deliveries).toMatchObject([
      { state: 'sent', tries: 1, lastProblem: null },
    ])
    const entries = await listAuditEntries(team.admin)
    expect(entries.map(({ action }) => action)).toContain('channel.send-again')
  })

  test('all since a day are sent again in order', async () => {
    await write('Old')
    await deliver()
    clock.advance(2 * DAY_MS)
    for (const title of ['A', 'B', 'C']) await write(title)
    await deliver()
    const before = hook.received.length
    const since = clock.now().toISOString().slice(0, 10)
    expect(await resendDeliveriesSince(team.admin, { channelId, since })).toEqual({ count: 3 })
    expect(await resendDeliveriesSince(team.admin, { channelId, since })).toEqual({ count: 0 })
    await deliver()
    expect(titles(before)).toEqual(['A', 'B', 'C'])
  })

  test('a receiver that fails and recovers gets all of them, beginning with the first again', async () => {
    for (const title of ['A', 'B', 'C']) await write(title)
    const before = hook.received.length
    status = 503
    expect(await deliver()).toBe(1)
    status = 200
    clock.advance(6000)
    await deliver()
    expect(titles(before)).toEqual(['A', 'A', 'B', 'C'])
  })

  test('a message whose sender was killed is sent after a minute, with the same id', async () => {
    const id = await write('Killed')
    // The claim of a process that died while sending.
    const until = new Date(clock.now().getTime() + 60_000)
    await opened.db.alertDelivery.update({ where: { id }, data: { tries: 1, nextTryAt: until } })
    const before = hook.received.length
    await deliver()
    expect(ids(before)).toEqual([])
    clock.advance(60_001)
    await deliver()
    expect(ids(before)).toEqual([id])
  })

  test('members, other teams, older days and disabled channels are refused', async () => {
    const id = await write('Kept')
    await deliver()
    const member = await makeMember(team, 'member')
    const since = clock.now().toISOString().slice(0, 10)
    await expect(resendDelivery(member, { deliveryId: id })).rejects.toThrow(/Only an admin/)
    await expect(resendDeliveriesSince(member, { channelId, since })).rejects.toThrow(/Only an admin/)
    const other = await makeOtherTeam(root)
    await expect(resendDelivery(other.admin, { deliveryId: id })).rejects.toThrow(/not found/)
    await expect(resendDeliveriesSince(other.admin, { channelId, since })).rejects.toThrow(/not found/)
    const old = resendDeliveriesSince(team.admin, { channelId, since: '2026-01-01' })
    await expect(old).rejects.toMatchObject({ fields: { since: expect.stringMatching(/last 30 days/) } })
    await changeChannel(team.admin, { channelId, name: 'Hook', enabled: false, kinds: [] })
    await expect(resendDelivery(team.admin, { deliveryId: id })).rejects.toThrow(/not in use/)
  })

  test('a message that waits while the clock is set back waits no longer than otherwise', async () => {
    const tried = await write('tried')
    status = 503
    await deliver()
    await deliver()
    await write('never tried')
    const from = hook.received.length
    status = 200
    clock.advance(-5 * HOUR_MS)
    await deliver()
    expect(titles(from)).toEqual(['never tried'])
    clock.advance(5000)
    await deliver()
    expect(titles(from)).toEqual(['never tried', 'tried'])
    expect(await opened.db.alertDelivery.findUnique({ where: { id: tried } })).toMatchObject({
      state: 'sent',
    })
  })

  test('a delay requested by the receiver is respected, but for at most a day by the corrected clock', async () => {
    const id = await write('asked to wait')
    clock.advance(2 * HOUR_MS)
    const waits = (nextTryAt: Date) =>
      opened.db.alertDelivery.update({ where: { id }, data: { tries: 1, nextTryAt } })
    await waits(new Date(clock.now().getTime() + 24 * HOUR_MS))
    await deliver()
    clock.advance(HOUR_MS)
    await deliver()
    expect(titles()).not.toContain('asked to wait')
    await waits(new Date(clock.now().getTime() + 400 * 24 * HOUR_MS))
    await deliver()
    clock.advance(5000)
    await deliver()
    expect(titles().at(-1)).toBe('asked to wait')
  })
})
