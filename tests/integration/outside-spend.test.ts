import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAlertWatch, listAlerts } from '@/lib/alerts/alerts'
import type { TeamCtx } from '@/lib/platform/db'
import { readContract } from '@/lib/upstream/client'
import { createUpstreams, type Upstreams } from '@/lib/upstream/contract'
import { type PaperWallet, paperWallet } from '@/tests/factories/paper-wallet'
import { makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock, type TestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine, type TestDb } from '@/tests/support/databases'

const HOUR = 3_600_000

describeOnEachEngine('outside spend', (open) => {
  let opened: TestDb
  let clock: TestClock
  let root: TestTeam
  let ctx: TeamCtx
  let upstreams: Upstreams
  let wallet: PaperWallet
  beforeAll(async () => {
    opened = await open()
    clock = makeTestClock()
    root = await makeTeam(opened.db, clock)
    upstreams = createUpstreams({ baseUrl: 'http://127.0.0.1:9', contract: readContract({}), clock })
  })
  afterAll(async () => {
    await upstreams.close()
    await opened.close()
  })
  beforeEach(async () => {
    const team = await makeOtherTeam(root)
    ctx = team.admin
    wallet = paperWallet(ctx, clock, team.walletId)
  })

  const alertsOf = async (...kinds: string[]) =>
    (await listAlerts(ctx)).filter(({ kind }) => kinds.includes(kind))

  test('what is recognised more than a day later is told, once', async () => {
    const watch = createAlertWatch(clock)
    const readAndLook = async () => {
      await wallet.read()
      await watch.look(ctx, upstreams)
    }
    await readAndLook()
    await wallet.page(97)
    await readAndLook()
    await wallet.page(100)
    // As much as a new price of 0.3 would take: the next pages will tell.
    wallet.balanceMicro -= 15_000_000n
    await readAndLook()
    for (let hours = 0; hours < 30; hours += 6) {
      clock.advance(6 * HOUR)
      await readAndLook()
    }
    expect(await alertsOf('outside_spend', 'price_shift')).toEqual([])
    await wallet.page(83)
    await readAndLook()
    const [told] = await alertsOf('outside_spend')
    expect(told?.detail).toContain('15 credits')
    for (let hours = 0; hours < 60; hours += 6) {
      clock.advance(6 * HOUR)
      await readAndLook()
    }
    expect(await alertsOf('outside_spend', 'price_shift')).toMatchObject([{ id: told?.id }])
  })
})
