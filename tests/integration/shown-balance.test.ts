import { beforeEach, expect, test } from 'vitest'
import { getWallet } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { bookOf, PRICE } from '@/tests/factories/ledger'
import { type PaperWallet, paperWallet } from '@/tests/factories/paper-wallet'
import { makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

const SECOND = 1000

describeOnEachEngine('the expected balance', async (open) => {
  let ctx: TeamCtx
  let walletId: string
  let wallet: PaperWallet
  const opened = await open()
  const clock = makeTestClock()
  const root = await makeTeam(opened.db, clock)
  beforeEach(async () => {
    const team = await makeOtherTeam(root)
    ctx = team.admin
    walletId = team.walletId
    wallet = paperWallet(ctx, clock, walletId)
    await wallet.read()
  })

  const expected = async () => (await getWallet(ctx, walletId)).expectedNano

  test('subtracts calls once that were in flight, and already charged, during the reading', async () => {
    const book = bookOf(ctx)
    const ids = []
    for (let call = 0; call < 6; call++) ids.push(await book.begin({ walletId }))
    wallet.balanceNano -= 600n * PRICE
    await wallet.read(SECOND)
    expect(await expected()).toBe(wallet.balanceNano + 600n * PRICE)
    for (const id of ids) await book.settle(id, 100)
    expect(await expected()).toBe(wallet.balanceNano)
  })

  test('subtracts late charges once, even before they show', async () => {
    wallet.settlingMs = 90_000
    await wallet.page(100)
    const real = wallet.balanceNano
    // Read immediately, so the page's charge does not show yet.
    wallet.balanceNano += 100n * PRICE
    await wallet.read(SECOND)
    expect(await expected()).toBe(real)
  })

  test('shows a top-up and a fall that a reading proves, even with calls in flight', async () => {
    const book = bookOf(ctx)
    await book.begin({ walletId })
    wallet.balanceNano += 5_000_000_000_000n
    await wallet.read()
    expect(await expected()).toBe(wallet.balanceNano)
    wallet.balanceNano -= 9_000_000_000_000n
    await wallet.read()
    expect(await expected()).toBe(wallet.balanceNano + 100n * PRICE)
  })
})
