import { afterAll, expect, test } from 'vitest'
import { ACTIONS } from '@/tests/support/access-table'
import { openApp } from '@/tests/support/app-in-process'
import { describeOnDatabase } from '@/tests/support/databases'
import { FOREIGN_IDS } from '@/tests/support/foreign-ids'
import { idFieldsOf } from '@/tests/support/id-fields'
import { fillTwoTeams } from '@/tests/support/two-teams'

const OF_NO_TEAM: ReadonlySet<string> = new Set(['visitor', 'person', 'installation admin'])
const ofTeam = Object.entries(ACTIONS).filter(([, { needs }]) => !OF_NO_TEAM.has(needs))

/** Fields that take an id that is no UUID: that of an item, or of the subject of an alert. */
const OTHER_IDS: Readonly<Record<string, string>> = {
  markItemAction: 'itemId',
  muteAlertsAction: 'subjectId',
}

describeOnDatabase('ids of another team', async (open) => {
  const opened = await open()
  const app = await openApp(opened.location)
  const { home, other } = await fillTwoTeams(app)
  app.signIn(home.admin)
  afterAll(() => app.close())

  test('are tested for every action of the access table, and for each field that takes an id', () => {
    const fields = ofTeam.map(([name]) => {
      const own = OTHER_IDS[name.split('#')[1] ?? '']
      return [name, [...idFieldsOf(app.schemaOf(name)), ...(own ? [own] : [])].sort()]
    })
    const table = Object.entries(FOREIGN_IDS).map(([name, ids]) => [
      name,
      ids.map(({ field }) => field).sort(),
    ])
    expect(Object.fromEntries(table)).toEqual(Object.fromEntries(fields))
  })

  test.each(ofTeam.map(([name]) => name))('%s refuses each of them and writes nothing', async (name) => {
    const { slug } = home.admin.team
    for (const { field, tries, isMade } of FOREIGN_IDS[name] ?? []) {
      for (const foreign of tries(other.things)) {
        const input = { ...ACTIONS[name]?.input(home.things), ...foreign, team: slug }
        const before = await opened.db.auditEntry.count({ where: { teamId: home.admin.team.id } })
        const answer = await app.act(name, input)
        expect({ field, code: answer.serverError?.code, answer }).toMatchObject({
          field,
          code: isMade ? 'conflict' : 'not_found',
        })
        expect(JSON.stringify(answer)).not.toContain(other.mark)
        expect(await opened.db.auditEntry.count({ where: { teamId: home.admin.team.id } })).toBe(before)
      }
    }
  })

  test('a wallet check does not accept another team’s key as the disabled one', async () => {
    const place = 'app/(dashboard)/[team]/wallets/[id]/actions.ts'
    const { walletId } = home.things
    const team = home.admin.team.slug
    expect(await app.act(`${place}#startCheckAction`, { team, walletId })).not.toHaveProperty('serverError')
    const input = { team, walletId, disabledKeyId: other.things.keyId }
    expect(await app.act(`${place}#readCheckBalanceAction`, input)).toMatchObject({
      serverError: { code: 'not_found', message: 'The key was not found.' },
    })
    await app.act(`${place}#endCheckAction`, { team, walletId })
  })

  test('are reported at the field, if the form has one', async () => {
    const act = async (name: string, more: object) => {
      const input = { ...ACTIONS[name]?.input(home.things), ...more, team: home.admin.team.slug }
      return (await app.act(name, input)).serverError?.fields
    }
    const team = 'app/(dashboard)/[team]'
    const { walletId, keyId } = other.things
    expect(
      await act(`${team}/budgets/actions.ts#createBudgetAction`, { scope: 'wallet', scopeId: walletId }),
    ).toEqual({ scopeId: 'Choose one from the list.' })
    expect(await act(`${team}/searches/actions.ts#createSearchAction`, { keyChoice: 'key', keyId })).toEqual({
      keyId: 'Choose one from the list.',
    })
    expect(await act(`${team}/alerts/actions.ts#muteAlertsAction`, { subjectId: walletId })).toEqual({
      subjectId: 'Choose a subject that has an alert.',
    })
  })

  test('appear nowhere in the rows of this team', async () => {
    const teamId = home.admin.team.id
    const rows = await Promise.all([
      opened.db.budget.findMany({ where: { teamId } }),
      opened.db.savedSearch.findMany({ where: { teamId } }),
      opened.db.schedule.findMany({ where: { teamId } }),
      opened.db.alertSetting.findMany({ where: { teamId } }),
    ])
    const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    for (const [thing, id] of Object.entries(other.things))
      if (thing !== 'itemId') expect({ thing, isThere: text.includes(id) }).toEqual({ thing, isThere: false })
  })
})
