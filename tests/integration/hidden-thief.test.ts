import { afterEach, beforeEach, expect, test } from 'vitest'
import { readBalance } from '@/lib/keys/keys'
import { findAnomalies, reconcileWallet } from '@/lib/money/statements'
import { providerPrices } from '@/lib/upstream/providers'
import { makeService, openGateway } from '@/tests/factories/gateway'
import { type ScriptedTeam, startScriptedTeam } from '@/tests/factories/scripted-team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnSqlite, type TestDb } from '@/tests/support/databases'

describeOnSqlite('a thief beside calls of a path without a known price', (open) => {
  let opened: TestDb
  let world: ScriptedTeam
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(async () => {
    await world.close()
    await opened.close()
  })

  test.each([false, true])(
    'is detected, with the team calling the path each hour: %s',
    async (callsTrends) => {
      const clock = makeTestClock(new Date('2026-03-10T12:00:00Z'))
      world = await startScriptedTeam(opened.db, {
        clock,
        provider: {
          price: { timeline: '0.5' },
          // Like “Trends” of twitterapi.io and “Counts of recent posts” of X, whose price is not documented;
          // here it costs nothing.
          paths: [{ name: 'Trends', path: '/trends' }],
        },
      })
      const { admin, walletId } = world.team
      let balance = 900_000
      world.upstream.account = () => ({
        status: 200,
        body: JSON.stringify({ key_prefix: 'xd_live_ssss', balance: balance / 1000, rate_limit_qps: 100 }),
      })
      world.upstream.answer = ({ pathname }) => {
        if (pathname === '/trends') return { status: 200, body: '{"trends":[]}' }
        balance -= 10_000
        return {
          status: 200,
          body: JSON.stringify({ tweets: Array.from({ length: 20 }, (_, place) => ({ id: String(place) })) }),
        }
      }
      const gateway = openGateway(world.services, world.team, clock)
      const service = await makeService(gateway, world.services, world.team, { keyId: world.keyId })
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
      let stolen = 0
      for (let hour = 0; hour < 24; hour++) {
        clock.advance(57 * 60_000)
        expect((await service.ask('/v1/users/5/tweets')).status).toBe(200)
        if (callsTrends) expect((await service.ask('/trends')).status).toBe(200)
        const taken = 1000 + ((hour * 7919) % 5000)
        balance -= taken
        stolen += taken
        await read()
      }
      const { outside } = await findAnomalies(admin)
      const told = outside.reduce((sum, { nano }) => sum + nano, 0n)
      expect(told).toBeGreaterThan(0n)
      expect(told).toBeLessThanOrEqual(BigInt(stolen) * 1_000_000n)
    },
    60_000,
  )
})
