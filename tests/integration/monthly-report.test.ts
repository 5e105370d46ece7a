import { afterAll, beforeEach, expect, test } from 'vitest'
import { deleteOldDigests, queueDigests, readReport, sendDueDigests } from '@/lib/alerts/digests'
import { createSearch } from '@/lib/collect/searches'
import { createBudget, createBudgetInput } from '@/lib/money/budgets'
import { addTopUpCost, setMoney } from '@/lib/money/costs'
import { closeMonth, recordMonths } from '@/lib/money/statements'
import { createWallet } from '@/lib/money/wallets'
import { DAY_MS } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { systemCtx } from '@/lib/server/jobs'
import { setDigest } from '@/lib/teams/teams'
import { bookOf, PRICE } from '@/tests/factories/ledger'
import { plain, startTestMail } from '@/tests/factories/mail'
import { type PaperWallet, paperWallet } from '@/tests/factories/paper-wallet'
import { makeMember, makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock, type TestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

const START = new Date('2026-02-20T12:00:00Z')
const MINUTE_MS = 60_000

describeOnEachEngine('a monthly report', async (open) => {
  const { db } = await open()
  const root = await makeTeam(db, makeTestClock(START))
  const mail = await startTestMail()
  afterAll(() => mail.close())
  let clock: TestClock
  let team: TestTeam
  let wallet: PaperWallet
  let seen = 0
  beforeEach(async () => {
    clock = makeTestClock(START)
    const made = await makeOtherTeam(root)
    team = { ...made, admin: { ...made.admin, clock } }
    wallet = paperWallet(team.admin, clock, team.walletId)
    await wallet.read()
    seen = mail.received.length
  })

  const turnOn = async (ctx: TeamCtx) => {
    await db.user.update({ where: { id: ctx.actor.userId }, data: { emailConfirmedAt: START } })
    await setDigest({ ...ctx, clock }, { every: 'month', isOn: true })
  }
  const system = () => systemCtx(db, clock, team.admin.team)
  const send = () => sendDueDigests({ db, clock, mailServer: mail.server, teams: [team.admin.team] })
  const tick = async () => {
    await recordMonths(system())
    await queueDigests(system())
    await send()
  }
  const waitUntil = (moment: string) => clock.advance(Date.parse(moment) - clock.now().getTime())
  const received = () => mail.received.slice(seen)
  const texts = () => received().map(({ text }) => plain(text))

  test('is sent once, two hours after the month’s end in the team’s zone, and not for a month before it was chosen', async () => {
    await turnOn(team.admin)
    waitUntil('2026-03-01T00:59:59Z')
    await tick()
    expect(received()).toEqual([])
    const late = await makeMember(team, 'viewer')
    await turnOn(late)
    clock.advance(1000)
    await tick()
    await tick()
    expect(texts()).toHaveLength(1)
    expect(texts()[0]).toContain('February 2026 (Europe/Berlin)')
    // What is known to be sent is kept for longer than the month that follows.
    waitUntil('2026-03-31T20:00:00Z')
    await deleteOldDigests(system())
    await tick()
    expect(received()).toHaveLength(1)
    waitUntil('2026-04-01T06:00:00Z')
    await tick()
    expect(received()).toHaveLength(3)
    await setDigest({ ...late, clock }, { every: 'month', isOn: false })
    waitUntil('2026-05-01T06:00:00Z')
    await tick()
    expect(received()).toHaveLength(4)
  })

  test('is sent once by two instances, and again by nobody after one of them was killed', async () => {
    const member = await makeMember(team, 'viewer')
    for (const ctx of [team.admin, member]) await turnOn(ctx)
    waitUntil('2026-03-01T06:00:00Z')
    await Promise.all([recordMonths(system()), recordMonths(system())])
    await Promise.all([queueDigests(system()), queueDigests(system())])
    // What a claim leaves behind when nobody lives to write the result.
    const nextTryAt = new Date(clock.now().getTime() + MINUTE_MS)
    const { memberId } = member.actor
    await db.digest.updateMany({ where: { memberId }, data: { tries: 1, nextTryAt } })
    await Promise.all([send(), send()])
    expect(received()).toHaveLength(1)
    clock.advance(MINUTE_MS)
    await Promise.all([send(), send()])
    await tick()
    expect(new Set(received().flatMap(({ to }) => to)).size).toBe(2)
    expect(received()).toHaveLength(2)
  })

  test('says what the month cost, beside the month before, with balances, budgets and what is open', async () => {
    const { admin, walletId, environments } = team
    const member = await makeMember(team, 'member')
    await turnOn(admin)
    await setMoney(admin, { currency: 'EUR', showsMoney: true })
    await addTopUpCost(admin, { walletId, credits: '1000', cost: '10', day: '2026-02-20' })
    const book = bookOf(admin)
    const { id: searchId } = await createSearch(member, {
      name: 'Secret',
      operation: 'timeline',
      subject: 'ada',
      shared: false,
    })
    const environmentId = environments[0]?.id ?? ''
    await book.settle(await book.begin({ walletId, environmentId }), 10)
    waitUntil('2026-03-05T12:00:00Z')
    wallet.balanceNano -= 10n * PRICE
    await wallet.read()
    await book.settle(await book.begin({ walletId, environmentId, searchId }), 40)
    await book.lose(await book.begin({ walletId, environmentId }))
    wallet.balanceNano -= 40n * PRICE
    waitUntil('2026-03-20T12:00:00Z')
    await wallet.read()
    waitUntil('2026-04-02T06:00:00Z')
    const paid = { ...admin, team: { ...admin.team, moneyIn: 'EUR' } }
    await recordMonths(system())
    const budget = {
      ...{ name: 'Created in April', scope: 'team', unit: 'credits' },
      period: 'month',
      amount: '9',
    }
    await createBudget(paid, createBudgetInput.parse({ ...budget, stops: false, tellsAt: [] }))
    const report = await readReport(paid, '2026-03')
    expect(report.budgets).toEqual([])
    expect(report).toMatchObject({
      totalNano: 40n * PRICE,
      beforeNano: 10n * PRICE,
      wallets: [{ name: 'Main', unresolved: 1, closed: null, sinceNano: 0n }],
      costs: { currency: 'EUR' },
    })
    team = { ...team, admin: paid }
    await queueDigests(system())
    await send()
    const [text = ''] = texts()
    expect(text).toContain('Spent: 6 credits · about €0.06 (February 2026: 1.50 credits).')
    expect(text).toContain('Unresolved: 1 call without an answer, which may have been charged.')
    expect(text).toContain(
      '- Main: 6 credits · about €0.06 (February 2026: 1.50 credits); balance 9,998.50 credits to 9,992.50 credits, top-ups 0 credits.',
    )
    expect(text).toContain(`/wallets/${walletId}?tab=statement&from=2026-03-01&to=2026-03-31`)
    expect(text).toContain('- Deleted searches, and private ones of others: 6 credits')
    expect(text).not.toContain('Secret')
    // The closed figures are those of the report, whatever comes later.
    await closeMonth(admin, { walletId, month: '2026-03' })
    const march = bookOf({ ...admin, clock: makeTestClock(new Date('2026-03-30T12:00:00Z')) })
    await march.settle(await march.begin({ walletId }), 10)
    const closed = await readReport(admin, '2026-03')
    expect(closed.wallets[0]).toMatchObject({
      balances: report.wallets[0]?.balances,
      closed: { by: admin.actor.name },
      sinceNano: -10n * PRICE,
    })
    expect(closed.totalNano).toBe(50n * PRICE)
    await expect(readReport(admin, '2026-05')).rejects.toMatchObject({ code: 'not_found' })
    await expect(readReport(admin, '\0')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('adds up in money: the whole is the sum of the wallets, and parts of several wallets show none', async () => {
    const { admin, walletId } = team
    await turnOn(admin)
    await setMoney(admin, { currency: 'USD', showsMoney: true })
    const other = await createWallet(admin, { name: 'Other' })
    await addTopUpCost(admin, { walletId, credits: '1000', cost: '1000', day: '2026-02-20' })
    await addTopUpCost(admin, { walletId: other.id, credits: '1000', cost: '3000', day: '2026-02-20' })
    const paid = { ...admin, team: { ...admin.team, moneyIn: 'USD' } }
    const book = bookOf(admin)
    await book.settle(await book.begin({ walletId }), 100)
    const one = await readReport(paid, '2026-02')
    expect(one).toMatchObject({ onlyWalletId: walletId, cost: { micro: 15_000_000n } })
    await book.settle(await book.begin({ walletId: other.id }), 20)
    const both = await readReport(paid, '2026-02')
    expect(both).toMatchObject({ onlyWalletId: null, cost: { micro: 24_000_000n } })
    team = { ...team, admin: paid }
    waitUntil('2026-03-01T06:00:00Z')
    await tick()
    const [text = ''] = texts()
    expect(text).toMatch(/^Spent: 18 credits · (about )?\$24\.00 \(/m)
    expect(text).toMatch(/- Main: 15 credits · (about )?\$15\.00/)
    expect(text).toMatch(/- Other: 3 credits · (about )?\$9\.00/)
    expect(text).toMatch(/- Deleted keys: 18 credits \(/)
  })

  test('of the running month holds the figures so far, beside the month before up to the same time', async () => {
    const { admin, walletId } = team
    const book = bookOf(admin)
    const buy = async (moment: string, items: number) => {
      waitUntil(moment)
      await book.settle(await book.begin({ walletId }), items)
    }
    await recordMonths(system())
    const fresh = await readReport(admin, '2026-02')
    expect(fresh).toMatchObject({ isRunning: true, totalNano: 0n, beforeNano: 0n })
    await buy('2026-02-24T12:00:00Z', 10)
    await buy('2026-02-28T20:00:00Z', 20)
    // Just over, and not recorded for two hours.
    waitUntil('2026-02-28T23:30:00Z')
    await recordMonths(system())
    expect(await readReport(admin, '2026-02')).toMatchObject({ isRunning: true, totalNano: 30n * PRICE })
    await expect(readReport(admin, '2026-03')).rejects.toMatchObject({ code: 'not_found' })
    await buy('2026-03-25T12:00:00Z', 5)
    await recordMonths(system())
    expect(await readReport(admin, '2026-02')).toMatchObject({ isRunning: false, totalNano: 30n * PRICE })
    const march = await readReport(admin, '2026-03')
    expect(march).toMatchObject({ isRunning: true, totalNano: 5n * PRICE, beforeNano: 10n * PRICE })
    expect(march.wallets).toMatchObject([{ closed: null, nano: 5n * PRICE }])
    expect(march.wallets[0]?.balances?.closingNano).toBe(wallet.balanceNano - 35n * PRICE)
  })

  test('lists the ten largest of each kind, and the rest in one row', async () => {
    const { admin, walletId } = team
    const book = bookOf(admin)
    for (let count = 1; count <= 13; count++) {
      const { id: searchId } = await createSearch(admin, {
        ...{ name: `Search ${count}`, operation: 'timeline', subject: `ada${count}` },
        shared: true,
      })
      await book.settle(await book.begin({ walletId, searchId }), count)
    }
    clock.advance(20 * DAY_MS)
    await recordMonths(system())
    const { groups } = await readReport(admin, '2026-02')
    const rows = groups.find(({ title }) => title === 'By search')?.rows ?? []
    expect(rows).toHaveLength(11)
    expect(rows[0]).toMatchObject({ name: 'Search 13', nano: 13n * PRICE })
    expect(rows.at(-1)).toMatchObject({ name: '3 more', nano: 6n * PRICE, beforeNano: 0n })
  })
})
