import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  type BackgroundRuns,
  cancelRun,
  createBackgroundRuns,
  endAbandonedRuns,
  getRun,
  startBackgroundRun,
} from '@/lib/collect/runs'
import { endRun, endRunInTransaction } from '@/lib/collect/runs/core/end-run'
import { createSearch, type SearchFields } from '@/lib/collect/searches'
import { nanoToText, systemClock } from '@/lib/kernel'
import { addKey } from '@/lib/keys/keys'
import { createBudget, createBudgetInput, decideRaise, listBudgets, requestRaise } from '@/lib/money/budgets'
import { appendBalanceReading } from '@/lib/money/wallets'
import { transaction } from '@/lib/platform/db'
import { parseEventPayload } from '@/lib/platform/events'
import { budgetBookOf } from '@/tests/factories/budget-book'
import { storeRun } from '@/tests/factories/stored-run'
import { makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase } from '@/tests/support/databases'
import { waitUntil } from '@/tests/support/wait-until'

class RolledBack extends Error {}

describeOnDatabase('events are written with their cause', async (open) => {
  let team: TestTeam
  /** Answers of the upstream are held while it has a latency. */
  const held = { answers: 0, until: Promise.resolve() }
  const opened = await open()
  const upstream = await startTestUpstream(systemClock, undefined, {
    ...systemClock,
    async sleep() {
      held.answers++
      await held.until
    },
  })
  const root = await makeTeam(opened.db, systemClock)
  const background = createBackgroundRuns({
    services: upstream,
    clock: systemClock,
    isShared: false,
    onError: (error) => expect.unreachable(String(error)),
  })
  afterAll(async () => {
    await background.stop()
    await upstream.close()
  })
  beforeEach(async () => {
    team = await makeOtherTeam(root)
  })

  /** Returns what the team would be sent, oldest first. */
  const written = async (kind: string) => {
    const where = { teamId: team.admin.team.id, kind }
    const rows = await opened.db.event.findMany({ where, orderBy: [{ at: 'asc' }, { id: 'asc' }] })
    return rows.map((row) => parseEventPayload(row).data)
  }
  const count = () => opened.db.event.count({ where: { teamId: team.admin.team.id } })

  async function makeRunner(fields: Partial<SearchFields> = {}) {
    const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
    const { key } = upstream.issueKey()
    const { id: keyId } = await addKey(team.admin, upstream, { key, name: '', ...where })
    const search = { name: 'Ada', operation: 'timeline', subject: 'ada', ...fields } as const
    const { id: searchId } = await createSearch(team.admin, search)
    return async (capItems: number, runs = background) => {
      const asked = { runId: randomUUID(), searchId, keyId, capItems }
      await startBackgroundRun(team.admin, { ...upstream, background: runs }, asked)
      await background.ended(asked.runId)
      return getRun(team.admin, asked.runId)
    }
  }

  test('the end of a run is reported once, with its figures; items of a baseline are not', async () => {
    const run = await makeRunner()
    const ended = await run(100)
    expect(await written('run.ended')).toEqual([
      {
        ...{ runId: ended.id, searchId: ended.searchId, searchName: 'Ada', isScheduled: false },
        ...{ endReason: ended.endReason, pages: ended.pages, items: 100, newItems: 100 },
        ...{ charge: nanoToText(ended.chargeNano), unpricedItems: 0 },
        startedAt: ended.startedAt.toISOString(),
        endedAt: ended.endedAt?.toISOString(),
      },
    ])
    expect(await written('items.new')).toEqual([])

    const second = await run(300)
    expect(second.newItems).toBeGreaterThan(0)
    expect(await written('items.new')).toEqual([
      { runId: second.id, searchId: second.searchId, searchName: 'Ada', newItems: second.newItems },
    ])
    expect(await written('run.ended')).toHaveLength(2)
  })

  test('new items of a page that arrives after its run was cancelled are reported on arrival', async () => {
    const run = await makeRunner()
    await run(20)
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const holding: BackgroundRuns = {
      ...background,
      begin(...args) {
        Object.assign(held, { answers: 0, until: released })
        upstream.sandbox.chooseLatency({ ms: 1, spreadMs: 0 })
        background.begin(...args)
      },
    }
    const late = run(100, holding)
    await waitUntil(() => expect(held.answers).toBe(1))
    const open = await opened.db.run.findFirstOrThrow({
      where: { teamId: team.admin.team.id, state: 'OPEN' },
    })
    await cancelRun(team.admin, { ...upstream, background }, open.id)
    await waitUntil(async () => expect(await written('run.ended')).toHaveLength(2))
    expect(await written('items.new')).toEqual([])
    upstream.sandbox.chooseLatency({ ms: 0, spreadMs: 0 })
    release()
    const { newItems, endReason } = await late
    expect({ newItems, endReason }).toEqual({ newItems: 80, endReason: 'cancelled' })
    expect(await written('items.new')).toMatchObject([{ runId: open.id, newItems: 80 }])
    expect((await written('run.ended'))[1]).toMatchObject({ runId: open.id, newItems: 0, endReason })
  })

  test('for a run of a private search, neither the search nor its name is reported', async () => {
    const run = await makeRunner({ name: 'Secret plan', shared: false })
    await run(100)
    await run(200)
    expect(await written('run.ended')).toMatchObject([{ searchId: null }, { searchId: null }])
    const rows = await opened.db.event.findMany({ where: { teamId: team.admin.team.id } })
    expect(JSON.stringify(rows)).not.toContain('Secret plan')
  })

  test('a run is reported as ended once, even if several end it, and not after a rollback', async () => {
    const id = await storeRun(team, randomUUID(), 100)
    const { id: teamId } = team.admin.team
    const end = { reason: 'problem', at: systemClock.now() } as const
    const rolledBack = transaction(opened.db, async (tx) => {
      expect(await endRunInTransaction(tx, teamId, id, end)).toBe(true)
      throw new RolledBack()
    })
    await expect(rolledBack).rejects.toThrow(RolledBack)
    expect(await count()).toBe(0)
    const answers = await Promise.all(Array.from({ length: 4 }, () => endRun(opened.db, teamId, id, end)))
    expect(answers.filter(Boolean)).toHaveLength(1)
    expect(await written('run.ended')).toMatchObject([{ runId: id, endReason: 'problem' }])
    const foreign = await makeOtherTeam(root)
    const other = await storeRun(team, randomUUID(), 100)
    expect(await endRun(opened.db, foreign.admin.team.id, other, end)).toBe(false)
    expect(await count()).toBe(1)
  })

  test('the runs of a dead process are reported as ended by a restart', async () => {
    const id = await storeRun(team, randomUUID(), 100)
    const instanceId = randomUUID()
    await opened.db.run.update({ where: { id }, data: { manner: 'background', instanceId } })
    expect(await endAbandonedRuns(opened.db, systemClock, [instanceId])).toBe(1)
    expect(await endAbandonedRuns(opened.db, systemClock, [instanceId])).toBe(0)
    expect(await written('run.ended')).toMatchObject([{ runId: id, endReason: 'restarted' }])
  })

  const makeBudget = (amount: string, over = {}) =>
    createBudget(
      team.admin,
      createBudgetInput.parse({
        ...{ name: 'Daily', scope: 'team', unit: 'items', period: 'day', amount, stops: false },
        ...{ tellsAt: [50, 80], ...over },
      }),
    )

  test('a budget reports each percent once, for the page that reached it, even if several settle at once', async () => {
    await makeBudget('1000')
    const book = budgetBookOf(team.admin)
    const ids = []
    for (let page = 0; page < 10; page++) ids.push(await book.mustOpen())
    await Promise.all(ids.slice(0, 4).map((id) => book.settle(id, 100)))
    expect(await count()).toBe(0)
    await Promise.all(ids.slice(4).map((id) => book.settle(id, 100)))
    const told = await written('budget.reached')
    expect(told).toMatchObject([
      { budgetName: 'Daily', unit: 'items', percent: 50, settled: '500', amount: '1000' },
      { percent: 80, settled: '800' },
    ])
  })

  test('one page that passes two percents reports both; a raise counts; credits are decimal text', async () => {
    await makeBudget('30', { unit: 'credits' })
    const [budget] = await listBudgets(team.admin)
    const raise = { budgetId: budget?.id ?? '', amount: '30', reason: 'x' }
    await requestRaise(team.admin, raise)
    const [asked] = (await listBudgets(team.admin))[0]?.raises ?? []
    const lastDay = new Date(Date.now() + 86_400_000 * 3).toISOString().slice(0, 10)
    await decideRaise(team.admin, { raiseId: asked?.id ?? '', grant: true, lastDay })
    const book = budgetBookOf(team.admin)
    // 150 items cost 22.5 credits: 75 % of the amount, and 37.5 % of it with the raise.
    await book.settle(await book.mustOpen({}, 150), 150)
    expect(await written('budget.reached')).toEqual([])
    await book.settle(await book.mustOpen({}, 200), 200)
    expect(await written('budget.reached')).toMatchObject([
      { unit: 'credits', percent: 50, settled: '52.5', amount: '60' },
      { percent: 80, settled: '52.5' },
    ])
  })

  test('a changed balance is reported with its reading, an unchanged one is not', async () => {
    const read = (balanceNano: bigint, fails = false) =>
      transaction(opened.db, async (tx) => {
        await appendBalanceReading(tx, team.admin, {
          ...{ walletId: team.walletId, keyId: 'key', balanceNano, source: 'schedule' },
          ...{ askedAt: systemClock.now(), settlingMs: null },
        })
        if (fails) throw new RolledBack()
      })
    await expect(read(7n, true)).rejects.toThrow(RolledBack)
    await read(12_500_000_000n)
    await read(12_500_000_000n)
    await read(9_000_000_000n)
    const wallet = { walletId: team.walletId, walletName: 'Main' }
    expect(await written('balance.changed')).toEqual([
      { ...wallet, balance: '12.5', before: null },
      { ...wallet, balance: '9', before: '12.5' },
    ])
  })
})
