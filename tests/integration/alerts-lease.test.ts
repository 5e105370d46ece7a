import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createAlertWatch, createChannel } from '@/lib/alerts/alerts'
import { newId } from '@/lib/kernel'
import { BudgetStopError, createBudget, createBudgetInput, recordBudgetStop } from '@/lib/money/budgets'
import type { Db, TeamCtx } from '@/lib/platform/db'
import { registerEngine } from '@/lib/platform/db/client'
import { createVault } from '@/lib/platform/vault'
import { createJobs } from '@/lib/server/jobs'
import { readProvider } from '@/lib/upstream/client'
import { createUpstreams } from '@/lib/upstream/providers'
import { budgetBookOf } from '@/tests/factories/budget-book'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'
import { passWithLeases } from '@/tests/support/lease-time'

const SECOND = 1000

/** Returns a promise and the function that resolves it. */
function makeGate(): [opened: Promise<void>, open: () => void] {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return [opened, open]
}

describeOnEachEngine('alerts of an instance that stalled past its lease', async (open, engine) => {
  const opened = await open()
  const clock = makeTestClock()
  const ctx = (await makeTeam(opened.db, clock)).admin
  const upstreams = createUpstreams({ baseUrl: 'http://127.0.0.1:9', provider: readProvider({}), clock })
  afterAll(() => upstreams.close())

  /** Starts a process whose alerts job checks the team. */
  const startProcess = (lookAt: TeamCtx) => {
    const watch = createAlertWatch(clock)
    return createJobs({
      db: opened.db,
      clock: { ...clock, monotonic: () => clock.now().getTime() },
      holderId: newId(),
      jobs: [
        {
          name: 'alerts',
          everyMs: 15 * SECOND,
          async run(_, isMine) {
            await watch.look(lookAt, upstreams, isMine)
          },
        },
      ],
      onError: (error) => {
        throw error
      },
    })
  }

  /** Wraps a database so that its next transaction waits until `letGo`. */
  function stalling(db: Db) {
    const [gate, letGo] = makeGate()
    const [waits, isWaiting] = makeGate()
    const begin = async (...args: Parameters<Db['$transaction']>) => {
      isWaiting()
      await gate
      return db.$transaction(...args)
    }
    const proxy = new Proxy(db, {
      get: (target, name) => (name === '$transaction' ? begin : Reflect.get(target, name)),
    })
    return { db: registerEngine(proxy, engine), waits, letGo }
  }

  test('do not end what another instance has fired meanwhile, and are sent only once', async () => {
    const address = { name: 'Hook', kind: 'webhook', address: 'https://example.org/x', kinds: [] } as const
    await createChannel(
      ctx,
      { delivery: { vault: createVault(randomBytes(32)), mailServer: null, allowPrivate: true } },
      { ...address, kinds: [] },
    )
    const budget = { scope: 'team', unit: 'items', period: 'day', amount: '100', stops: true, tellsAt: [] }
    await createBudget(ctx, createBudgetInput.parse({ name: 'B', ...budget }))
    const stalled = stalling(opened.db)
    const [one, two] = [startProcess({ ...ctx, db: stalled.db }), startProcess(ctx)]
    const looking = one.tick()
    await stalled.waits
    const book = budgetBookOf(ctx)
    await book.mustOpen({})
    const stop = await book.open({})
    if (stop instanceof BudgetStopError) await recordBudgetStop(ctx, stop)
    await passWithLeases(opened, clock, 70 * SECOND)
    await two.tick()
    stalled.letGo()
    await looking
    clock.advance(15 * SECOND)
    await two.tick()
    const messages = await opened.db.alertDelivery.findMany({ orderBy: { createdAt: 'asc' } })
    expect(messages.map(({ event }) => event)).toEqual(['fired'])
    await Promise.all([one.stop(), two.stop()])
  })

  test('a lone instance continues although its lease had expired', async () => {
    await opened.db.lease.deleteMany()
    await opened.db.alert.deleteMany()
    const stalled = stalling(opened.db)
    const alone = startProcess({ ...ctx, db: stalled.db })
    const looking = alone.tick()
    await stalled.waits
    await passWithLeases(opened, clock, 70 * SECOND)
    stalled.letGo()
    await looking
    expect(await opened.db.alert.count({ where: { kind: 'budget_stopped', recoveredAt: null } })).toBe(1)
    await alone.stop()
  })
})
