import { expect, test } from 'vitest'
import { NANO_PER_CREDIT, newId } from '@/lib/kernel'
import { backtestBudget, budgetKindInput } from '@/lib/money/budgets'
import {
  addTopUpCost,
  readCosts,
  readListUsage,
  readPackUsage,
  removeTopUpCost,
  setMoney,
  setPackPrice,
} from '@/lib/money/costs'
import { bookOf } from '@/tests/factories/ledger'
import { paperWallet } from '@/tests/factories/paper-wallet'
import { makeMember, makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'

const HOUR = 3_600_000

describeOnDatabase('what credits cost', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const team = await makeTeam(opened.db, clock)
  await paperWallet(team.admin, clock, team.walletId).read()

  const topUp = (credits: string, cost: string, day = '2026-03-09') =>
    addTopUpCost(team.admin, { walletId: team.walletId, day, credits, cost })

  test('the credits held cost the average of the newest top-ups, first in, first out', async () => {
    await setMoney(team.admin, { currency: 'EUR', showsMoney: true })
    // The wallet holds 10,000 credits: all of the newer top-up and 4,000 of the older one.
    await topUp('8000', '40', '2026-02-01')
    await topUp('6000', '60')
    const { currency, held, topUps } = await readCosts(team.admin)
    expect(currency).toBe('EUR')
    expect(held.get(team.walletId)).toEqual({
      creditsNano: 10_000n * NANO_PER_CREDIT,
      costMicro: 80_000_000n,
      isAbout: true,
    })
    const [newest] = topUps
    await removeTopUpCost(team.admin, { id: newest?.id ?? '' })
    expect((await readCosts(team.admin)).topUps).toHaveLength(1)
  })

  test('saving an unchanged currency is not logged', async () => {
    await setMoney(team.admin, { currency: 'EUR', showsMoney: true })
    const written = () =>
      team.admin.db.auditEntry.count({ where: { teamId: team.admin.team.id, action: 'cost.currency' } })
    const before = await written()
    await setMoney(team.admin, { currency: 'EUR', showsMoney: true })
    expect(await written()).toBe(before)
  })

  test('the audit log shows a cost with its currency', async () => {
    await setMoney(team.admin, { currency: 'EUR', showsMoney: true })
    await topUp('500', '2.5')
    const { detail } = await team.admin.db.auditEntry.findFirstOrThrow({
      where: { teamId: team.admin.team.id, action: 'cost.add' },
      orderBy: { id: 'desc' },
    })
    expect(JSON.parse(detail)).toMatchObject({ credits: '500', cost: '2.5 EUR' })
  })

  test('a pack’s price is replaced, and removed by empty fields', async () => {
    await setPackPrice(team.admin, { pack: 'Starter', credits: '1000', cost: '9.99' })
    await setPackPrice(team.admin, { pack: 'Starter', credits: '1000', cost: '10.5' })
    const { packs } = await readCosts(team.admin)
    expect(packs).toEqual([{ pack: 'Starter', creditsNano: 1000n * NANO_PER_CREDIT, costMicro: 10_500_000n }])
    await setPackPrice(team.admin, { pack: 'Starter', credits: '', cost: '' })
    expect((await readCosts(team.admin)).packs).toEqual([])
  })

  test('only an admin can enter costs, and only for wallets and costs of the team', async () => {
    const member = await makeMember(team, 'member')
    await expect(setMoney(member, { currency: 'USD', showsMoney: true })).rejects.toThrow('Only an admin')
    const input = { walletId: team.walletId, day: '2026-03-09', credits: '1', cost: '1' }
    await expect(addTopUpCost(member, input)).rejects.toThrow('Only an admin')
    const other = await makeOtherTeam(team)
    await expect(addTopUpCost(other.admin, input)).rejects.toMatchObject({ code: 'not_found' })
    const [mine] = (await readCosts(team.admin)).topUps
    await expect(removeTopUpCost(other.admin, { id: mine?.id ?? '' })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(topUp('0', '5')).rejects.toMatchObject({ fields: { credits: expect.any(String) } })
    await expect(topUp('5', '0.0000001')).rejects.toMatchObject({ fields: { cost: expect.any(String) } })
    await expect(topUp('5', '5', '2027-01-01')).rejects.toMatchObject({ fields: { day: expect.any(String) } })
  })

  test('purchases of services are no repeats, because nobody knows which items were new', async () => {
    const book = bookOf(team.admin)
    const walletId = newId()
    await book.settle(await book.begin({ walletId, operation: 'search', searchId: newId() }), 50)
    await book.settle(await book.begin({ walletId, operation: 'search', searchId: null }), 100)
    expect(await readListUsage(team.admin, walletId)).toEqual({
      search: { pages: 2, items: 150, repeats: 50 },
    })
  })

  test('waits and spend of a wallet come from its rollups; a budget is tested on past spend', async () => {
    const book = bookOf(team.admin)
    const walletId = newId()
    // Three days with ten pages of twenty items each, one per hour from 10:00 in Berlin.
    clock.advance(21 * HOUR)
    for (let day = 0; day < 3; day++) {
      for (let page = 0; page < 10; page++) {
        await book.settle(await book.begin({ walletId }), 20)
        clock.advance(HOUR)
      }
      clock.advance(14 * HOUR)
    }
    expect(await readPackUsage(team.admin, walletId, 25)).toMatchObject({ pages: 30, waitedMs: 150 })
    const kind = { scope: 'wallet', scopeId: walletId, unit: 'items', stops: true } as const
    const tried = (period: string, amount: string) =>
      backtestBudget(team.admin, budgetKindInput.parse({ ...kind, period, amount }))
    const { stops } = await tried('day', '150')
    expect(stops.map(({ pagesShort }) => pagesShort)).toEqual([3, 3, 3])
    // The eighth page of a day causes the stop.
    expect(stops.map(({ at }) => at.toISOString().slice(11, 16))).toEqual(['16:00', '16:00', '16:00'])
    expect((await tried('day', '200')).stops).toEqual([])
    expect((await tried('total', '210')).stops.map(({ pagesShort }) => pagesShort)).toEqual([20])
    expect((await tried('hour', '19')).stops).toHaveLength(30)
    // Thirty days later, at 08:00: the first day's pages are younger than 30 times 24 hours, but outside of
    // the last 30 days.
    clock.advance((26 * 24 + 22) * HOUR)
    expect(await readPackUsage(team.admin, walletId, 25)).toMatchObject({ pages: 20 })
  })
})
