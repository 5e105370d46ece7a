import { expect, test } from 'vitest'
import { changeTeam } from '@/lib/money/budgets'
import { recordMonths, resolveStatementSpan } from '@/lib/money/statements'
import { periodContaining, resolveRange } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'

const always = () => Promise.resolve(true)

describeOnDatabase('months of statements', async (open) => {
  let ctx: TeamCtx
  const opened = await open()
  const clock = makeTestClock(new Date('2026-03-10T12:00:00Z'))
  ctx = (await makeTeam(opened.db, clock)).admin

  const span = async (from: string, to: string) => {
    const range = resolveRange({ from, to }, clock.now(), ctx.team.timeZone)
    const { timeZone, ...moments } = await resolveStatementSpan(ctx, range)
    return [moments.from.toISOString(), moments.to.toISOString(), timeZone]
  }
  const moveTo = async (timeZone: string) => {
    await changeTeam(ctx, { name: ctx.team.name, timeZone })
    ctx = { ...ctx, team: { ...ctx.team, timeZone } }
  }

  test('keep the zone and the moments with which they were recorded; the next one begins where they ended', async () => {
    await recordMonths(ctx, () => Promise.resolve(false))
    expect(await opened.db.statementMonth.count()).toBe(0)
    await recordMonths(ctx, always)
    const berlin = ['2026-01-31T23:00:00.000Z', '2026-02-28T23:00:00.000Z', 'Europe/Berlin']
    expect(await span('2026-02-01', '2026-02-28')).toEqual(berlin)
    await moveTo('Asia/Kolkata')
    expect(await span('2026-02-01', '2026-02-28')).toEqual(berlin)
    // A part of a month uses the team's zone, and so does the end of the current month.
    expect(await span('2026-02-02', '2026-02-27')).toEqual([
      ...['2026-02-01T18:30:00.000Z', '2026-02-27T18:30:00.000Z', 'Asia/Kolkata'],
    ])
    const march = ['2026-02-28T23:00:00.000Z', '2026-03-31T18:30:00.000Z', 'Asia/Kolkata']
    expect(await span('2026-03-01', '2026-03-31')).toEqual(march)
    clock.advance(22 * 86_400_000)
    await recordMonths(ctx, always)
    await recordMonths(ctx, always)
    await moveTo('America/New_York')
    expect(await span('2026-03-01', '2026-03-31')).toEqual(march)
    expect(await span('2026-02-01', '2026-03-31')).toEqual([berlin[0], march[1], 'Asia/Kolkata'])
    expect((await span('2026-04-01', '2026-04-01'))[0]).toBe(march[1])
    // What applies immediately is unchanged: budgets count in the team's current zone.
    expect(periodContaining(clock.now(), 'month', ctx.team.timeZone).startsAt.toISOString()).toBe(
      '2026-04-01T04:00:00.000Z',
    )
  })
})
