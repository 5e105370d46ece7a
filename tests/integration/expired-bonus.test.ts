import { afterEach, expect, test } from 'vitest'
import { readBalance } from '@/lib/keys/keys'
import { findAnomalies, reconcileWallet } from '@/lib/money/statements'
import { providerPrices } from '@/lib/upstream/providers'
import { type ScriptedTeam, startScriptedTeam } from '@/tests/factories/scripted-team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnSqlite } from '@/tests/support/databases'

describeOnSqlite('a balance of two pots', async (open) => {
  let world: ScriptedTeam
  const opened = await open()
  afterEach(() => world.close())

  test('free credits that expire at the end of the month are no outside spend', async () => {
    const clock = makeTestClock(new Date('2026-03-31T23:00:00Z'))
    // The scripted account's second number represents the free credits.
    let pots = { balance: 900.5, rate_limit_qps: 100 }
    world = await startScriptedTeam(opened.db, {
      clock,
      provider: {
        price: { timeline: '0.005' },
        account: { path: '/v1/me', balance: ['balance', 'rate_limit_qps'], prefix: null, rate: null },
        rate: { requests: 100 },
      },
    })
    world.upstream.account = () => ({ status: 200, body: JSON.stringify(pots) })
    const { admin, walletId } = world.team
    const read = async () => {
      clock.advance(180_000)
      await readBalance(admin, world.services, walletId, 'schedule')
      await reconcileWallet(
        admin,
        walletId,
        providerPrices((await world.services.upstreams.for(admin)).provider),
      )
    }
    await read()
    await read()
    clock.advance(3_600_000)
    pots = { balance: 900.5, rate_limit_qps: 0 }
    await read()
    await read()
    const { outside } = await findAnomalies(admin)
    expect(outside.map(({ nano }) => nano)).toEqual([])
  })
})
