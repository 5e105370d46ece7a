import { expect, test } from 'vitest'
import { changeTeam, createBudget } from '@/lib/money/budgets'
import { periodContaining } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

const ROUNDS = 10
const BUDGET = {
  name: 'A day',
  scope: 'team',
  scopeId: '',
  unit: 'items',
  period: 'day',
  amount: '1000',
  stops: true,
  tellsAt: [],
} as const

describeOnEachEngine('two people who change a team at once', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const team = await makeTeam(opened.db, clock, 'Race')

  /** Returns whether a budget's only period is the day in the team's zone, as stored in the database. */
  async function countsItsDay(ctx: TeamCtx, budgetId: string): Promise<boolean> {
    const { timeZone } = await opened.db.team.findUniqueOrThrow({ where: { id: ctx.team.id } })
    const periods = await opened.db.budgetPeriod.findMany({ where: { budgetId } })
    const { startsAt } = periodContaining(clock.now(), 'day', timeZone)
    return periods.length === 1 && periods[0]?.startsAt.getTime() === startsAt.getTime()
  }
  const inNewTeams = (race: (ctx: TeamCtx) => Promise<string>) =>
    Promise.all(
      Array.from({ length: ROUNDS }, async (_, round) => {
        const { admin } = await makeOtherTeam(team, `Race ${crypto.randomUUID()} ${round}`)
        await changeTeam(admin, { name: 'Before', timeZone: 'UTC' })
        return countsItsDay(admin, await race(admin))
      }),
    )
  const all = Array.from({ length: ROUNDS }, () => true)

  test('a new zone, and a new name from a page with the old zone: budgets count in the zone that remains', async () => {
    const held = await inNewTeams(async (ctx) => {
      const { id } = await createBudget(ctx, { ...BUDGET, tellsAt: [] })
      await Promise.all([
        changeTeam(ctx, { name: 'Moved', timeZone: 'Pacific/Apia' }),
        changeTeam(ctx, { name: 'Renamed', timeZone: 'UTC' }),
      ])
      return id
    })
    expect(held).toEqual(all)
  })

  test('a new zone and a first budget: the budget counts in the new zone', async () => {
    const held = await inNewTeams(async (ctx) => {
      const [made] = await Promise.all([
        createBudget(ctx, { ...BUDGET, tellsAt: [] }),
        changeTeam(ctx, { name: 'Moved', timeZone: 'Pacific/Apia' }),
      ])
      return made.id
    })
    expect(held).toEqual(all)
  })
})
