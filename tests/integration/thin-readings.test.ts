import { expect, test } from 'vitest'
import { getWalletReport, thinReadings } from '@/lib/money/statements'
import { findHighestBalance } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { runJobSteps } from '@/lib/server/jobs/jobs'
import { bookOf, PRICE } from '@/tests/factories/ledger'
import { paperWallet } from '@/tests/factories/paper-wallet'
import { makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Readings of two days, one every twenty minutes. */
const READINGS = 144
const always = () => Promise.resolve(true)

describeOnEachEngine('old balance readings', async (open) => {
  const opened = await open()
  const clock = makeTestClock(new Date('2026-01-01T00:00:00Z'))
  const root = await makeTeam(opened.db, clock)
  const other = await twoDays()

  /**
   * Makes a new team's wallet with two days of readings, including a top-up, outside spend and a lost call.
   */
  async function twoDays() {
    const { admin: ctx, walletId } = await makeOtherTeam(root)
    const wallet = paperWallet(ctx, clock, walletId)
    const began = clock.now()
    for (let reading = 0; reading < READINGS; reading++) {
      if (reading % 3 === 0) await wallet.page(10)
      if (reading === 25) wallet.balanceNano += 1_000_000n * PRICE
      if (reading === 60) wallet.balanceNano -= 777n
      if (reading === 100) await wallet.lose(3)
      await wallet.read(18 * MINUTE)
    }
    return { ctx, walletId, began }
  }
  const readingsOf = (ctx: TeamCtx) =>
    ctx.db.balanceReading.findMany({ where: { teamId: ctx.team.id }, orderBy: { at: 'asc' } })
  /** Returns what is reported for each half day, without the times of the readings. */
  async function reportsOf(ctx: TeamCtx, walletId: string, began: Date) {
    const reports = []
    for (let half = 0; half < 4; half++) {
      const from = new Date(began.getTime() + half * 12 * HOUR)
      const report = await getWalletReport(ctx, walletId, { from, to: new Date(from.getTime() + 12 * HOUR) })
      const { openingRead: _, closingRead: __, ...statement } = report.statement ?? {}
      reports.push({ ...report, statement, estimates: report.estimates.map(({ priceNano }) => priceNano) })
    }
    return reports
  }
  const thin = (ctx: TeamCtx, isMine = always, goesOn = always, aLease = 20) =>
    runJobSteps(clock, thinReadings(ctx, isMine), { aLease, mayContinue: goesOn })

  test('those that prove nothing are deleted after thirty days, and no report changes', async () => {
    const { ctx, walletId, began } = await twoDays()
    await thin(ctx)
    expect(await readingsOf(ctx)).toHaveLength(READINGS)

    clock.advance(29 * DAY)
    const told = await reportsOf(ctx, walletId, began)
    await thin(ctx)
    const young = (await readingsOf(ctx)).length
    // Some are older than thirty days.
    expect(young).toBeLessThan(READINGS)
    clock.advance(10 * DAY)
    await thin(ctx)
    const left = await readingsOf(ctx)
    expect(left.length).toBeLessThan(young)
    // At least one remains for each of forty hours.
    expect(left.length).toBeGreaterThanOrEqual(40)
    expect(left.length).toBeLessThan(100)
    expect(await reportsOf(ctx, walletId, began)).toEqual(told)
    expect(await findHighestBalance(ctx, walletId, began)).toBeGreaterThan(0n)
    expect(await readingsOf(other.ctx)).toHaveLength(READINGS)

    await thin(ctx)
    expect(await readingsOf(ctx)).toEqual(left)
  })

  test('the job continues where it was stopped, and does not disturb another process that took over', async () => {
    const { ctx, walletId, began } = other
    expect(await readingsOf(ctx)).toHaveLength(READINGS)
    clock.advance(40 * DAY)
    const told = await reportsOf(ctx, walletId, began)
    await thin(ctx, () => Promise.resolve(false))
    expect(await readingsOf(ctx)).toHaveLength(READINGS)
    await thin(ctx, always, () => Promise.resolve(false), 1)
    const first = (await readingsOf(ctx)).length
    expect(first).toBeLessThan(READINGS)
    await thin(ctx)
    expect((await readingsOf(ctx)).length).toBeLessThan(first)
    expect(await reportsOf(ctx, walletId, began)).toEqual(told)
  })

  test('a wallet without readings, or without old ones, is left alone', async () => {
    const { admin } = await makeOtherTeam(root)
    await thin(admin)
    await bookOf(admin).begin()
    expect(await readingsOf(admin)).toEqual([])
  })
})
