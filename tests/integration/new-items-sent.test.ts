import { randomBytes, randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  createChannel,
  deliverDueMessages,
  listDeliveries,
  queueEventDeliveries,
  resendDelivery,
  saveScheduleWithChannel,
} from '@/lib/alerts/alerts'
import { deleteItems, storePages } from '@/lib/collect/items'
import { endRun } from '@/lib/collect/runs/core/end-run'
import { saveScheduleInput } from '@/lib/collect/schedules'
import { createSearch } from '@/lib/collect/searches'
import { transaction } from '@/lib/platform/db'
import { writeEvents } from '@/lib/platform/events'
import { createVault } from '@/lib/platform/vault'
import { packJson } from '@/lib/upstream/client'
import { makeMember, makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'
import { startHttpReceiver } from '@/tests/support/receivers'

const MINUTE_MS = 60_000

describeOnEachEngine('new items of a schedule are sent', async (open) => {
  let team: TestTeam
  let searchId: string
  let channel: Awaited<ReturnType<typeof createChannel>>
  let answer: (response: ServerResponse) => void
  let seen = 0
  const { db } = await open()
  const clock = makeTestClock()
  const root = await makeTeam(db, clock)
  const hook = await startHttpReceiver((response) => answer(response))
  const services = {
    vault: createVault(randomBytes(32)),
    ...{ mailServer: null, allowPrivate: true, baseUrl: 'https://purser.example.org' },
  }
  afterAll(() => hook.close())

  const addChannel = (of: TestTeam, kind: 'webhook' | 'slack' = 'webhook') =>
    createChannel(
      of.admin,
      { delivery: services },
      { name: 'Warehouse', kind, address: hook.url, kinds: [], events: ['budget.reached'] },
    )
  const addSearch = async (shared = true) =>
    (await createSearch(team.admin, { name: 'Tea', operation: 'search', subject: 'tea', shared })).id
  const schedule = (itemsChannelId: string | null, { of = searchId, as = team.admin } = {}) => {
    const fields = { searchId: of, cron: '0 * * * *', capItems: 1000, capItemsDay: 1000, itemsChannelId }
    return saveScheduleWithChannel(as, saveScheduleInput.parse(fields))
  }
  beforeEach(async () => {
    answer = (response) => response.end('ok')
    team = await makeOtherTeam(root)
    channel = await addChannel(team)
    searchId = await addSearch()
    await schedule(channel.id)
    seen = hook.received.length
  })

  const idsOf = (first: number, count: number) => Array.from({ length: count }, (_, at) => `${first + at}`)
  const addPage = async (runId: string, pageNumber: number, ids: readonly string[]) => {
    const items = ids.map((id) => ({
      ...{ id, text: `Item ${id}`, createdAt: null, link: null, raw: { id, secret: 'not to be sent' } },
      author: { id: null, handle: 'ada', name: 'Ada' },
    }))
    const page = {
      ...{ runId, streamId: searchId, attemptId: randomUUID(), pageNumber, itemIds: ids },
      packed: await packJson(items),
    }
    await transaction(db, (tx) => storePages(tx, team.admin.team.id, [page], clock.now()))
    return page.attemptId
  }

  /** Adds an open run of the schedule with this many new items, on pages of 80. */
  async function addRun(newItems: number, over: Record<string, unknown> = {}) {
    const id = randomUUID()
    await db.run.create({
      data: {
        ...{
          id,
          teamId: team.admin.team.id,
          searchId,
          searchName: 'Tea',
          operation: 'search',
          subject: 'tea',
        },
        ...{ keyId: randomUUID(), keyPrefix: 'xd_live_abcd', environmentId: '', environmentName: '' },
        ...{ memberId: team.admin.actor.memberId, memberName: '', shared: true, isScheduled: true },
        ...{ state: 'OPEN', nextSeq: 1, pages: Math.ceil(newItems / 80), items: newItems, newItems },
        ...{ chargeNano: 0n, unpricedItems: 0, startedAt: clock.now(), streamId: searchId, ...over },
      },
    })
    for (let first = 0; first < newItems; first += 80)
      await addPage(id, first / 80 + 1, idsOf(first, Math.min(80, newItems - first)))
    return id
  }
  const end = (runId: string) =>
    endRun(db, team.admin.team.id, runId, { reason: 'last_page', at: clock.now() })
  const tell = () => deliverDueMessages(db, clock, services, [team.admin.team])
  const send = async () => {
    await queueEventDeliveries(db, clock)
    clock.advance(1000)
    await tell()
  }
  const received = () => hook.received.slice(seen).map(({ body }) => JSON.parse(body))
  const itemIds = () => received().map(({ data }) => data.items.map(({ id }: { id: string }) => id))
  const ofRun = (runId: string) =>
    db.alertDelivery.findMany({ where: { runId }, orderBy: { itemsFrom: 'asc' } })

  test('in messages of up to a hundred, in order, signed, and without what else the upstream sent', async () => {
    const runId = await addRun(250)
    await end(runId)
    await send()
    expect(itemIds()).toEqual([idsOf(0, 100), idsOf(100, 100), idsOf(200, 50)])
    const [first] = received()
    expect(first).toMatchObject({
      type: 'run.items',
      data: { runId, searchId, searchName: 'Tea', pages: 4, newItems: 250, first: 1, last: 100 },
    })
    expect(first.data.url).toBe(`https://purser.example.org/${team.admin.team.slug}/runs/${runId}?only=new`)
    const { headers, body } = hook.received[seen] ?? { headers: {}, body: '' }
    const signature = new Webhook(channel.secret ?? '').sign(first.id, clock.now(), body)
    expect(headers).toMatchObject({ 'webhook-id': first.id, 'webhook-signature': signature })
    expect(
      hook.received
        .slice(seen)
        .map(({ body }) => body)
        .join(),
    ).not.toMatch(/not to be sent|xd_live|whsec/)
    const { deliveries } = await listDeliveries(team.admin)
    expect(deliveries.map(({ title, state }) => [title, state])).toContainEqual(['1–100 of “Tea”', 'sent'])
  })

  test('once, even if two processes queue and send at the same moment', async () => {
    const runId = await addRun(150)
    await end(runId)
    const twice = <T>(work: () => Promise<T>) => Promise.allSettled([work(), work()])
    await twice(() => queueEventDeliveries(db, clock))
    await queueEventDeliveries(db, clock)
    clock.advance(1000)
    await twice(tell)
    clock.advance(MINUTE_MS)
    await tell()
    expect(await ofRun(runId)).toHaveLength(2)
    expect(itemIds()).toEqual([idsOf(0, 100), idsOf(100, 50)])
    await send()
    expect(received()).toHaveLength(2)
  })

  test('with those of a late page after what is queued', async () => {
    const runId = await addRun(120)
    await end(runId)
    await send()
    await addPage(runId, 3, idsOf(120, 30))
    const data = { runId, searchId, searchName: 'Tea', newItems: 150 }
    const event = { teamId: team.admin.team.id, at: clock.now(), kind: 'items.new', data } as const
    await transaction(db, (tx) => writeEvents(tx, [event]))
    await send()
    expect(itemIds()).toEqual([idsOf(0, 100), idsOf(100, 20), idsOf(120, 30)])
  })

  test('without items deleted meanwhile; a message whose items are all deleted is not sent', async () => {
    const runId = await addRun(250)
    await end(runId)
    await queueEventDeliveries(db, clock)
    const pages = await db.resultPage.findMany({ where: { runId, pageNumber: { in: [1, 4] } } })
    await db.resultPage.updateMany({
      where: { attemptId: { in: pages.map(({ attemptId }) => attemptId) } },
      data: { packed: null },
    })
    await tell()
    clock.advance(1000)
    await tell()
    expect(itemIds()).toEqual([idsOf(80, 20), idsOf(100, 100), idsOf(200, 40)])
    await deleteItems(team.admin, { runId, upTo: clock.now() }, () => Promise.resolve(true))
    for (const { id } of await ofRun(runId)) await resendDelivery(team.admin, { deliveryId: id })
    await tell()
    expect(received()).toHaveLength(3)
    expect((await ofRun(runId)).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed'])
  })

  test('in order: a failed message delays the later ones of its run', async () => {
    const runId = await addRun(250)
    await end(runId)
    const refuse = (response: ServerResponse) => response.writeHead(503).end()
    answer = refuse
    await send()
    clock.advance(6000)
    await tell()
    clock.advance(6000)
    answer = (response) => response.end('ok')
    await tell()
    // The first message waits for a minute after its second try.
    expect(new Set(received().map(({ data }) => data.first))).toEqual(new Set([1]))
    clock.advance(MINUTE_MS)
    for (let round = 0; round < 3; round++) {
      await tell()
      clock.advance(1000)
    }
    expect(received().map(({ data }) => data.first)).toEqual([1, 1, 1, 101, 201])
  })

  test('again under the same id if the process is killed while sending', async () => {
    const runId = await addRun(10)
    await end(runId)
    await queueEventDeliveries(db, clock)
    const [row] = await ofRun(runId)
    // The state after a claim whose process died before writing the result.
    await db.alertDelivery.updateMany({
      where: { runId },
      data: { tries: 1, nextTryAt: new Date(clock.now().getTime() + MINUTE_MS) },
    })
    await tell()
    expect(received()).toEqual([])
    clock.advance(MINUTE_MS + 1)
    await tell()
    await tell()
    expect(received()).toMatchObject([{ id: row?.id }])
  })

  test('neither for a manual run, a baseline or a private run, nor by a schedule without a channel', async () => {
    for (const over of [{ isScheduled: false }, { isBaseline: true }, { shared: false }])
      await end(await addRun(5, over))
    await schedule(null)
    await end(await addRun(5))
    await send()
    expect(received()).toEqual([])
  })

  test('only to a signed webhook of the team, for a shared search, as set by its owner or an admin', async () => {
    const refused = { code: 'invalid', fields: { itemsChannelId: expect.any(String) } }
    const foreign = schedule((await addChannel(root)).id)
    await expect(foreign).rejects.toMatchObject({ ...refused, code: 'not_found' })
    await expect(schedule((await addChannel(team, 'slack')).id)).rejects.toMatchObject(refused)
    const of = await addSearch(false)
    await expect(schedule(channel.id, { of })).rejects.toMatchObject(refused)
    const [member, admin] = [await makeMember(team, 'member'), await makeMember(team, 'admin', 'Adam')]
    await expect(schedule(channel.id, { as: member })).rejects.toMatchObject({ code: 'forbidden' })
    await schedule(channel.id, { as: admin })
  })
})
