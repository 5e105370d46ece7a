import { parse } from 'csv-parse/sync'
import { beforeEach, expect, test, vi } from 'vitest'
import { readPageRange } from '@/app/_server'
import { readSpendByDimension } from '@/app/(dashboard)/[team]/_overview/reads'
import { listBreakdownNames, programOfMemberRow } from '@/app/(dashboard)/[team]/_overview/went'
import { listBudgetTokenNames, listScopes, nameScope } from '@/app/(dashboard)/[team]/budgets/scopes'
import { SearchesCard } from '@/app/(dashboard)/[team]/searches/searches-card'
import { listPickableTokens, sumSpendOf30Days } from '@/app/(dashboard)/[team]/team-reads'
import { exportUsage } from '@/app/(dashboard)/[team]/usage/export-usage'
import { runFilter } from '@/app/(dashboard)/[team]/usage/lists'
import { readUsageQuery } from '@/app/(dashboard)/[team]/usage/query'
import { findRuns } from '@/lib/collect/runs'
import { createSearch, findSearchesInput } from '@/lib/collect/searches'
import { Secret } from '@/lib/kernel'
import { createService } from '@/lib/keys/services'
import { removeMember } from '@/lib/teams/teams'
import {
  createToken,
  createTokenActor,
  createTokenHolders,
  createTokenInput,
  listTokenNames,
  revokeToken,
} from '@/lib/teams/tokens'
import { bookOf } from '@/tests/factories/ledger'
import { storeRun } from '@/tests/factories/stored-run'
import { makeMember, makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'

// No runtime is started here that knows the team's provider; the default one states no price.
vi.mock('@/app/_server/provider', async (load) => ({
  ...(await load<typeof import('@/app/_server/provider')>()),
  statedPrices: async () => ({}),
}))

describeOnDatabase('a token is shown by name', async (open) => {
  let team: TestTeam
  const opened = await open()
  const clock = makeTestClock()
  beforeEach(async () => {
    team = await (team ? makeOtherTeam(team) : makeTeam(opened.db, clock))
  })

  const makeToken = async (name: string) => {
    const input = createTokenInput.parse({ name, permissions: ['searches:write', 'runs:write'] })
    const { id, token } = await createToken(team.admin, input)
    const holder = await createTokenHolders(opened.db, clock).find(new Secret(token.reveal()))
    if (!holder) throw new Error('The token is none')
    return { id, ctx: { ...team.admin, actor: createTokenActor(holder, 'searches:write') } }
  }
  const buy = async (who: { principal: 'token' | 'service'; id: string } | null, items: number) => {
    const book = bookOf(team.admin)
    const where = { walletId: team.walletId, searchId: 'a search' }
    const program = who && { principal: who.principal, principalId: who.id, memberId: '' }
    // Nothing in the search is new: everything was bought before.
    await book.settle(await book.begin({ ...where, ...program }), items)
  }
  const range = () => readPageRange(team.admin, Promise.resolve({}))
  const overview = async () => {
    const rows = (await readSpendByDimension(team.admin, await range(), 'member')).filter(
      ({ items }) => items > 0,
    )
    const names = await listBreakdownNames(
      team.admin,
      await range(),
      'member',
      rows.map(({ member }) => member),
    )
    return rows.map((row) => ({
      ...row,
      name: names.get(row.member),
      token: programOfMemberRow(row.member)?.id,
    }))
  }
  const usage = async (address: Record<string, string>) => {
    const shown = Promise.resolve({ measure: 'items', ...address })
    const query = await readUsageQuery(shown)
    const { chunks } = await exportUsage(team.admin, await readPageRange(team.admin, shown), query, 'csv')
    let file = ''
    for await (const chunk of chunks) file += Buffer.from(chunk).toString()
    const rows = parse<Record<string, string>>(file, { bom: true, columns: true })
    return rows.map(({ Member, Token, Items }) => [Member ?? Token, Items])
  }

  test('on the overview, whether alone or beside people and services', async () => {
    const { id } = await makeToken('Reports')
    await buy({ principal: 'token', id }, 40)
    expect(await overview()).toMatchObject([{ name: 'Reports (token)', token: id, items: 40 }])
    expect((await overview())[0]?.again?.nano).toBeGreaterThan(0n)
    const other = await makeToken('Sync')
    await buy({ principal: 'token', id: other.id }, 30)
    const { id: serviceId } = await createService(team.admin, { name: 'Shop' })
    await buy({ principal: 'service', id: serviceId }, 20)
    await buy({ principal: 'service', id: 'a deleted service' }, 5)
    await buy(null, 10)
    expect((await overview()).map(({ name, member, items }) => [name ?? member, items])).toEqual([
      ['Reports (token)', 40],
      ['Sync (token)', 30],
      ['Shop', 20],
      [team.admin.actor.name, 10],
      ['service:a deleted service', 5],
    ])
  })

  test('and members and keys show their spend of 30 days', async () => {
    await buy(null, 10)
    await buy(null, 30)
    const rows = await readSpendByDimension(team.admin, await range(), 'member')
    const spent = rows.find(({ member }) => member === team.admin.actor.memberId)?.nano
    expect(spent).toBeGreaterThan(0n)
    const ofMembers = await sumSpendOf30Days(team.admin, 'memberId')
    expect(ofMembers.get(team.admin.actor.memberId)).toBe(spent)
    expect([...(await sumSpendOf30Days(team.admin, 'keyId')).values()]).toEqual([spent])
    clock.advance(31 * 24 * 3_600_000)
    expect((await sumSpendOf30Days(team.admin, 'memberId')).size).toBe(0)
  })

  test('on the page Usage and in its files, by member and by token', async () => {
    const { id } = await makeToken('Reports')
    await buy({ principal: 'token', id }, 40)
    expect(await usage({ by: 'member' })).toEqual([['Reports (token)', '40']])
    expect(await usage({ by: 'token' })).toEqual([['Reports (token)', '40']])
    const other = await makeToken('Sync')
    await buy({ principal: 'token', id: other.id }, 30)
    expect(await usage({ by: 'member' })).toEqual([['Tokens', '70']])
    const { id: serviceId } = await createService(team.admin, { name: 'Shop' })
    await buy({ principal: 'service', id: serviceId }, 5)
    await buy(null, 10)
    expect(await usage({ by: 'member' })).toEqual([
      ['Services and tokens', '75'],
      [team.admin.actor.name, '10'],
    ])
    expect(await usage({ by: 'token' })).toEqual([
      ['Reports (token)', '40'],
      ['Sync (token)', '30'],
    ])
    expect(await usage({ by: 'token', token: other.id })).toEqual([['Sync (token)', '30']])
    await revokeToken(team.admin, { tokenId: other.id })
    expect(await usage({ by: 'token', token: other.id })).toEqual([['Sync (token)', '30']])
  })

  test('as is a single service', async () => {
    const { id } = await createService(team.admin, { name: 'Shop' })
    await buy({ principal: 'service', id }, 5)
    expect(await usage({ by: 'member' })).toEqual([['Shop', '5']])
  })

  test('as the owner of a search that it saved, even once it is revoked; a former member is not', async () => {
    const { id, ctx } = await makeToken('Reports')
    const member = await makeMember(team, 'member')
    const search = { operation: 'timeline', subject: 'ada' } as const
    await createSearch(ctx, { name: 'A', ...search })
    await createSearch(member, { name: 'B', ...search })
    await createSearch(team.admin, { name: 'C', ...search })
    const owners = async (of = team.admin) => {
      const card = await SearchesCard({ title: 'Searches', ctx: of, part: findSearchesInput.parse({}) })
      return searchesIn(card).map(({ ownerName }) => ownerName)
    }
    expect(await owners()).toEqual(['Reports (token)', 'Max Member', 'You'])
    await revokeToken(team.admin, { tokenId: id })
    await removeMember(team.admin, { memberId: member.actor.memberId })
    expect(await owners()).toEqual(['Reports (token)', 'Former member', 'You'])
    expect(await owners(await makeMember(team, 'viewer'))).toEqual([
      'Reports (token)',
      'Former member',
      team.admin.actor.name,
    ])
  })

  test('as the scope of a budget, also to those who may not see tokens, and once it is revoked', async () => {
    const { id } = await makeToken('Reports')
    const budget = { scope: 'token', scopeId: id } as const
    const viewer = await makeMember(team, 'viewer')
    const nameFor = async (ctx = team.admin) =>
      nameScope(budget, await listScopes(ctx), await listBudgetTokenNames(ctx, [budget])).label
    expect([await nameFor(), await nameFor(viewer)]).toEqual(['Token Reports', 'Reports (token)'])
    await revokeToken(team.admin, { tokenId: id })
    expect(await nameFor()).toBe('Reports (token)')
  })

  test('in the filter of runs: admins choose from all, others keep the chosen one; another team’s is not found', async () => {
    const { id } = await makeToken('Reports')
    const runId = await storeRun(team, 'stream', 1, { memberId: id })
    await storeRun(team, 'stream', 1)
    const viewer = await makeMember(team, 'viewer')
    const named = [{ id, name: 'Reports (token)' }]
    expect(await listPickableTokens(team.admin, null)).toEqual(named)
    expect([await listPickableTokens(viewer, null), await listPickableTokens(viewer, id)]).toEqual([
      [],
      named,
    ])
    expect(await listTokenNames((await makeOtherTeam(team)).admin, [id])).toEqual(new Map())
    const now = clock.now().getTime()
    const span = { from: new Date(now - 86_400_000), to: new Date(now + 1000) }
    const found = async (address: Record<string, string>) => {
      const filter = await runFilter(
        team.admin,
        await range(),
        await readUsageQuery(Promise.resolve(address)),
      )
      return filter && (await findRuns(team.admin, { ...filter, ...span })).runs.map((run) => run.id)
    }
    expect(await found({ token: id })).toEqual([runId])
    expect(await found({ token: id, caller: 'token' })).toEqual([runId])
    expect(await found({ token: id, caller: 'member' })).toEqual([])
    expect(await found({ token: id, member: team.admin.actor.memberId })).toEqual([])
  })
})

interface Owned {
  readonly ownerName: string
}

/** Returns the searches passed to the table in a rendered card. */
function searchesIn(node: unknown): readonly Owned[] {
  if (Array.isArray(node)) return node.flatMap(searchesIn)
  if (typeof node !== 'object' || node === null || !('props' in node)) return []
  const { props } = node
  if (typeof props !== 'object' || props === null) return []
  if ('searches' in props && Array.isArray(props.searches)) return props.searches
  return 'children' in props ? searchesIn(props.children) : []
}
