import { afterAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '@/lib/kernel'
import { addKey, readBalance } from '@/lib/keys/keys'
import { getWalletReport } from '@/lib/money/statements'
import { createWallet, getWallet } from '@/lib/money/wallets'
import { makeTeam } from '@/tests/factories/team'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase } from '@/tests/support/databases'

const SLOW_MS = 1500
const BEGUN_MS = 500
const CREDIT = 1_000_000_000n

describeOnDatabase('a balance that arrives after the answer to a later request', async (open) => {
  let walletId: string
  let upstreamWallet: string
  let keyIds: string[]
  const opened = await open()
  const upstream = await startTestUpstream(systemClock, { chargeDelayMs: 0 })
  const team = await makeTeam(opened.db, systemClock)
  afterAll(() => upstream.close())
  beforeEach(async () => {
    walletId = (await createWallet(team.admin, { name: `Wallet ${Math.random()}` })).id
    const where = { name: '', walletId, environmentId: team.environments[0]?.id ?? '' }
    const first = upstream.issueKey({ balanceNano: 100n * CREDIT })
    upstreamWallet = first.walletId
    keyIds = []
    for (const { key } of [first, upstream.issueKey({ walletId: upstreamWallet })])
      keyIds.push((await addKey(team.admin, upstream, { ...where, key })).id)
  })

  const readWithout = (place: number) =>
    readBalance(team.admin, upstream, walletId, 'check', [keyIds[place] ?? ''])

  /**
   * Requests a balance whose answer is slow, does something meanwhile, and requests another that answers
   * first.
   */
  async function overtake(meanwhile: () => void) {
    upstream.sandbox.chooseLatency({ ms: SLOW_MS, spreadMs: 0 })
    const slow = readWithout(1)
    await systemClock.sleep(BEGUN_MS)
    upstream.sandbox.chooseLatency({ ms: 0, spreadMs: 0 })
    meanwhile()
    await readWithout(0)
    return slow
  }

  test('is not recorded, so a top-up in between is no outside spend', async () => {
    const from = systemClock.now()
    const slow = await overtake(() => upstream.sandbox.operator.topUp(upstreamWallet, 50n * CREDIT))
    expect(slow).toMatchObject({ balanceNano: 100n * CREDIT, isSettled: false })
    expect((await getWallet(team.admin, walletId)).balance?.balanceNano).toBe(150n * CREDIT)
    await readWithout(0)
    const to = new Date(systemClock.now().getTime() + 1)
    const { events } = await getWalletReport(team.admin, walletId, { from, to })
    expect(events).toMatchObject([{ topUpNano: 50n * CREDIT, outsideNano: 0n }])
  })
})
