import { afterEach, beforeEach, expect, test } from 'vitest'
import { createScopedBudget } from '@/lib/collect/scopes'
import { createSearch } from '@/lib/collect/searches'
import { deleteKey, listKeys, replaceKey } from '@/lib/keys/keys'
import { changeTeam, listBudgets } from '@/lib/money/budgets'
import type { TeamCtx } from '@/lib/platform/db'
import {
  changeRole,
  createEmptyTeam,
  createMemberContext,
  findTeam,
  listAllTeams,
  listEnvironments,
  listMembers,
  removeMember,
  renameEnvironment,
} from '@/lib/teams/teams'
import { changedAt, makeProvisionBench, type ProvisionBench, readExample } from '@/tests/factories/provision'
import { makeTestClock, type TestClock } from '@/tests/factories/test-clock'
import { startTestUpstream, type TestUpstream } from '@/tests/factories/upstream'
import { readAllRows } from '@/tests/support/all-rows'
import { describeOnDatabase, type TestDb } from '@/tests/support/databases'

const example = await readExample()
const NOTHING = { made: [], changed: [], left: [] }

describeOnDatabase('changes by people since PURSER_PROVISION was applied do not stop a start', (open) => {
  let opened: TestDb
  let clock: TestClock
  let upstream: TestUpstream
  let bench: ProvisionBench
  beforeEach(async () => {
    opened = await open()
    clock = makeTestClock()
    upstream = await startTestUpstream(clock)
    bench = await makeProvisionBench(opened, clock, upstream)
  })
  afterEach(async () => {
    await bench.close()
    await upstream.close()
    await opened.close()
  })

  const memberOf = async (ctx: TeamCtx, email: string): Promise<TeamCtx> => {
    const member = (await listMembers(ctx)).find((each) => each.email === email)
    const acting = await createMemberContext(ctx, member?.id ?? '')
    if (!acting) throw new Error(`${email} is no member`)
    return acting
  }
  const acme = async (): Promise<TeamCtx> => {
    const [team] = (await listAllTeams(opened.db)).sort((a, b) => (a.id < b.id ? -1 : 1))
    if (!team) throw new Error('There is no team')
    const actor = { userId: '', memberId: '', name: '', role: 'admin', sid: '' } as const
    return memberOf({ team, db: opened.db, clock, actor }, 'ada@example.org')
  }
  const strangersTeam = (name: string) => {
    const actor = { userId: 'eve', memberId: 'eve', name: 'Eve', role: 'admin', sid: 'eve' } as const
    const made = { db: opened.db, clock, actor }
    return createEmptyTeam(made, { name, timeZone: 'Europe/Berlin', hasEnvironments: true })
  }

  test('other objects with the same name: a stranger’s team, a member’s search, a budget', async () => {
    await bench.start(example)
    const ctx = await acme()
    await strangersTeam('Acme')
    const max = await memberOf(ctx, 'max@example.org')
    await createSearch(max, { name: 'Mentions of Acme', operation: 'timeline', subject: 'max', shared: true })
    const kind = { scope: 'team', scopeId: '', unit: 'items', period: 'month' } as const
    await createScopedBudget(ctx, { name: 'All of a day', ...kind, amount: '7', stops: true, tellsAt: [] })
    const before = await readAllRows(opened)
    expect(await bench.start(example)).toEqual(NOTHING)
    expect(await readAllRows(opened)).toEqual(before)

    await bench.start(changedAt(example, '/teams/0/budgets/1/amount', '30000'))
    const amounts = (await listBudgets(ctx)).map(({ name, amount }) => `${name}: ${amount}`)
    expect(amounts.sort()).toEqual([
      'All of a day: 30000',
      'All of a day: 7',
      'Production a month: 1500000000000',
    ])
  })

  test('a stranger’s team with the former name of a renamed team gets nothing from the file', async () => {
    await bench.start(example)
    const ctx = await acme()
    await changeTeam(ctx, { name: 'Acme International', timeZone: ctx.team.timeZone })
    const { id } = await strangersTeam('Acme')
    const { key } = upstream.issueKey()
    const more = JSON.parse(example) as { teams: { keys: object[] }[] }
    more.teams[0]?.keys.push({ name: 'Second', key, wallet: 'Main', environment: 'staging' })
    expect(await bench.start(JSON.stringify(more))).toMatchObject({ made: ['key “Second”'] })
    const team = await findTeam(opened.db, id)
    expect(await opened.db.member.count({ where: { teamId: team?.id ?? '' } })).toBe(0)
    expect(await opened.db.key.count({ where: { teamId: id } })).toBe(0)
    expect(await opened.db.key.count({ where: { teamId: ctx.team.id } })).toBe(2)
  })

  test('a replaced key keeps its new text, and a deleted one stays deleted', async () => {
    const { key: first } = upstream.issueKey()
    const withText = changedAt(example, '/teams/0/keys/0/key', first)
    await bench.start(withText)
    const ctx = await acme()
    const [key] = await listKeys(ctx)
    const replaced = upstream.issueKey()
    await replaceKey(ctx, upstream, { keyId: key?.id ?? '', key: replaced.key })
    const before = await readAllRows(opened)
    expect(await bench.start(withText)).toEqual(NOTHING)
    expect(await readAllRows(opened)).toEqual(before)
    await deleteKey(ctx, upstream, key?.id ?? '')
    expect(await bench.start(withText)).toEqual({ ...NOTHING, left: ['key “Shop”'] })
  })

  test('a renamed environment is found by its former name, even if the file does not create it', async () => {
    const given = changedAt(example, '/teams/0/environments', [])
    await bench.start(given)
    const ctx = await acme()
    for (const { id, name } of await listEnvironments(ctx))
      await renameEnvironment(ctx, { environmentId: id, name: `${name} 2` })
    const before = await readAllRows(opened)
    expect(await bench.start(given)).toEqual(NOTHING)
    expect(await readAllRows(opened)).toEqual(before)
    const typo = changedAt(given, '/teams/0/searches/0/environment', 'prod')
    await expect(bench.start(typo)).rejects.toThrow(/searches\/0: The environment “prod” was not found/)
  })

  test('a removed member whom the file names only as the scope of a budget', async () => {
    const ofMax = changedAt(example, '/teams/0/budgets/1/scope', 'member')
    const given = changedAt(ofMax, '/teams/0/budgets/1/of', 'max@example.org')
    await bench.start(given)
    const ctx = await acme()
    const max = await memberOf(ctx, 'max@example.org')
    await removeMember(ctx, { memberId: max.actor.memberId })
    const alone = changedAt(given, '/teams/0/members/1', undefined).replace(',null]', ']')
    await bench.start(alone)
    expect(await bench.start(alone)).toMatchObject({ made: [], changed: [] })
  })

  test('the file may name another admin, and the last admin stays one', async () => {
    await bench.start(example)
    const swapped = changedAt(
      changedAt(example, '/teams/0/members/0/role', 'member'),
      '/teams/0/members/1/role',
      'admin',
    )
    const both = ['member “max@example.org”', 'member “ada@example.org”']
    expect(await bench.start(swapped)).toEqual({ ...NOTHING, changed: both })
    expect(await bench.start(example)).toEqual({ ...NOTHING, changed: both.toReversed() })

    const ctx = await acme()
    const max = await memberOf(ctx, 'max@example.org')
    await changeRole(ctx, { memberId: max.actor.memberId, role: 'admin' })
    await removeMember(await memberOf(ctx, 'max@example.org'), { memberId: ctx.actor.memberId })
    expect(await bench.start(example)).toMatchObject({
      made: [],
      changed: [],
      left: expect.arrayContaining(['last admin “max@example.org”']),
    })
    const roles = await opened.db.member.findMany({ where: { removedAt: null }, select: { role: true } })
    expect(roles).toEqual([{ role: 'admin' }])
  })
})
