import { afterEach, beforeEach, expect, test } from 'vitest'
import { deleteSearch } from '@/lib/collect/searches'
import { Secret } from '@/lib/kernel'
import { addKey, checkUncheckedKeys, deleteKey, findKey } from '@/lib/keys/keys'
import {
  createGatewayCallerLookup,
  listGatewayKeys,
  renameService,
  revokeGatewayKey,
} from '@/lib/keys/services'
import { deleteBudget, listBudgets } from '@/lib/money/budgets'
import { listAuditEntries } from '@/lib/platform/audit'
import { openDb, type TeamCtx } from '@/lib/platform/db'
import { createMemberContext, listAllTeams, listMembers, removeMember } from '@/lib/teams/teams'
import { revokeToken } from '@/lib/teams/tokens'
import { changedAt, makeProvisionBench, type ProvisionBench, readExample } from '@/tests/factories/provision'
import { accountParts, signInAs, tryToSignIn } from '@/tests/factories/sign-in'
import { makeTestClock, type TestClock } from '@/tests/factories/test-clock'
import { startTestUpstream, type TestUpstream } from '@/tests/factories/upstream'
import { readAllRows } from '@/tests/support/all-rows'
import { describeOnDatabase, describeOnPostgres, type TestDb } from '@/tests/support/databases'

const example = await readExample()

let opened: TestDb
let clock: TestClock
let upstream: TestUpstream
let bench: ProvisionBench

/** Gives each test its own installation. */
function begin(open: () => Promise<TestDb>): void {
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
}

describeOnDatabase('PURSER_PROVISION', (open) => {
  begin(open)

  const asAda = async (): Promise<TeamCtx> => {
    const [team] = await listAllTeams(opened.db)
    if (!team) throw new Error('There is no team')
    const all: TeamCtx = {
      team,
      db: opened.db,
      clock,
      actor: { userId: '', memberId: '', name: '', role: 'admin', sid: '' },
    }
    const ada = (await listMembers(all)).find(({ email }) => email === 'ada@example.org')
    const ctx = await createMemberContext(all, ada?.id ?? '')
    if (!ctx) throw new Error('Ada is no member')
    return ctx
  }
  const actions = async () => (await listAuditEntries(await asAda())).map(({ action }) => action)

  test('creates everything in the document’s example, as “Provisioning”, and it works', async () => {
    const did = await bench.start(example)
    expect(did).toMatchObject({ left: [], changed: ['price “timeline”', 'price “search”'] })
    expect(did.made).toHaveLength(15)
    await signInAs(accountParts(opened.db, clock), 'ada@example.org', 'seven green lamps over water')
    const ctx = await asAda()
    const caller = await createGatewayCallerLookup(opened.db, clock).find(new Secret(bench.gatewayKey))
    expect(caller).toMatchObject({
      service: { name: 'Shop' },
      environment: { name: 'production' },
      requestsPerSecond: 5,
      key: { prefix: bench.key.slice(0, 12), requestsPerSecond: 25, isUnchecked: false },
    })
    expect(await listBudgets(ctx)).toMatchObject([
      { amount: 1_500_000_000_000n, stops: true },
      { amount: 20_000n },
    ])
    const entries = await listAuditEntries(ctx)
    expect(new Set(entries.map(({ actorName }) => actorName))).toEqual(new Set(['Provisioning']))
    expect((await opened.db.user.findMany()).map(({ isInstallationAdmin }) => isInstallationAdmin)).toContain(
      true,
    )
  })

  test('keeps blanks at the ends of a password, but not the line break at the end of a file', async () => {
    const password = '  seven green lamps \u00e9 '
    await bench.keep({ PURSER_PROVISION_BLANKS: password }, { blanks: `\ufeff${password}\r\n` })
    for (const [place, text] of [password, 'env:PURSER_PROVISION_BLANKS', ' file:blanks '].entries()) {
      const email = `blanks-${place}@example.org`
      const person = { email, name: 'Bea', password: text }
      const file: { people: object[] } = JSON.parse(example)
      await bench.start(JSON.stringify({ ...file, people: [...file.people, person] }))
      const parts = accountParts(opened.db, clock)
      await signInAs(parts, email, password)
      await signInAs(parts, email, password.normalize('NFD'))
      expect(await tryToSignIn(parts, email, password.trim())).toEqual({ kind: 'refused' })
    }
  })

  test('stores and reports no secret in plain text', async () => {
    const did = await bench.start(example)
    const stored = JSON.stringify([await readAllRows(opened), did])
    for (const secret of bench.secrets) expect(stored).not.toContain(secret)
  })

  test('changes no row at a second start, even with the same file formatted differently', async () => {
    await bench.start(example)
    const before = await readAllRows(opened)
    clock.advance(3_600_000)
    expect(await bench.start(JSON.stringify(JSON.parse(example)))).toEqual({
      made: [],
      changed: [],
      left: [],
    })
    expect(await readAllRows(opened)).toEqual(before)
  })

  test('changes what exists to what the file says, and logs each change', async () => {
    await bench.start(example)
    const before = (await actions()).length
    const edits: [string, unknown][] = [
      ['/teams/0/timeZone', 'America/New_York'],
      ['/teams/0/members/1/role', 'viewer'],
      ['/teams/0/prices/search', '0.3'],
      ['/teams/0/searches/0/subject', 'acme OR apex'],
      ['/teams/0/budgets/0/amount', '1600'],
    ]
    const other = edits.reduce((json, [pointer, value]) => changedAt(json, pointer, value), example)
    const did = await bench.start(other)
    expect(did.made).toEqual([])
    expect(did.changed.sort()).toEqual([
      'budget “Production a month”',
      'member “max@example.org”',
      'price “search”',
      'search “Mentions of Acme”',
      'team “Acme”',
    ])
    expect((await actions()).length).toBe(before + edits.length)
    expect((await asAda()).team.timeZone).toBe('America/New_York')
    expect(await bench.start(other)).toEqual({ made: [], changed: [], left: [] })
  })

  test('restores nothing that people removed or renamed', async () => {
    await bench.start(example)
    const ctx = await asAda()
    const [gatewayKey] = await listGatewayKeys(ctx)
    await revokeGatewayKey(ctx, { gatewayKeyId: gatewayKey?.id ?? '' })
    await renameService(ctx, { serviceId: gatewayKey?.serviceId ?? '', name: 'Store' })
    const [budget] = await listBudgets(ctx)
    await deleteBudget(ctx, { budgetId: budget?.id ?? '' })
    const token = await opened.db.apiToken.findFirstOrThrow()
    await revokeToken(ctx, { tokenId: token.id })
    const search = await opened.db.savedSearch.findFirstOrThrow()
    await deleteSearch(ctx, search.id)
    const max = (await listMembers(ctx)).find(({ role }) => role === 'member')
    await removeMember(ctx, { memberId: max?.id ?? '' })
    const places = { variables: { PURSER_KEY_ACME__SHOP: bench.key }, folder: null }
    const key = await findKey(ctx, { ...upstream, referenceSources: places }, 'env:PURSER_KEY_ACME__SHOP')
    await deleteKey(ctx, upstream, key?.id ?? '')
    const before = await readAllRows(opened)
    const did = await bench.start(example)
    expect(did.made).toEqual([])
    expect(did.left).toEqual([
      'member “max@example.org”',
      'key “Shop”',
      'search “Mentions of Acme”',
      'token “Nightly report”',
      'budget “Production a month”',
    ])
    expect(await readAllRows(opened)).toEqual(before)
  })

  test('stores a key unchecked while the API is out of reach, asks about no other, and starts', async () => {
    const { key } = upstream.issueKey()
    await upstream.sandbox.close()
    const two = JSON.parse(example) as { teams: { keys: object[] }[] }
    two.teams[0]?.keys.push({ name: 'Second', key, wallet: 'Main', environment: 'staging' })
    await bench.start(JSON.stringify(two))
    expect(await opened.db.key.findMany({ select: { isUnchecked: true, requestsPerSecond: true } })).toEqual([
      { isUnchecked: true, requestsPerSecond: 1 },
      { isUnchecked: true, requestsPerSecond: 1 },
    ])
    expect(await opened.db.balanceReading.count()).toBe(0)
    const before = await readAllRows(opened)
    await bench.start(JSON.stringify(two))
    expect(await readAllRows(opened)).toEqual(before)
  })

  test('checks a key that was stored unchecked as soon as the API answers', async () => {
    await bench.start(example)
    const ctx = await asAda()
    const [wallet, environment] = [
      await opened.db.wallet.findFirstOrThrow(),
      await opened.db.environment.findFirstOrThrow(),
    ]
    const places = { walletId: wallet.id, environmentId: environment.id }
    const { key } = upstream.issueKey({ pack: 'Builder' })
    const later = await addKey(ctx, upstream, { key, name: 'Later', ...places }, 'ask-later')
    const refused = { key: `xd_live_${'b'.repeat(32)}`, name: 'Refused', ...places }
    const wrong = await addKey(ctx, upstream, refused, 'ask-later')
    await checkUncheckedKeys(ctx, upstream, async () => true)
    const found = async (id: string) => opened.db.key.findUniqueOrThrow({ where: { id } })
    expect(await found(later.id)).toMatchObject({
      isUnchecked: false,
      status: 'active',
      requestsPerSecond: 25,
    })
    expect(await found(wrong.id)).toMatchObject({ isUnchecked: false, status: 'refused' })
  })
})

describeOnPostgres('PURSER_PROVISION', (open) => {
  begin(open)

  test('is applied once by two instances that start at once', async () => {
    const second = openDb(opened.location)
    const both = await Promise.all([bench.start(example), bench.start(example, { ...opened, db: second })])
    await second.$disconnect()
    expect(both.map(({ made }) => made.length).sort()).toEqual([0, 15])
    const counts = await Promise.all([
      opened.db.team.count(),
      opened.db.budget.count(),
      opened.db.key.count(),
    ])
    expect(counts).toEqual([1, 2, 1])
  })
})
