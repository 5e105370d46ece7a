import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  type AlertKind,
  changeAlerts,
  createAlertWatch,
  inboxPart,
  listAttentionItems,
  listInbox,
  listOpenAlerts,
  manyAlertsInput,
  readTeamVersion,
  removeMemberAndDuties,
} from '@/lib/alerts/alerts'
import type { TeamCtx } from '@/lib/platform/db'
import { readProvider } from '@/lib/upstream/client'
import { createUpstreams } from '@/lib/upstream/providers'
import { paperWallet } from '@/tests/factories/paper-wallet'
import { makeMember, makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

const CREDIT = 1_000_000_000n

interface Written {
  readonly kind: AlertKind
  readonly subjectId?: string
  readonly name?: string
  readonly isUncertain?: boolean
  readonly data?: Readonly<Record<string, string>>
}

describeOnEachEngine('the inbox of alerts', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const root = await makeTeam(opened.db, clock)
  let team: TestTeam
  let ctx: TeamCtx
  beforeEach(async () => {
    team = await makeOtherTeam(root)
    ctx = team.admin
  })
  const upstreams = createUpstreams({
    baseUrl: 'http://127.0.0.1:9',
    provider: readProvider({ price: { timeline: '0.15' } }),
    clock,
  })
  afterAll(() => upstreams.close())

  /** Writes an open alert, a minute after the one before it. */
  async function write({
    kind,
    subjectId = randomUUID(),
    name = 'Main',
    ...alert
  }: Written): Promise<string> {
    const id = randomUUID()
    await opened.db.alert.create({
      data: {
        ...{ id, teamId: ctx.team.id, kind, subjectId, subjectName: name, title: `“${name}”: ${kind}` },
        ...{ dedupeKey: `${kind}|${subjectId}${alert.isUncertain ? '|perhaps' : ''}`, detail: '', path: '' },
        ...{ data: JSON.stringify(alert.data ?? {}), firedAt: clock.now() },
      },
    })
    clock.advance(60_000)
    return id
  }
  const change = (what: string, ids: readonly string[], choice = '', by = ctx, given?: string) =>
    changeAlerts(by, manyAlertsInput.parse({ ids, change: what, choice, given }))
  const inbox = (part: object = {}, of = ctx) => listInbox(of, inboxPart.parse(part))
  const kindsIn = async (part: object = {}, of = ctx) =>
    (await inbox(part, of)).groups.map(({ alerts }) => alerts.map(({ kind }) => kind))
  const idsIn = async (part: object = {}, of = ctx) =>
    (await inbox(part, of)).groups.flatMap(({ alerts }) => alerts.map(({ id }) => id))
  let monotonic = 0
  /** The team's version without what the process remembers of the last two seconds. */
  const versionNow = () => {
    monotonic += 10_000
    return readTeamVersion({ ...ctx, clock: { ...clock, monotonic: () => monotonic } })
  }
  const auditOf = async (action: string) =>
    (await opened.db.auditEntry.findMany({ where: { teamId: ctx.team.id, action } })).map(({ detail }) =>
      JSON.parse(detail ?? '{}'),
    )

  test('a snooze by a clock that was a year ahead sets nothing aside', async () => {
    const id = await write({ kind: 'key_refused' })
    const ahead = makeTestClock(new Date(clock.now().getTime() + 365 * 86_400_000))
    await change('snooze', [id], 'week', { ...ctx, clock: ahead })
    expect(await idsIn()).toEqual([id])
    expect(await idsIn({ show: 'snoozed' })).toEqual([])
    expect(await listAttentionItems(ctx)).toHaveLength(1)
    await change('snooze', [id], 'week')
    expect(await idsIn()).toEqual([])
    expect(await listAttentionItems(ctx)).toEqual([])
  })

  test('each object is one row, and a certain loss precedes an uncertain one, as in what needs someone', async () => {
    const [main, client, budget] = [randomUUID(), randomUUID(), randomUUID()]
    await write({ kind: 'outside_spend', subjectId: main })
    await write({ kind: 'low_balance', subjectId: main })
    await write({ kind: 'price_shift', subjectId: `${main}:search` })
    await write({ kind: 'budget_threshold', subjectId: budget, name: 'Monthly' })
    await write({ kind: 'budget_stopped', subjectId: budget, name: 'Monthly' })
    await write({ kind: 'outside_spend', subjectId: client, name: 'Client', isUncertain: true })
    await write({ kind: 'upstream_failing', subjectId: 'upstream', name: 'The API' })
    // The less urgent one is older: the row shows the time of the alert that it shows.
    const older = new Date(clock.now().getTime() - 40 * 86_400_000)
    await opened.db.alert.updateMany({
      where: { subjectId: main, kind: 'low_balance' },
      data: { firedAt: older },
    })
    const { groups, counts } = await inbox()
    expect(
      groups.map(({ subject, name, alerts }) => [subject, name, ...alerts.map(({ kind }) => kind)]),
    ).toEqual([
      ['wallet', 'Main', 'outside_spend', 'low_balance', 'price_shift'],
      ['wallet', 'Client', 'outside_spend'],
      ['service', '', 'upstream_failing'],
      ['budget', 'Monthly', 'budget_stopped', 'budget_threshold'],
    ])
    expect(counts).toEqual({ all: 4, found: 4 })
    const [first] = groups
    expect(first?.since).toEqual(first?.alerts[0]?.firedAt)
    const needs = await listAttentionItems(ctx)
    expect(needs.map(({ kind, about }) => [kind, about?.id])).toEqual([
      ['outside_spend', main],
      ['outside_spend', client],
      ['upstream_failing', ''],
      ['budget_stopped', budget],
    ])
    expect(needs[0]?.text).toBe('“Main”: outside_spend, and 2 more alerts')
    expect(needs[0]?.kinds).toEqual(['outside_spend', 'low_balance', 'price_shift'])
    expect(await kindsIn({ about: 'budget' })).toEqual([['budget_stopped', 'budget_threshold']])
    expect(await kindsIn({ text: 'clIENT' })).toEqual([['outside_spend']])
  })

  test('the bell counts the inbox’s open rows, whatever is acknowledged and snoozed', async () => {
    const [main, client] = [randomUUID(), randomUUID()]
    const ids = [
      await write({ kind: 'outside_spend', subjectId: main }),
      await write({ kind: 'low_balance', subjectId: main }),
      await write({ kind: 'low_balance', subjectId: client }),
      await write({ kind: 'run_out', subjectId: client }),
      await write({ kind: 'key_refused' }),
    ]
    const [, low = '', clientLow = '', out = '', key = ''] = ids
    const counts = async () => [(await listAttentionItems(ctx)).length, (await inbox()).states]
    expect(await counts()).toEqual([3, { open: 3, acknowledged: 0, snoozed: 0 }])
    await change('acknowledge', [low, clientLow])
    expect(await counts()).toEqual([3, { open: 3, acknowledged: 0, snoozed: 0 }])
    await change('acknowledge', [out])
    await change('snooze', [key], 'week')
    expect(await counts()).toEqual([1, { open: 1, acknowledged: 1, snoozed: 1 }])
  })

  test('what somebody has acknowledged comes last, and the acknowledgement can be taken back', async () => {
    const loud = await write({ kind: 'low_balance' })
    const quiet = await write({ kind: 'nothing_new' })
    expect(await change('acknowledge', [loud])).toMatchObject({ changed: [loud], refused: [] })
    expect(await idsIn()).toEqual([quiet, loud])
    // A second time it is no change and no fault.
    expect(await change('acknowledge', [loud])).toMatchObject({ changed: [], refused: [] })
    expect(await change('unacknowledge', [loud])).toMatchObject({ changed: [loud] })
    expect(await idsIn()).toEqual([loud, quiet])
    expect(await change('unacknowledge', [loud])).toMatchObject({ changed: [] })
    expect(await auditOf('alert.acknowledge')).toHaveLength(1)
    expect(await auditOf('alert.unacknowledge')).toHaveLength(1)
  })

  test('a snoozed alert leaves the inbox and the bell, and returns by itself', async () => {
    const one = await write({ kind: 'low_balance' })
    const other = await write({ kind: 'key_refused' })
    for (const span of ['hour', 'tomorrow', 'week']) {
      expect(await change('snooze', [one], span)).toMatchObject({ changed: [one], refused: [] })
      expect(await idsIn()).toEqual([other])
      expect((await inbox()).counts).toEqual({ all: 2, found: 1 })
      expect((await listAttentionItems(ctx)).map(({ kind }) => kind)).toEqual(['key_refused'])
      const [snoozed] = (await inbox({ show: 'snoozed' })).groups
      expect(snoozed?.alerts.map(({ id }) => id)).toEqual([one])
      const until = snoozed?.alerts[0]?.snoozedUntil?.getTime() ?? 0
      clock.advance(until - clock.now().getTime() - 1)
      expect(await idsIn()).toEqual([other])
      const asleep = await versionNow()
      clock.advance(1)
      expect(await idsIn()).toEqual([one, other])
      expect(await idsIn({ show: 'snoozed' })).toEqual([])
      expect(await listAttentionItems(ctx)).toHaveLength(2)
      // Open pages learn of it.
      expect(await versionNow()).not.toBe(asleep)
      expect((await listOpenAlerts(ctx)).map(({ snoozedUntil }) => snoozedUntil)).toEqual([null, null])
    }
    expect(await auditOf('alert.snooze')).toHaveLength(3)
  })

  test('a snooze can be ended, and names a time of the three', async () => {
    const id = await write({ kind: 'low_balance' })
    await change('snooze', [id], 'week')
    expect(await change('unsnooze', [id])).toEqual({ changed: [id], refused: [] })
    expect(await idsIn()).toEqual([id])
    expect(await change('unsnooze', [id])).toEqual({ changed: [], refused: [] })
    await expect(change('snooze', [id], 'year')).rejects.toMatchObject({ code: 'invalid' })
    expect(await auditOf('alert.unsnooze')).toEqual([
      { snoozedUntil: { from: expect.any(String), to: null } },
    ])
  })

  test('a snoozed loss returns as soon as a credit more is lost, and with less of it stays', async () => {
    const wallet = paperWallet(ctx, clock, team.walletId)
    const watch = createAlertWatch(clock)
    const steal = async (credits: bigint) => {
      wallet.balanceNano -= credits * CREDIT
      await wallet.read()
      await watch.look(ctx, upstreams)
    }
    await steal(0n)
    await wallet.page(100)
    await steal(0n)
    await steal(70n)
    const [id = ''] = await idsIn()
    await change('snooze', [id], 'week')
    await steal(0n)
    expect(await idsIn()).toEqual([])
    await steal(1n)
    expect(await idsIn()).toEqual([id])
    expect(await idsIn({ show: 'snoozed' })).toEqual([])
    expect(await listAttentionItems(ctx)).toMatchObject([{ kind: 'outside_spend' }])
    // Another alert about the same wallet is not snoozed with it.
    await change('snooze', [id], 'week')
    const low = await write({ kind: 'low_balance', subjectId: team.walletId })
    expect(await idsIn()).toEqual([low])
  })

  test('an alert is assigned to a member, found by that, and taken back to whose it was', async () => {
    const [max, uma] = [await makeMember(team, 'member'), await makeMember(team, 'member', 'Uma')]
    const ids = [await write({ kind: 'low_balance' }), await write({ kind: 'key_refused' })]
    const [one = '', other = ''] = ids
    await change('assign', [one], max.actor.memberId, uma)
    expect(await idsIn({ show: 'mine' }, max)).toEqual([one])
    expect(await idsIn({ show: 'mine' }, uma)).toEqual([])
    const done = await change('assign', ids, uma.actor.memberId)
    expect(done).toEqual({
      ...{ changed: ids, refused: [], given: uma.actor.memberId },
      former: { [one]: max.actor.memberId, [other]: '' },
    })
    expect(await change('assign', ids, uma.actor.memberId)).toMatchObject({ changed: [], former: {} })
    await change('assign', [other], '')
    expect(await idsIn({ show: 'mine' }, uma)).toEqual([one])
    expect(await auditOf('alert.assign')).toEqual(
      expect.arrayContaining([
        { assignedTo: { from: null, to: 'Max Member' } },
        { assignedTo: { from: 'Max Member', to: 'Uma' } },
        { assignedTo: { from: 'Uma', to: null } },
      ]),
    )
    // A snoozed one is nobody's to do now.
    await change('snooze', [one], 'hour')
    expect(await idsIn({ show: 'mine' }, uma)).toEqual([])
  })

  test('who is removed has no alerts left, also after coming back', async () => {
    const max = await makeMember(team, 'member')
    const id = await write({ kind: 'low_balance' })
    await change('assign', [id], max.actor.memberId)
    const { memberId } = max.actor
    const services = { background: { cancel: () => undefined, carries: () => false }, instanceId: 'x' }
    await removeMemberAndDuties(ctx, services, { memberId })
    const assignees = async () =>
      (await inbox()).groups.flatMap(({ alerts }) => alerts.map(({ assignedTo }) => assignedTo))
    expect(await assignees()).toEqual([null])
    await expect(change('assign', [id], memberId)).rejects.toMatchObject({ code: 'not_found' })
    // One who was removed at the same moment as the alert was assigned.
    await opened.db.alert.update({ where: { id }, data: { assignedTo: memberId } })
    expect(await assignees()).toEqual([null])
    expect(await change('assign', [id], '')).toMatchObject({ changed: [] })
    await opened.db.alert.update({ where: { id }, data: { assignedTo: null } })
    await opened.db.member.update({ where: { id: memberId }, data: { removedAt: null } })
    expect(await assignees()).toEqual([null])
  })

  test('viewers change nothing and get nothing; what another team has is not found', async () => {
    const viewer = await makeMember(team, 'viewer', 'Vera Viewer')
    const id = await write({ kind: 'low_balance' })
    const other = (await makeOtherTeam(root)).admin
    for (const [what, choice] of [
      ['acknowledge', ''],
      ['unacknowledge', ''],
      ['snooze', 'hour'],
      ['unsnooze', ''],
      ['assign', ''],
    ] as const) {
      await expect(change(what, [id], choice, viewer)).rejects.toMatchObject({ code: 'forbidden' })
      await expect(change(what, [id], choice, other)).rejects.toMatchObject({ code: 'not_found' })
    }
    await expect(change('assign', [id], viewer.actor.memberId)).rejects.toMatchObject({ code: 'invalid' })
    await expect(change('assign', [id], other.actor.memberId)).rejects.toMatchObject({ code: 'not_found' })
    expect((await inbox({}, other)).counts).toEqual({ all: 0, found: 0 })
    expect(await opened.db.alert.findUnique({ where: { id } })).toMatchObject({
      ...{ acknowledgedAt: null, snoozedUntil: null, assignedTo: null },
    })
  })

  test('Undo takes back only what is still as it was given, and says what somebody has changed since', async () => {
    const uma = await makeMember(team, 'member', 'Uma')
    const [one, other] = [await write({ kind: 'low_balance' }), await write({ kind: 'key_refused' })]
    const both = [one, other]
    const stored = () => opened.db.alert.findUniqueOrThrow({ where: { id: one } })
    const partly = {
      changed: [other],
      refused: [{ id: one, message: 'Someone has changed this alert since.' }],
    }

    const { given: at } = await change('acknowledge', both)
    await change('unacknowledge', [one], '', uma)
    clock.advance(1)
    await change('acknowledge', [one], '', uma)
    expect(await change('unacknowledge', both, '', ctx, at)).toMatchObject(partly)
    expect(await stored()).toMatchObject({ acknowledgedBy: 'Uma' })

    const { given: until } = await change('snooze', both, 'hour')
    await change('snooze', [one], 'week', uma)
    const { snoozedUntil } = await stored()
    expect(await change('unsnooze', both, '', ctx, until)).toMatchObject(partly)
    expect(await stored()).toMatchObject({ snoozedUntil })

    const { given: me, former } = await change('assign', both, ctx.actor.memberId)
    expect(former).toEqual({ [one]: '', [other]: '' })
    await change('assign', [one], uma.actor.memberId, uma)
    expect(await change('assign', both, '', ctx, me)).toMatchObject(partly)
    expect(await stored()).toMatchObject({ assignedTo: uma.actor.memberId })
    // With nothing else to take back, it is refused as a whole.
    await expect(change('assign', [one], '', ctx, me)).rejects.toMatchObject({ code: 'conflict' })
    expect(await auditOf('alert.unsnooze')).toHaveLength(1)
  })

  test('of Undo and another one’s change at the same moment, the other’s stays', async () => {
    const uma = await makeMember(team, 'member', 'Uma')
    const ids = await Promise.all(
      Array.from({ length: 8 }, () => write({ kind: 'low_balance', subjectId: randomUUID() })),
    )
    const { given } = await change('assign', ids, ctx.actor.memberId)
    await Promise.all(
      ids.flatMap((id) => [
        change('assign', [id], '', ctx, given).catch(() => null),
        change('assign', [id], uma.actor.memberId, uma),
      ]),
    )
    expect(await idsIn({ show: 'mine' }, uma)).toHaveLength(ids.length)
  })

  test('what is over is neither snoozed nor assigned, and says so while the rest is done', async () => {
    const over = await write({ kind: 'low_balance' })
    const still = await write({ kind: 'key_refused' })
    await opened.db.alert.update({ where: { id: over }, data: { recoveredAt: clock.now() } })
    for (const [what, choice] of [
      ['snooze', 'hour'],
      ['assign', ctx.actor.memberId],
    ] as const)
      expect(await change(what, [over, still], choice)).toMatchObject({
        changed: [still],
        refused: [{ id: over, message: 'This alert is over.' }],
      })
  })

  test('acknowledging many leaves outside spend out, and says where its reason is given', async () => {
    const [lost, low] = [await write({ kind: 'outside_spend' }), await write({ kind: 'low_balance' })]
    const message = 'Outside spend needs a reason. Acknowledge it by itself: open its row on the tab “Now”.'
    expect(await change('acknowledge', [lost, low])).toMatchObject({
      changed: [low],
      refused: [{ id: lost, message }],
    })
    await expect(change('acknowledge', [lost])).rejects.toMatchObject({ code: 'invalid', message })
  })

  test('outside spend that ended with its reason stays acknowledged', async () => {
    const id = await write({ kind: 'outside_spend' })
    await expect(change('acknowledge', [id])).rejects.toMatchObject({ code: 'invalid' })
    const by = { acknowledgedAt: clock.now(), acknowledgedBy: 'Ada', acknowledgeReason: 'The key leaked.' }
    await opened.db.alert.update({ where: { id }, data: { ...by, recoveredAt: clock.now() } })
    expect(await change('unacknowledge', [id])).toMatchObject({ changed: [] })
  })

  test('of two who acknowledge at the same time one has done it, and a hundred is the most at once', async () => {
    const id = await write({ kind: 'low_balance' })
    const done = await Promise.all([1, 2, 3, 4].map(() => change('acknowledge', [id])))
    expect(done.flatMap(({ changed }) => changed)).toEqual([id])
    expect(await auditOf('alert.acknowledge')).toHaveLength(1)
    const many = Array.from({ length: 101 }, () => randomUUID())
    expect(manyAlertsInput.safeParse({ ids: many, change: 'snooze', choice: 'hour' }).success).toBe(false)
  })

  test('an alert that ends while it is snoozed and assigned is over for good', async () => {
    const ids = await Promise.all(
      Array.from({ length: 8 }, () =>
        write({ kind: 'low_balance', subjectId: team.walletId + randomUUID() }),
      ),
    )
    const watch = createAlertWatch(clock)
    // The look ends all of them, because no such wallet is low.
    const [, ...changes] = await Promise.all([
      watch.look(ctx, upstreams),
      ...ids.map((id) => change('snooze', [id], 'week').catch((error: { message: string }) => error.message)),
    ])
    for (const told of changes)
      expect(typeof told === 'string' ? told : told?.changed.length).toSatisfy(
        (one) => one === 1 || one === 'This alert is over.',
      )
    expect((await inbox({ show: 'snoozed' })).counts).toEqual({ all: 0, found: 0 })
  })

  test('pages of the inbox follow each other, each object once', async () => {
    for (let index = 0; index < 60; index++) await write({ kind: 'nothing_new', name: `Search ${index}` })
    const names: string[] = []
    let after: string | null = null
    const sizes: number[] = []
    do {
      const page = await inbox(after === null ? {} : { after })
      names.push(...page.groups.map(({ name }) => name))
      sizes.push(page.groups.length)
      after = page.next
    } while (after !== null)
    expect(sizes).toEqual([25, 25, 10])
    expect(new Set(names).size).toBe(60)
    expect(names[0]).toBe('Search 59')
    const gone = await inbox({ after: `search ${randomUUID()}` })
    expect(gone.groups[0]?.name).toBe('Search 59')
  })
})
