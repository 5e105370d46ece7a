import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  type AlertWatch,
  acknowledgeAlert,
  changeAlertSetting,
  changeAlertSettingInput,
  changeAlerts,
  createAlertWatch,
  listAlerts,
  manyAlertsInput,
} from '@/lib/alerts/alerts'
import { changeBudget, changeBudgetInput, createBudget, createBudgetInput } from '@/lib/money/budgets'
import { freeAttempt } from '@/lib/money/ledger'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { readProvider } from '@/lib/upstream/client'
import { createUpstreams } from '@/lib/upstream/providers'
import { budgetBookOf } from '@/tests/factories/budget-book'
import { bookOf, PRICE } from '@/tests/factories/ledger'
import { type PaperWallet, paperWallet } from '@/tests/factories/paper-wallet'
import { makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const CREDIT = 1_000_000_000n
/** What an item really costs above its price. */
const REAL = 123_457_000n

describeOnDatabase('alerts under attack', async (open) => {
  let ctx: TeamCtx
  let walletId: string
  let wallet: PaperWallet
  let watch: AlertWatch
  const opened = await open()
  const clock = makeTestClock()
  const root = await makeTeam(opened.db, clock)
  const upstreams = createUpstreams({
    baseUrl: 'http://127.0.0.1:9',
    provider: readProvider({ price: { timeline: '0.15' } }),
    clock,
  })
  afterAll(() => upstreams.close())
  beforeEach(async () => {
    const team = await makeOtherTeam(root)
    ctx = team.admin
    walletId = team.walletId
    wallet = paperWallet(ctx, clock, walletId)
    watch = createAlertWatch(clock)
  })

  const look = () => watch.look(ctx, upstreams)
  const alertsOf = async (...kinds: string[]) =>
    (await listAlerts(ctx)).filter(({ kind }) => kinds.includes(kind))
  const readAndLook = async () => {
    await wallet.read()
    await look()
  }

  /** Charges a page above its price, which either a wrong price or somebody else explains. */
  const dearerPage = async () => {
    await wallet.read()
    await wallet.page(100)
    await readAndLook()
    await wallet.page(50, PRICE + REAL)
    await readAndLook()
    return (await alertsOf('outside_spend'))[0]
  }

  test('an incident that proved to be a price, and is acknowledged afterwards, hides no later loss', async () => {
    const incident = await dearerPage()
    expect(incident?.title).toMatch(/beyond what our pages explain/)
    // The next page proves that it was the price, so the alert ends by itself.
    await wallet.page(31, PRICE + REAL)
    await readAndLook()
    expect(await alertsOf('outside_spend')).toMatchObject([{ recoveredAt: expect.any(Date) }])
    // A person whose page was loaded before that acknowledges it with a reason.
    await acknowledgeAlert(ctx, { alertId: incident?.id ?? '', reason: 'Our price was wrong.' })
    // An hour later, as much is lost again, perhaps by our pages.
    clock.advance(HOUR)
    await wallet.page(50, PRICE + REAL)
    wallet.balanceNano -= 5n * CREDIT
    await readAndLook()
    expect((await alertsOf('outside_spend')).filter(({ recoveredAt }) => recoveredAt === null)).toHaveLength(
      1,
    )
  })

  test.each(['alone', 'with others'])(
    'an incident that ended while its kind was off, and is acknowledged without a reason %s, is reported again',
    async (how) => {
      const turn = (enabled: boolean) =>
        changeAlertSetting(ctx, changeAlertSettingInput.parse({ kind: 'outside_spend', enabled }))
      await wallet.read()
      await wallet.page(100)
      await readAndLook()
      wallet.balanceNano -= 70n * CREDIT
      await readAndLook()
      const [incident] = await alertsOf('outside_spend')
      expect(incident).toMatchObject({ recoveredAt: null })
      await turn(false)
      await look()
      expect(await alertsOf('outside_spend')).toMatchObject([{ recoveredAt: expect.any(Date) }])
      const id = incident?.id ?? ''
      if (how === 'alone') await acknowledgeAlert(ctx, { alertId: id, reason: '' })
      else await changeAlerts(ctx, manyAlertsInput.parse({ ids: [id], change: 'acknowledge' }))
      await turn(true)
      await look()
      expect(
        (await alertsOf('outside_spend')).filter(({ recoveredAt }) => recoveredAt === null),
      ).toMatchObject([{ detail: expect.stringContaining('70 credits') }])
    },
  )

  test('an incident that is acknowledged, and later proves to be a price, hides no later loss', async () => {
    const incident = await dearerPage()
    await acknowledgeAlert(ctx, { alertId: incident?.id ?? '', reason: 'We look into it.' })
    await wallet.page(31, PRICE + REAL)
    await readAndLook()
    expect(await alertsOf('price_shift')).toHaveLength(1)
    clock.advance(HOUR)
    await wallet.page(50, PRICE + REAL)
    wallet.balanceNano -= 5n * CREDIT
    await readAndLook()
    const openIncidents = (await alertsOf('outside_spend')).filter(({ recoveredAt }) => recoveredAt === null)
    expect(openIncidents).toMatchObject([{ detail: expect.stringContaining(' 5 credits') }])
  })

  // Once within the history that is read back for a wallet, and once beyond it.
  test.each([
    { days: 12, every: 1 },
    { days: 140, every: 7 },
  ])(
    'an incident that is acknowledged after $days days hides no loss an hour later',
    async ({ days, every }) => {
      const steal = async (credits: number) => {
        wallet.balanceNano -= BigInt(credits) * CREDIT
        await readAndLook()
      }
      await steal(0)
      await wallet.page(100)
      await steal(0)
      await steal(70)
      for (let day = 0; day < days; day += every) {
        clock.advance(every * 24 * HOUR)
        await wallet.page(20)
        await readAndLook()
      }
      const [incident, ...others] = await alertsOf('outside_spend')
      expect(others).toEqual([])
      await acknowledgeAlert(ctx, { alertId: incident?.id ?? '', reason: 'The key was revoked.' })
      for (const isNew of [false, true]) {
        clock.advance(HOUR)
        if (isNew) watch = createAlertWatch(clock)
        await steal(3)
        const openOnes = (await alertsOf('outside_spend')).filter(({ recoveredAt }) => recoveredAt === null)
        expect(openOnes).toMatchObject([
          { detail: expect.stringContaining(isNew ? ' 6 credits' : ' 3 credits') },
        ])
      }
    },
  )

  test('cancelled calls that were never sent do not end an alert about a failing upstream', async () => {
    const book = bookOf(ctx)
    await book.settle(await book.begin({ walletId }), 10)
    for (let call = 0; call < 6; call++) {
      clock.advance(MINUTE)
      await book.lose(await book.begin({ walletId }))
    }
    await look()
    expect(await alertsOf('upstream_failing')).toMatchObject([{ recoveredAt: null }])
    clock.advance(MINUTE)
    for (let call = 0; call < 50; call++) {
      const id = await book.begin({ walletId })
      const miss = { reason: 'The run was cancelled', httpStatus: null, latencyMs: null, waitedMs: 3 }
      await transaction(ctx.db, (tx) => freeAttempt(tx, book.ending(id), miss))
    }
    await look()
    expect(await alertsOf('upstream_failing')).toMatchObject([{ recoveredAt: null }])
  })

  test('an alert fired under a clock that was ahead ends once its condition is gone', async () => {
    const id = await makeBudget('100', true)
    clock.advance(48 * HOUR)
    const book = budgetBookOf(ctx)
    await book.settle(await book.mustOpen({}, 100), 100)
    await look()
    expect(await alertsOf('budget_threshold')).toMatchObject([{ recoveredAt: null }])
    // The clock is corrected and the budget raised, so the condition is gone.
    clock.advance(-48 * HOUR)
    await changeBudget(
      ctx,
      changeBudgetInput.parse({
        budgetId: id,
        name: 'Daily',
        amount: '100000',
        stops: true,
        tellsAt: [50, 80],
      }),
    )
    await look()
    expect(await alertsOf('budget_threshold')).toMatchObject([{ recoveredAt: expect.any(Date) }])
  })
  const makeBudget = async (amount: string, stops: boolean) =>
    (
      await createBudget(
        ctx,
        createBudgetInput.parse({
          ...{ name: 'Daily', scope: 'team', unit: 'items', period: 'total', amount, stops },
          tellsAt: [50, 80],
        }),
      )
    ).id

  test('a failing upstream is reported even if a clock that was ahead has booked pages', async () => {
    clock.advance(48 * HOUR)
    const book = bookOf(ctx)
    await book.settle(await book.begin({ walletId }), 10)
    clock.advance(-48 * HOUR)
    for (let call = 0; call < 6; call++) {
      clock.advance(MINUTE)
      await book.lose(await book.begin({ walletId }))
    }
    await look()
    expect(await alertsOf('upstream_failing')).toHaveLength(1)
  })

  test('a failing upstream, reported under a clock that was ahead, recovers with the first page', async () => {
    clock.advance(48 * HOUR)
    const book = bookOf(ctx)
    for (let call = 0; call < 6; call++) {
      clock.advance(MINUTE)
      await book.lose(await book.begin({ walletId }))
    }
    await look()
    expect(await alertsOf('upstream_failing')).toHaveLength(1)
    clock.advance(-48 * HOUR)
    for (let call = 0; call < 6; call++) {
      clock.advance(MINUTE)
      await book.settle(await book.begin({ walletId }), 10)
    }
    watch = createAlertWatch(clock)
    await look()
    expect(await alertsOf('upstream_failing')).toMatchObject([{ recoveredAt: expect.any(Date) }])
  })

  test('a failing upstream is reported even with refusals by our own pacer in between', async () => {
    const book = bookOf(ctx)
    await book.settle(await book.begin({ walletId }), 10)
    for (let call = 0; call < 6; call++) {
      clock.advance(MINUTE)
      await book.lose(await book.begin({ walletId }))
      for (let refused = 0; refused < 12; refused++) await book.free(await book.begin({ walletId }))
    }
    await look()
    expect(await alertsOf('upstream_failing')).toHaveLength(1)
  })

  test('unusual spend is reported even if a clock that was ahead has booked a page', async () => {
    const book = bookOf(ctx)
    const day = async (pages: number) => {
      for (let page = 0; page < pages; page++) await book.settle(await book.begin({ walletId }), 10)
      clock.advance(24 * HOUR)
    }
    for (let days = 0; days < 10; days++) await day(1)
    clock.advance(48 * HOUR)
    await book.settle(await book.begin({ walletId }), 1)
    clock.advance(-48 * HOUR)
    for (let page = 0; page < 10; page++) await book.settle(await book.begin({ walletId }), 10)
    clock.advance(MINUTE)
    await look()
    expect(await alertsOf('unusual_spend')).toHaveLength(1)
  })

  test('an open alert about a low balance shows the current balance', async () => {
    await opened.db.key.create({
      data: {
        ...{ id: crypto.randomUUID(), teamId: ctx.team.id, walletId, environmentId: crypto.randomUUID() },
        ...{ name: 'K', keyRef: crypto.randomUUID(), prefix: 'xd_live_abcd', sealed: null, reference: null },
        ...{ replacedAt: null, requestsPerSecond: 1, status: 'active', isUnchecked: false },
        ...{ createdAt: clock.now(), checkedAt: clock.now() },
      },
    })
    await readAndLook()
    wallet.balanceNano = 900n * CREDIT
    await readAndLook()
    expect((await alertsOf('low_balance'))[0]?.title).toContain('has 900 credits left')
    wallet.balanceNano = 3n * CREDIT
    await readAndLook()
    expect((await alertsOf('low_balance'))[0]?.title).toContain('has 3 credits left')
  })
})
