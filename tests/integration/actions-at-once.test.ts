import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDice } from '@/tests/factories/dice'
import { makeOtherTeam, type TestTeam } from '@/tests/factories/team'
import { ACTIONS } from '@/tests/support/access-table'
import { type InProcessApp, openApp } from '@/tests/support/app-in-process'
import { describeOnEachEngine, type TestDb } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'
import { SEED } from '@/tests/support/seed'
import { type FilledTeam, fillTeam, fillTwoTeams } from '@/tests/support/two-teams'

/** Number of simultaneous requests for each action, as of clicks or people. */
const TIMES = 6
/** Number of actions tried on one team, because some of them empty it. */
const PER_TEAM = 25
/** Number of actions tried, drawn at random; `ACTIONS_AT_ONCE=1` tries all, in a minute. */
const TRIED = process.env.ACTIONS_AT_ONCE ? Number.POSITIVE_INFINITY : 10

describeOnEachEngine(`each action, sent ${TIMES} times at once`, (open) => {
  let opened: TestDb
  let app: InProcessApp
  let base: TestTeam
  let home: FilledTeam
  beforeAll(async () => {
    opened = await open()
    app = await openApp(opened.location)
    ;({ base, home } = await fillTwoTeams(app))
  })
  afterAll(async () => {
    await app.close()
    await opened.close()
  })

  const inputOf = (name: string): Record<string, unknown> => {
    const given = ACTIONS[name]?.input(home.things) ?? {}
    const things = Object.entries(home.things).filter(([thing]) => thing in given)
    return { ...given, ...Object.fromEntries(things), team: home.admin.team.slug }
  }
  const at = async (name: string): Promise<number> => {
    app.signIn(home.admin)
    const input = inputOf(name)
    const answers = await Promise.all(Array.from({ length: TIMES }, () => app.act(name, input)))
    return answers.filter(({ serverError }) => serverError?.code === 'unexpected').length
  }

  test('succeeds or is refused, and never fails unexpectedly', { timeout: 600_000 }, async () => {
    const faults: string[] = []
    const draw = makeDice(SEED)
    const names = Object.keys(ACTIONS)
    while (names.length > TRIED) names.splice(draw(names.length), 1)
    for (const [place, name] of names.entries()) {
      await opened.db.installation.updateMany({ data: { teamsBy: 'everyone' } })
      if (place > 0 && place % PER_TEAM === 0)
        home = await fillTeam(app, await makeOtherTeam(base), `hometeamsmark${place}`)
      const many = await at(name)
      if (many > 0) faults.push(`${name}: ${many} times`)
    }
    expect(faults).toEqual([])
    expect(await brokenInvariants(opened.db)).toEqual([])
  })

  test('deletes or revokes only once, as the audit log says', async () => {
    home = await fillTeam(app, await makeOtherTeam(base), 'hometeamsmark')
    for (const [name, action] of [
      ['app/(dashboard)/[team]/budgets/actions.ts#deleteBudgetAction', 'budget.archive'],
      ['app/(dashboard)/[team]/settings/api/actions.ts#revokeTokenAction', 'token.revoke'],
      ['app/(dashboard)/[team]/searches/actions.ts#deleteSearchAction', 'search.delete'],
      ['app/(dashboard)/[team]/services/actions.ts#deleteServiceAction', 'service.delete'],
    ] as const) {
      await at(name)
      expect(await opened.db.auditEntry.count({ where: { teamId: home.admin.team.id, action } }), name).toBe(
        1,
      )
    }
  })

  test('stars and schedules a search without an unexpected error', async () => {
    home = await fillTeam(app, await makeOtherTeam(base), 'hometeamsmark')
    for (const name of ['starSearchAction', 'saveScheduleAction'])
      expect(await at(`app/(dashboard)/[team]/searches/actions.ts#${name}`), name).toBe(0)
  })
})
