import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { enterBalanceAndResume } from '@/lib/keys/keys'
import { enterBalance, getWallet } from '@/lib/money/wallets'
import { listAuditEntries } from '@/lib/platform/audit'
import { createVault } from '@/lib/platform/vault'
import { readProvider } from '@/lib/upstream/client'
import { createPacers } from '@/lib/upstream/pacing'
import { createUpstreams } from '@/lib/upstream/providers'
import { bookOf, PRICE } from '@/tests/factories/ledger'
import { paperWallet } from '@/tests/factories/paper-wallet'
import { makeMember, makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'

describeOnDatabase('a balance that an admin enters', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const root = await makeTeam(opened.db, clock)

  test('becomes the wallet’s, less what is spent afterwards, and is logged', async () => {
    const { admin, walletId } = await makeOtherTeam(root)
    expect(await getWallet(admin, walletId)).toMatchObject({ balance: null, expectedNano: null })
    await enterBalance(admin, { walletId, balance: '49.90' })
    expect(await getWallet(admin, walletId)).toMatchObject({
      balance: { balanceNano: 49_900_000_000n, isTyped: true },
      expectedNano: 49_900_000_000n,
    })
    const book = bookOf(admin)
    await book.settle(await book.begin({ walletId }), 10)
    expect((await getWallet(admin, walletId)).expectedNano).toBe(49_900_000_000n - 10n * PRICE)
    const [entry] = await listAuditEntries(admin)
    expect(entry).toMatchObject({ action: 'wallet.balance', subjectName: 'Main' })
    expect(JSON.parse(entry?.detail ?? '')).toEqual({ amount: '49.9' })
    clock.advance(1000)
    // A balance may be negative.
    await enterBalance(admin, { walletId, balance: '-2' })
    expect((await getWallet(admin, walletId)).expectedNano).toBe(-2_000_000_000n)
  })

  test('is refused if it is no amount or the wallet is another team’s, and to members', async () => {
    const other = await makeOtherTeam(root)
    const { admin, walletId } = other
    const member = await makeMember(other, 'member')
    for (const balance of ['much', '1e99', '']) {
      await expect(enterBalance(admin, { walletId, balance })).rejects.toMatchObject({
        fields: { balance: expect.any(String) },
      })
    }
    await expect(enterBalance(admin, { walletId: root.walletId, balance: '1' })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(enterBalance(member, { walletId, balance: '1' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect((await getWallet(admin, walletId)).balance).toBeNull()
  })

  test('does not replace one that the service reports', async () => {
    const { admin, walletId } = await makeOtherTeam(root)
    const access = {
      vault: createVault(randomBytes(32)),
      pacers: createPacers(clock),
      upstreams: createUpstreams({ baseUrl: 'http://127.0.0.1:9', clock, provider: readProvider({}) }),
    }
    const enter = () => enterBalanceAndResume(admin, access, { walletId, balance: '5' })
    await enter()
    await paperWallet(admin, clock, walletId).read()
    await expect(enter()).rejects.toMatchObject({ code: 'conflict' })
    expect((await getWallet(admin, walletId)).balance?.isTyped).toBe(false)
    await access.upstreams.close()
  })
})
