import { afterAll, expect, test } from 'vitest'
import { createAlertWatch, listAlerts } from '@/lib/alerts/alerts'
import { addKey } from '@/lib/keys/keys'
import { createBudget, createBudgetInput, getBudget } from '@/lib/money/budgets'
import {
  forecastBudget,
  forecastBudgetInput,
  getForecast,
  listRunOuts,
  readCachedForecast,
} from '@/lib/money/forecast'
import { getWallet } from '@/lib/money/wallets'
import { bookOf } from '@/tests/factories/ledger'
import { paperWallet } from '@/tests/factories/paper-wallet'
import { makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase } from '@/tests/support/databases'

const DAY = 24 * 3_600_000
const NANO = 1_000_000_000n

describeOnDatabase('the forecast of a wallet', async (open) => {
  const opened = await open()
  const clock = makeTestClock(new Date('2026-03-02T12:00:00Z'))
  const upstream = await startTestUpstream(clock)
  const team = await makeTeam(opened.db, clock)
  // 500 credits, and 15 a day for three weeks: the rest lasts about twelve days.
  const { key } = upstream.issueKey({ balanceNano: 500n * NANO })
  const environmentId = team.environments[0]?.id ?? ''
  await addKey(team.admin, upstream, { key, name: '', walletId: team.walletId, environmentId })
  const book = bookOf(team.admin)
  for (let day = 0; day < 21; day++) {
    clock.advance(DAY)
    await book.settle(await book.begin({ walletId: team.walletId }), 100)
  }
  clock.advance(DAY / 2)
  afterAll(() => upstream.close())

  const daysUntil = (at: Date | null | undefined) =>
    at ? (at.getTime() - clock.now().getTime()) / DAY : Number.POSITIVE_INFINITY
  const ask = (over: Record<string, unknown>) =>
    forecastBudget(
      team.admin,
      forecastBudgetInput.parse({
        scope: 'wallet',
        scopeId: team.walletId,
        unit: 'credits',
        period: 'day',
        stops: true,
        ...over,
      }),
    )

  test('the displayed forecast is the same, and is cached until something changes it noticeably', async () => {
    const look = async () => readCachedForecast(team.admin, await getWallet(team.admin, team.walletId))
    const shown = await look()
    expect(shown).toEqual(await getForecast(team.admin, team.walletId))
    expect(await look()).toBe(shown)
    clock.advance(DAY / 96)
    const later = await look()
    expect(later).not.toBe(shown)
    expect(later).toEqual(await getForecast(team.admin, team.walletId))
  })

  test('it follows from past spend, and more spend makes it earlier', async () => {
    const forecast = await getForecast(team.admin, team.walletId)
    expect(forecast?.hasHistory).toBe(true)
    expect(daysUntil(forecast?.runOut.p50)).toBeGreaterThan(10)
    expect(daysUntil(forecast?.runOut.p50)).toBeLessThan(14)
    const more = await getForecast(team.admin, team.walletId, { extraPerDay: '15' })
    expect(daysUntil(more?.runOut.p50)).toBeLessThan(8)
    const grouped = { extraPerDay: '1,000.5' }
    expect(await getForecast(team.admin, team.walletId, grouped)).toEqual(
      await getForecast(team.admin, team.walletId, { extraPerDay: '1000.5' }),
    )
    await expect(getForecast(team.admin, team.walletId, { extraPerDay: 'much' })).rejects.toMatchObject({
      fields: { extraPerDay: expect.any(String) },
    })
  })

  test('a budget shows its effect before it is created, and before it is changed', async () => {
    const [effect] = await ask({ amount: '5' })
    expect(daysUntil(effect?.before.runOut.p50)).toBeLessThan(14)
    expect(daysUntil(effect?.after.runOut.p50)).toBeGreaterThan(30)
    expect(await ask({ amount: '5', stops: false })).toEqual([])
    expect(await ask({ amount: '5', unit: 'items' })).toEqual([])
    const { id: budgetId } = await createBudget(
      team.admin,
      createBudgetInput.parse({
        name: 'Small',
        scope: 'wallet',
        scopeId: team.walletId,
        unit: 'credits',
        period: 'day',
        amount: '5',
        stops: true,
        tellsAt: [],
      }),
    )
    expect(daysUntil((await getForecast(team.admin, team.walletId))?.runOut.p50)).toBeGreaterThan(30)
    const [changed] = await ask({ amount: '1000', budgetId })
    expect(daysUntil(changed?.before.runOut.p50)).toBeGreaterThan(30)
    expect(daysUntil(changed?.after.runOut.p50)).toBeLessThan(14)
    await opened.db.budget.updateMany({ data: { archivedAt: clock.now() } })
  })

  test.each(['month', 'total'] as const)(
    'an unsaved budget per %s counts the spend of its current period',
    async (period) => {
      // 315 credits are spent, so 15 are left for the rest of the period.
      const kind = { scope: 'team', scopeId: '', period, amount: '330' }
      const [effect] = await ask(kind)
      const input = { unit: 'credits', stops: true, tellsAt: [], name: 'Saved', ...kind }
      const { id } = await createBudget(team.admin, createBudgetInput.parse(input))
      expect((await getBudget(team.admin, id)).settled).toBe(315n * NANO)
      const saved = await getForecast(team.admin, team.walletId)
      expect(effect?.after).toEqual(saved)
      await opened.db.budget.updateMany({ data: { archivedAt: clock.now() } })
      // Of 185 credits, 15 are spent.
      const atTheEnd = effect?.after.days.find(({ day }) => day === '2026-03-31')
      expect(atTheEnd?.balanceNano.p50).toBe(170n * NANO)
      if (period === 'total') expect(effect?.after.runOut.p90).toBeNull()
      else {
        const asked = { stopAt: '330', stopPeriod: 'month' } as const
        expect(await getForecast(team.admin, team.walletId, asked)).toEqual(saved)
      }
    },
  )

  test('a wallet that runs out within the watched days fires one alert', async () => {
    const watch = createAlertWatch(clock)
    const look = () => watch.look(team.admin, upstream.upstreams)
    await look()
    expect((await listAlerts(team.admin)).map(({ kind }) => kind)).not.toContain('run_out')
    clock.advance(6 * DAY)
    const book = bookOf(team.admin)
    for (let page = 0; page < 9; page++) await book.settle(await book.begin({ walletId: team.walletId }), 100)
    await look()
    await look()
    const told = (await listAlerts(team.admin)).filter(({ kind }) => kind === 'run_out')
    expect(told).toHaveLength(1)
    expect(told[0]?.title).toMatch(/^“Main” runs out around \d+ \w+ 2026$/)
  })

  test('outside spend of the last seven days continues: on pages, in what-ifs and in alerts', async () => {
    const { admin: ctx, walletId } = await makeOtherTeam(team)
    const wallet = paperWallet(ctx, clock, walletId)
    wallet.balanceNano = 1250n * NANO
    const days = async (many: number, taken: bigint) => {
      for (let day = 0; day < many; day++) {
        await wallet.page(100)
        wallet.balanceNano -= taken
        await wallet.read(DAY - 60_000)
      }
    }
    await wallet.read()
    await days(14, 0n)
    // A single loss is not expected to recur.
    wallet.balanceNano -= 200n * NANO
    await wallet.read()
    const watch = createAlertWatch(clock)
    const runOutAlerts = async () => {
      await watch.look(ctx, upstream.upstreams)
      return (await listAlerts(ctx)).filter(({ kind }) => kind === 'run_out')
    }
    const runsOutIn = async () => {
      const view = await getWallet(ctx, walletId)
      const [shown, asked, [listed]] = [
        await readCachedForecast(ctx, view),
        await getForecast(ctx, walletId),
        await listRunOuts(ctx, [view]),
      ]
      expect(shown).toEqual(asked)
      expect(listed?.outsidePerDayNano).toBe(asked?.outsidePerDayNano)
      return { inDays: daysUntil(asked?.runOut.p50), taken: asked?.outsidePerDayNano, listed }
    }
    // 840 credits, 15 a day.
    expect(await runsOutIn()).toMatchObject({ taken: 0n, listed: { perDayNano: 15n * NANO } })
    expect((await runsOutIn()).inDays).toBeGreaterThan(45)
    expect(await runOutAlerts()).toEqual([])
    await days(7, 70n * NANO)
    // 245 credits, 85 a day.
    const leaking = await runsOutIn()
    expect(leaking).toMatchObject({ taken: 70n * NANO, listed: { perDayNano: 85n * NANO, daysLeft: 3 } })
    expect(leaking.inDays).toBeLessThan(4)
    expect(await runOutAlerts()).toEqual([
      expect.objectContaining({
        detail: expect.stringContaining('70 credits a day of that is outside spend.'),
      }),
    ])
    // Outside spend that has stopped for most of a week no longer counts.
    wallet.balanceNano += 1000n * NANO
    await wallet.read()
    await days(4, 0n)
    expect(await runsOutIn()).toMatchObject({ taken: 0n })
    expect((await runsOutIn()).inDays).toBeGreaterThan(45)
  })
})
