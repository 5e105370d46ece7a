import { expect, test, vi } from 'vitest'
import { listRunOuts } from '@/lib/money/forecast'
import { createWallet, listWallets } from '@/lib/money/wallets'
import { prefetchForecasts } from '@/lib/server/runtime/web-runtime'
import { paperWallet } from '@/tests/factories/paper-wallet'
import { makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'

describeOnDatabase('what a start prefetches', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const first = await makeTeam(opened.db, clock)
  const second = await makeOtherTeam(first)
  for (const { admin, walletId } of [first, second]) {
    const wallet = paperWallet(admin, clock, walletId)
    await wallet.read()
    await wallet.page(10)
    await wallet.read()
  }

  const log = () => ({ warn: vi.fn() })

  /** Returns how often histories were read during some work. */
  async function historiesRead(work: () => Promise<unknown>): Promise<number> {
    const ask = vi.spyOn(opened.db, '$queryRaw')
    try {
      await work()
      return ask.mock.calls.filter((call) => JSON.stringify(call).includes('FROM \\"BalanceReading\\" r'))
        .length
    } finally {
      ask.mockRestore()
    }
  }

  const lookAt = async ({ admin }: TestTeam) => listRunOuts(admin, await listWallets(admin))

  test('is not read again later; a team that cannot be read does not hold up others', async () => {
    const { db } = opened
    const told = log()
    const list = vi.spyOn(db.wallet, 'findMany')
    list.mockRejectedValueOnce(new Error('not now'))
    await prefetchForecasts({ db, clock, log: told }).ended
    list.mockRestore()
    expect(told.warn).toHaveBeenCalledTimes(1)
    // One after the other, because both are counted by the same spy.
    const read = [await historiesRead(() => lookAt(first)), await historiesRead(() => lookAt(second))]
    expect(read.filter((times) => times === 0)).toHaveLength(1)
    expect(read.filter((times) => times > 0)).toHaveLength(1)
  })

  test('stops between wallets when Purser stops', async () => {
    const { db } = opened
    for (const name of ['Two', 'Three']) await createWallet(first.admin, { name })
    const read = await historiesRead(() => prefetchForecasts({ db, clock, log: log() }).stop())
    expect(read).toBe(0)
  })
})
