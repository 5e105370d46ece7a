import { afterAll, expect, test } from 'vitest'
import { createAlertWatch, listAttentionItems, listIncidents } from '@/lib/alerts/alerts'
import { readReport } from '@/lib/alerts/digests'
import { listRunStarts, listRuns } from '@/lib/collect/runs'
import { listSchedules } from '@/lib/collect/schedules'
import { NANO_PER_CREDIT } from '@/lib/kernel'
import { addKey, findUsableKey, listKeys } from '@/lib/keys/keys'
import { listGatewayKeys } from '@/lib/keys/services'
import { listBudgets } from '@/lib/money/budgets'
import { checkFigures } from '@/lib/money/ledger'
import { findAnomalies, findLastMonth } from '@/lib/money/statements'
import { DAY_MS } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { loadExample, removeExamples } from '@/lib/server/example'
import { findMembership, hideExample, listTeamsOf } from '@/lib/teams/teams'
import { bookOf } from '@/tests/factories/ledger'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream } from '@/tests/factories/upstream'
import { readAllRows } from '@/tests/support/all-rows'
import { describeOnDatabase } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'
import { sumDays } from '@/tests/support/sum-days'

/** Number of days to load, which include a new price and the leak. */
const DAYS = 40

describeOnDatabase('the example', async (open) => {
  let ctx: TeamCtx
  // Loaded at such a time that balances are read in the hours in which a schedule is due.
  const clock = makeTestClock(new Date('2026-03-10T13:49:00Z'))
  const person = () => {
    const { userId: id, name, sid } = own.admin.actor
    return { id, name, sid }
  }
  const load = async () => {
    const input = { timeZone: 'Europe/Berlin' }
    const { slug } = await loadExample(opened.db, clock, person(), input, upstream.upstreams, DAYS)
    const membership = await findMembership(opened.db, slug, person().id)
    if (!membership) throw new Error('The example has no member')
    const { team, memberId, role, name } = membership
    ctx = { db: opened.db, clock, team, actor: { userId: person().id, memberId, name, role, sid: 'sid' } }
  }
  const opened = await open()
  const upstream = await startTestUpstream(clock)
  afterAll(() => upstream.close())
  const own = await makeTeam(opened.db, clock)
  const book = bookOf(own.admin)
  await book.settle(await book.begin({ walletId: own.walletId }), 20)
  const before = await readAllRows(opened)
  await load()

  test('Purser is named for what readings prove, and a person for what a person does', async () => {
    const entries = await opened.db.auditEntry.findMany({ where: { teamId: ctx.team.id } })
    const by = (action: string) =>
      new Set(entries.filter((one) => one.action === action).map((one) => one.actorName))
    expect([...by('price.infer')]).toEqual(['Purser'])
    expect([...by('budget.create')]).toEqual([ctx.actor.name])
  })

  test('its alerts are complete: the job finds no more', async () => {
    const kinds = (await listAttentionItems(ctx)).map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['outside_spend', 'budget_stopped', 'unknown_calls']))
    expect(await createAlertWatch(clock).look(ctx, upstream.upstreams)).toEqual({ fired: 0, recovered: 0 })
    // All three nights are one incident, with their sum.
    expect((await listIncidents(ctx)).map(({ nano }) => nano)).toEqual([2500n * NANO_PER_CREDIT])
  })

  test('its last month is recorded and closed for one wallet, so that a newcomer sees a report and both statements', async () => {
    const last = await findLastMonth(ctx)
    const { wallets, totalNano } = await readReport(ctx, last?.month ?? '')
    expect(totalNano).toBeGreaterThan(0n)
    expect(wallets.filter(({ closed }) => closed !== null)).toHaveLength(1)
    expect(wallets.every(({ balances }) => balances !== null)).toBe(true)
    expect(wallets.length).toBeGreaterThan(1)
  })

  test('its ledger adds up', async () => {
    const broken = await brokenInvariants(opened.db)
    // The other team's page was booked without its items.
    expect(broken.filter((rule) => !rule.startsWith('a page of a run'))).toEqual([])
    const parts = { db: opened.db, clock, teamId: ctx.team.id, isMine: () => Promise.resolve(true) }
    await sumDays(parts)
    const told: string[] = []
    const checked = await checkFigures({ ...parts, onDifference: (line) => void told.push(line) })
    expect(told).toEqual([])
    expect(checked.days).toBeGreaterThanOrEqual(DAYS - 2)
  })

  test('shows a leak, a stopped budget, runs of all kinds and unknown calls', async () => {
    const { outside } = await findAnomalies(ctx, new Date(clock.now().getTime() - 10 * DAY_MS))
    expect(outside.reduce((sum, { nano }) => sum + nano, 0n)).toBe(2500n * NANO_PER_CREDIT)
    // The latest is recent enough to be an open incident.
    expect(outside.at(-1)).toMatchObject({ nano: 1480n * NANO_PER_CREDIT, isPerhapsOurs: false })
    expect(outside.at(-1)?.to.getTime()).toBeGreaterThan(clock.now().getTime() - DAY_MS)
    // Each is certain in its own night, when hardly a call could explain it.
    const toldIn = async (days: number) => {
      const told = await findAnomalies(ctx, new Date(clock.now().getTime() - days * DAY_MS))
      return told.outside.map(({ nano }) => nano / NANO_PER_CREDIT)
    }
    expect(await toldIn(1)).toEqual([1480n])
    expect(await toldIn(2)).toEqual([380n, 1480n])
    expect(await toldIn(3)).toEqual([640n, 380n, 1480n])
    const budgets = await listBudgets(ctx)
    expect(budgets.filter(({ stoppedAt }) => stoppedAt !== null).map(({ name }) => name)).toEqual([
      'Competitor launches, total',
    ])
    const runs = await listRuns(ctx, { limit: 100 })
    expect(new Set(runs.map(({ endReason }) => endReason))).toEqual(
      new Set(['nothing_new', 'cap_reached', 'budget_refused']),
    )
    const [items, fresh] = [sumOf(runs, 'items'), sumOf(runs, 'newItems')]
    expect(fresh).toBeGreaterThan(0)
    expect(fresh).toBeLessThan(items / 2)
    expect(
      await opened.db.attempt.count({ where: { teamId: ctx.team.id, state: 'UNKNOWN' } }),
    ).toBeGreaterThan(1)
  })

  test('its keys and gateway keys show their last calls, and its schedules have run and are due in the future', async () => {
    const [keys, gatewayKeys, schedules] = await Promise.all([
      listKeys(ctx),
      listGatewayKeys(ctx),
      listSchedules(ctx),
    ])
    for (const { lastUsedAt } of gatewayKeys) expect(lastUsedAt).not.toBeNull()
    for (const { id, lastUsedAt } of keys) {
      const last = await opened.db.attempt.findFirst({ where: { keyId: id }, orderBy: { openedAt: 'desc' } })
      expect(lastUsedAt).toEqual(last?.openedAt)
    }
    const starts = await listRunStarts(
      ctx,
      schedules.flatMap(({ lastRunId }) => lastRunId ?? []),
    )
    for (const { searchId, lastRunId } of schedules) {
      const where = { searchId, isScheduled: true }
      const last = await opened.db.run.findFirst({ where, orderBy: { startedAt: 'desc' } })
      expect(lastRunId).toBe(last?.id ?? null)
      expect(starts.get(lastRunId ?? '')).toEqual(last?.startedAt)
      expect(last?.startedAt.getTime()).toBeGreaterThanOrEqual(clock.now().getTime() - DAY_MS)
    }
    expect(schedules).toHaveLength(3)
    for (const { nextAt } of schedules) expect(nextAt?.getTime()).toBeGreaterThan(clock.now().getTime())
  })

  test('its keys call nobody, and it accepts no real key', async () => {
    const keys = await listKeys(ctx)
    expect(keys).toHaveLength(4)
    for (const { id } of keys)
      expect(await findUsableKey(ctx, id)).toMatchObject({
        message: expect.stringContaining('cannot call the API'),
      })
    const [{ walletId, environmentId }] = keys as [(typeof keys)[number]]
    const input = { walletId, environmentId, name: '', key: upstream.issueKey().key }
    await expect(addKey(ctx, upstream, input)).rejects.toThrow('An example takes no real key')
    const rows = await opened.db.key.findMany({ where: { teamId: ctx.team.id } })
    expect(rows.map(({ sealed, reference }) => sealed ?? reference)).toEqual([null, null, null, null])
  })

  test('it is the last of a person’s teams, and there is only one', async () => {
    expect((await listTeamsOf(opened.db, person().id)).map(({ isExample }) => isExample)).toEqual([
      undefined,
      true,
    ])
    await expect(load()).rejects.toThrow('You have an example already')
    await expect(hideExample(own.admin)).rejects.toThrow('This is not an example')
  })

  test('removing it hides it at once, and deletes all of it and nothing else, in steps', async () => {
    await hideExample(ctx)
    expect(await findMembership(opened.db, ctx.team.slug, person().id)).toBeNull()
    let steps = 0
    for await (const _ of removeExamples(opened.db, clock)) steps++
    expect(steps).toBeGreaterThan(20)
    const { AuditEntry: was = [], ...others } = before
    const { AuditEntry: is = [], ...left } = await readAllRows(opened)
    expect(left).toEqual(others)
    const more = is.filter((row) => !was.includes(row)).map((row) => JSON.parse(row).action)
    expect(more.sort()).toEqual(['example.load', 'example.remove'])
    expect(is).toHaveLength(was.length + 2)
  })
})

const sumOf = <Name extends string>(rows: readonly Readonly<Record<Name, number>>[], name: Name): number =>
  rows.reduce((sum, row) => sum + row[name], 0)
