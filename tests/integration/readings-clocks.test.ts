import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { createAlertWatch, listAlerts } from '@/lib/alerts/alerts'
import { getWalletReport } from '@/lib/money/statements'
import { appendBalanceReading, createWallet, getWallet } from '@/lib/money/wallets'
import { transaction } from '@/lib/platform/db'
import { readProvider } from '@/lib/upstream/client'
import { createUpstreams } from '@/lib/upstream/providers'
import { paperWallet } from '@/tests/factories/paper-wallet'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const TOP_UP = 500_000_000_000n
const NEVER = { outsideNano: 0n, unexplainedNano: 0n }

describeOnDatabase('balance readings under wrong clocks', async (open) => {
  const opened = await open()
  const team = await makeTeam(opened.db, makeTestClock())

  async function setUp() {
    const clock = makeTestClock(new Date('2026-03-10T12:00:00Z'))
    const ctx = { ...team.admin, clock }
    const { id: walletId } = await createWallet(ctx, { name: randomUUID() })
    const provider = readProvider({ price: { timeline: '0.15' } })
    const upstreams = createUpstreams({ baseUrl: 'http://127.0.0.1:9', provider, clock })
    onTestFinished(() => upstreams.close())
    const wallet = paperWallet(ctx, clock, walletId)
    const watch = createAlertWatch(clock)
    const range = { from: new Date('2026-03-10T00:00:00Z'), to: new Date('2026-03-14T00:00:00Z') }
    /** Returns the statement after a check for alerts, which must never report outside spend. */
    const statement = async () => {
      await watch.look(ctx, upstreams)
      const alerts = await listAlerts(ctx)
      expect(alerts.filter(({ kind }) => kind === 'outside_spend')).toEqual([])
      return (await getWalletReport(ctx, walletId, range)).statement
    }
    return { db: ctx.db, ctx, clock, walletId, wallet, statement }
  }

  test.each([
    ['five minutes ahead', 5 * MINUTE],
    ['a day ahead', DAY],
  ])('a clock that was %s counts a top-up once and reports no outside spend', async (_, wrong) => {
    const { ctx, clock, walletId, wallet, statement } = await setUp()
    await wallet.read()
    await wallet.page(100)
    await wallet.read()
    clock.advance(wrong)
    await wallet.page(100)
    await wallet.read()
    await wallet.read()
    await statement()
    clock.advance(-wrong)
    wallet.balanceNano += TOP_UP
    await wallet.read()
    await wallet.page(100)
    await wallet.read()
    expect(await statement()).toMatchObject(NEVER)
    // The newest balance is known at once, with its own time.
    const { balance } = await getWallet(ctx, walletId)
    expect(balance).toMatchObject({ balanceNano: wallet.balanceNano, at: clock.now() })
    // Until the clock has passed its former wrong time; statements end now.
    for (let step = 0; step < 3; step++) {
      clock.advance(wrong / 2)
      await wallet.page(10)
      await wallet.read()
      expect(await statement()).toMatchObject(NEVER)
    }
    expect(await statement()).toMatchObject({ ...NEVER, topUpNano: TOP_UP })
  })

  test('readings of two processes with different clocks are in the order in which they were recorded', async () => {
    const { db, ctx, clock, walletId } = await setUp()
    const fast = { ...ctx, clock: { ...clock, now: () => new Date(clock.now().getTime() + 5 * MINUTE) } }
    const read = (by: typeof ctx, balanceNano: bigint) =>
      transaction(db, async (tx) => {
        const askedAt = by.clock.now()
        const source = 'schedule' as const
        return appendBalanceReading(tx, by, {
          walletId,
          keyId: 'key',
          balanceNano,
          source,
          askedAt,
          settlingMs: 0,
        })
      })
    for (let n = 1n; n <= 6n; n++) {
      await read(n % 2n === 1n ? fast : ctx, n)
      clock.advance(1000)
    }
    await Promise.all([7n, 8n, 9n, 10n].map((n) => read(n % 2n === 1n ? fast : ctx, n)))
    const rows = await db.balanceReading.findMany({ where: { walletId }, orderBy: { at: 'asc' } })
    expect(rows.slice(0, 6).map(({ balanceNano }) => balanceNano)).toEqual([1n, 2n, 3n, 4n, 5n, 6n])
    expect(new Set(rows.map(({ at }) => at.getTime())).size).toBe(10)
  })
})
