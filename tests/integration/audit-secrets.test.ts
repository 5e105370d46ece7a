import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { describeAuditField } from '@/components/settings/audit-details'
import { INSTALLATION_TEAM_ID } from '@/lib/platform/audit'
import { createInvite } from '@/lib/teams/teams'
import { ACTIONS } from '@/tests/support/access-table'
import { openApp } from '@/tests/support/app-in-process'
import { describeOnSqlite } from '@/tests/support/databases'
import { idFieldsOf } from '@/tests/support/id-fields'
import { fillTwoTeams } from '@/tests/support/two-teams'

const MARK = 'SeCrEtMaRk0123456789'
/** Secrets in their formats, each with the mark in the part that must stay secret. */
const KEY = `xd_live_abcd${MARK}${'x'.repeat(28 - MARK.length)}`
const HOOK = `https://hooks.slack.com/services/T00000000/B00000000/${MARK}`
const PASSWORD = `${MARK} is a long enough phrase`

/** Fields that are secret themselves. Every other text field gets a key, as if it was pasted by mistake. */
const SECRETS: Readonly<Record<string, string>> = {
  key: KEY,
  password: PASSWORD,
  current: PASSWORD,
  token: `${MARK}token`,
  continuation: `${MARK}continuation`,
  address: HOOK,
}

describeOnSqlite('the audit log and secrets', async (open) => {
  const opened = await open()
  const app = await openApp(opened.location)
  const { home } = await fillTwoTeams(app)
  app.signIn(home.admin)
  afterAll(() => app.close())

  const everything = async (): Promise<string> =>
    JSON.stringify([await opened.db.auditEntry.findMany(), await opened.db.auditTally.findMany()])

  /**
   * Returns inputs of the access table with a secret in every text field: one field after another, then all
   * at once.
   */
  const inputsOf = (name: string): Record<string, unknown>[] => {
    const given = ACTIONS[name]?.input(home.things) ?? {}
    const things = Object.entries(home.things).filter(([thing]) => thing in given)
    const known = { ...given, ...Object.fromEntries(things), team: home.admin.team.slug }
    const schema = app.schemaOf(name)
    const ids = new Set([...idFieldsOf(schema), 'team', 'itemId'])
    const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
    const marked = names
      .filter((field) => !ids.has(field))
      .map((field) => [field, SECRETS[field] ?? KEY] as const)
    return [
      ...marked.map(([field, secret]) => ({ ...known, [field]: secret })),
      { ...known, ...Object.fromEntries(marked) },
    ]
  }

  test('a refused member is logged, once per action and with a count', async () => {
    app.signIn(home.member)
    const name = 'app/(dashboard)/[team]/wallets/actions.ts#createWalletAction'
    for (let at = 0; at < 3; at++)
      expect(await app.act(name, { team: home.admin.team.slug, name: KEY })).toMatchObject({
        serverError: { code: 'forbidden' },
      })
    const where = { actorId: home.member.actor.memberId, action: 'refused' }
    expect(await opened.db.auditEntry.findMany({ where })).toMatchObject([{ subjectName: 'wallet.create' }])
    expect(await opened.db.auditTally.findMany({ where })).toMatchObject([{ more: 2 }])
    app.signIn(home.admin)
  })

  test('exports and reads of raw data are logged', async () => {
    const { runId } = home.things
    const team = home.admin.team.slug
    const answer = await app.get(
      'app/api/runs/[id]/export/route.ts',
      `/api/runs/${runId}/export?team=${team}&format=csv`,
    )
    expect(answer.status).toBe(200)
    await answer.text()
    for (let at = 0; at < 2; at++)
      await app.get('app/api/runs/[id]/raw/route.ts', `/api/runs/${runId}/raw?team=${team}&place=0`)
    const entries = await opened.db.auditEntry.findMany({ where: { subjectId: runId } })
    expect(entries.filter(({ action }) => action === 'run.export')).toMatchObject([
      { detail: expect.stringContaining('"format":"csv"'), actorName: home.admin.actor.name },
    ])
    expect(entries.filter(({ action }) => action === 'raw.read')).toHaveLength(1)
  })

  test('no action writes a secret into it, whichever field contains one', async () => {
    const codes = new Map<string, number>()
    for (const name of Object.keys(ACTIONS)) {
      for (const input of inputsOf(name)) {
        const answer = await app.act(name, input)
        const code = answer.serverError?.code ?? (answer.validationErrors ? 'refused' : 'done')
        codes.set(code, (codes.get(code) ?? 0) + 1)
        expect({ name, code }).not.toEqual({ name, code: 'unexpected' })
      }
    }
    expect(codes.get('done')).toBeGreaterThan(15)
    expect(await everything()).not.toContain(MARK)
    expect(await everything()).toContain('xd_live_abcd…')
  })

  test('every field in its details has a label', async () => {
    const entries = await opened.db.auditEntry.findMany({ select: { action: true, detail: true } })
    const names = new Set(entries.flatMap(({ detail }) => Object.keys(JSON.parse(detail) as object)))
    expect(names.size).toBeGreaterThan(20)
    expect([...names].filter((name) => describeAuditField(name) === null)).toEqual([])
  })

  test('an accepted channel address, invite token or password is not in it either', async () => {
    const team = home.admin.team.slug
    const channel = { team, name: 'Hook', kind: 'slack', address: HOOK }
    const place = 'app/(dashboard)/[team]'
    expect(await app.act(`${place}/alerts/actions.ts#createChannelAction`, channel)).toHaveProperty('data.id')
    const { token } = await createInvite(home.admin, { role: 'viewer', email: '' })
    const account = { name: 'Nina', email: 'nina@example.org', password: PASSWORD, token: token.reveal() }
    const join = 'app/(public)/invite/[token]/actions.ts#acceptInviteWithNewAccountAction'
    expect(await app.act(join, account)).toHaveProperty('data.slug')
    const change = { current: 'correct horse battery staple', password: PASSWORD }
    expect(await app.act('app/(account)/account/actions.ts#changePasswordAction', change)).not.toHaveProperty(
      'serverError',
    )
    const text = await everything()
    for (const secret of [MARK, token.reveal(), 'correct horse']) expect(text).not.toContain(secret)
    const own = await opened.db.auditEntry.findMany({ where: { teamId: INSTALLATION_TEAM_ID } })
    expect(own.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['account.create', 'account.password-change']),
    )
  })
})
