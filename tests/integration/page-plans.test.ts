import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAlertWatch } from '@/lib/alerts/alerts'
import { measureStoredItemsIfFew } from '@/lib/collect/retention'
import {
  findRuns,
  listRunsPage,
  listSearchItems,
  runsUrlQuerySchema,
  searchItemsInput,
} from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { newId } from '@/lib/kernel'
import { countOpenedAttempts, sumSpend } from '@/lib/money/ledger'
import { listLostCallGroups, listUnknowns } from '@/lib/money/statements'
import { createWallet, listWallets } from '@/lib/money/wallets'
import { DAY_MS } from '@/lib/platform/calendar'
import { bookOf } from '@/tests/factories/ledger'
import { makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream, type TestUpstream } from '@/tests/factories/upstream'
import { describeOnSqlite, type TestDb } from '@/tests/support/databases'
import { notedStatements } from '@/tests/support/noted-statements'

const WALLETS = 10
const FEW_PAGES = 20
/** Maximum number of statements in a check for alerts; each costs a trip to a thread. */
const MAX_OF_LOOK = 17
/** Matches plans that find rows by the team alone, or by nothing. */
const ALL_OF_TEAM = /^SCAN (a|s|r|i)\b|\(teamId=\?\)$/

/** Covers what nearly every page reads, the cards of wallets and settings, and the check for alerts. */
describeOnSqlite('statements of pages', (open) => {
  let opened: TestDb
  let team: TestTeam
  let upstream: TestUpstream
  const clock = makeTestClock()
  beforeAll(async () => {
    opened = await open()
    team = await makeTeam(opened.db, clock)
    upstream = await startTestUpstream(clock)
    for (let made = 1; made <= WALLETS; made++) {
      const { id: walletId } = await createWallet(team.admin, { name: `Wallet ${made}` })
      await addKey(walletId)
      await readBalance(walletId)
      await bookOf(team.admin).lose(await bookOf(team.admin).begin({ walletId }))
    }
  })
  afterAll(async () => {
    await upstream.close()
    await opened.close()
  })

  const addKey = (walletId: string) => {
    const of = { id: newId(), teamId: team.admin.team.id, walletId, environmentId: '', name: 'Key' }
    const key = { keyRef: newId(), prefix: 'xd_live_abcd', requestsPerSecond: 1, status: 'active' }
    return opened.db.key.create({ data: { ...of, ...key, createdAt: clock.now(), checkedAt: clock.now() } })
  }
  const readBalance = (walletId: string) => {
    clock.advance(1000)
    const of = { id: newId(), teamId: team.admin.team.id, walletId, keyId: newId(), source: 'run' }
    const sums = { balanceNano: 100n, settledNano: 0n, unpricedItems: 0n }
    return opened.db.balanceReading.create({
      data: { ...of, ...sums, at: clock.now(), askedAt: clock.now(), inFlight: 0, byOperation: '{}' },
    })
  }
  const planOf = async (text: string): Promise<string[]> => {
    const values = Array.from({ length: text.split('?').length - 1 }, () => null)
    const plan = await opened.db.$queryRawUnsafe<{ detail: string }[]>(
      `EXPLAIN QUERY PLAN ${text}`,
      ...values,
    )
    return plan.map(({ detail }) => detail)
  }

  test('wallets are listed with three statements, however many there are, sorted naturally by name', async () => {
    const texts = await notedStatements(async () => {
      const names = (await listWallets(team.admin)).map(({ name }) => name)
      expect(names.slice(-WALLETS)).toEqual(
        Array.from({ length: WALLETS }, (_, place) => `Wallet ${place + 1}`),
      )
    })
    expect(texts).toHaveLength(3)
  })

  test('the newest lost calls are read in the order of their index, without reading other calls', async () => {
    const texts = await notedStatements(async () => {
      expect(await listUnknowns(team.admin, 5)).toHaveLength(5)
    })
    const [newest, ...more] = texts.filter((text) => text.includes('ORDER BY a."id" DESC'))
    expect(more).toEqual([])
    const plan = await planOf(newest ?? '')
    expect(plan[0]).toMatch(/^SEARCH a USING COVERING INDEX Attempt_lost_idx \(teamId=\?\)/)
    expect(plan.filter((way) => way.includes('TEMP B-TREE'))).toEqual([])
  })

  test('charges of lost calls are read for all wallets at once', async () => {
    const wallets = await listWallets(team.admin)
    await listLostCallGroups(team.admin, wallets)
    // Each wallet's history is cached by now: totals show that nothing is new, so no call is read.
    const texts = await notedStatements(() => listLostCallGroups(team.admin, wallets))
    expect(texts.length).toBeLessThanOrEqual(2)
    for (const text of texts) expect((await planOf(text)).filter((way) => ALL_OF_TEAM.test(way))).toEqual([])
    expect(texts.filter((text) => /Attempt|Resolution|LedgerEntry/.test(text))).toEqual([])
  })

  test('a check for alerts with nothing new reads no range of readings', async () => {
    const watch = createAlertWatch(clock)
    const first = await notedStatements(() => watch.look(team.admin, upstream.upstreams))
    expect(first.filter((text) => text.includes('MAX(`balanceNano`)'))).toHaveLength(1)
    const texts = await notedStatements(() => watch.look(team.admin, upstream.upstreams))
    expect(texts.filter((text) => text.includes('MAX(`balanceNano`)'))).toEqual([])
    const wallet = (await listWallets(team.admin)).at(-1)
    await readBalance(wallet?.id ?? '')
    const after = await notedStatements(() => watch.look(team.admin, upstream.upstreams))
    expect(after.filter((text) => text.includes('MAX(`balanceNano`)'))).toHaveLength(1)
  })

  test('a check for alerts needs few statements, and of recovered alerts reads acknowledged incidents only', async () => {
    const watch = createAlertWatch(clock)
    await watch.look(team.admin, upstream.upstreams)
    const texts = await notedStatements(() => watch.look(team.admin, upstream.upstreams))
    expect(texts.length).toBeLessThanOrEqual(MAX_OF_LOOK)
    const ofAlerts = texts.filter((text) => /["`]Alert["`]/.test(text))
    expect(ofAlerts.length).toBeGreaterThan(0)
    for (const text of ofAlerts)
      for (const way of (await planOf(text)).filter((step) => step.includes('Alert')))
        expect(way).toMatch(/INDEX Alert_(open|acknowledged)_idx/)
  })

  test('counting a budget reads only the lost calls of its period', async () => {
    const startsAt = new Date(clock.now().getTime() - DAY_MS)
    const texts = await notedStatements(() =>
      countOpenedAttempts(opened.db, team.admin.team.id, {}, { startsAt, until: clock.now() }),
    )
    const plan = await planOf(texts.find((text) => text.includes('LostTotal')) ?? '')
    const lost = plan.filter((way) => way.includes('Attempt_unknown_idx'))
    expect(lost).toHaveLength(2)
    for (const way of lost) expect(way).toContain('(teamId=? AND walletId=? AND openedAt>? AND openedAt<?)')
    expect(plan.filter((way) => /^S\w+ (a|s) .*\(teamId=\?\)/.test(way))).toEqual([])
  })

  test('runs of a period are found by the index of their time, those of a search by the index of its runs', async () => {
    const span = { from: new Date(0), to: clock.now() }
    for (const more of [{}, { searchId: newId() }]) {
      const texts = await notedStatements(() => findRuns(team.admin, { ...span, ...more }))
      const plan = await planOf(texts.find((text) => text.includes('`isScheduled`')) ?? '')
      const index = 'searchId' in more ? 'Run_teamId_searchId_startedAt_idx' : 'Run_teamId_startedAt_idx'
      expect(plan[0]).toContain(`USING INDEX ${index}`)
      expect(plan.filter((way) => /TEMP B-TREE FOR ORDER BY/.test(way))).toEqual([])
    }
  })

  test('the items of a search are read by the index of its runs, whatever the days', async () => {
    const search = { name: 'Ada', operation: 'timeline', subject: 'ada', shared: true } as const
    const { id: searchId } = await createSearch(team.admin, search)
    for (const days of [{}, { from: '2026-01-01', to: '2026-12-31' }]) {
      const texts = await notedStatements(() =>
        listSearchItems(team.admin, searchItemsInput.parse({ searchId, ...days })),
      )
      const plan = await planOf(texts.find((text) => text.includes('`isBaseline`')) ?? '')
      expect(plan[0]).toContain('USING INDEX Run_teamId_searchId_startedAt_idx')
    }
  })

  test('runs of a member and a search are found by the index of both', async () => {
    const of = runsUrlQuerySchema.parse({ search: newId(), member: newId() })
    const texts = await notedStatements(() => listRunsPage(team.admin, 50, of))
    const plan = await planOf(texts.find((text) => text.includes('`Run`.`searchId`')) ?? '')
    expect(plan[0]).toContain('USING INDEX Run_teamId_searchId_memberId_startedAt_idx')
  })

  test('a chart reads only the sums that it shows', async () => {
    const texts = await notedStatements(() => sumSpend(team.admin, [{ from: 0, to: 100 }], 'memberId'))
    const text = texts.find((one) => one.includes('SUM(')) ?? ''
    expect(text.match(/SUM\(s\."\w+"\)/g)).toHaveLength(5)
  })

  test('days filtered by their second dimension are found by its index', async () => {
    const span = [{ from: 0, to: 100 }]
    const texts = await notedStatements(() => sumSpend(team.admin, span, 'memberId', { searchId: '' }))
    const plan = await planOf(texts.find((text) => text.includes('SUM(')) ?? '')
    expect(plan.filter((step) => step.startsWith('SEARCH s '))).toEqual([
      expect.stringContaining('USING INDEX DaySum_teamId_fromQuarter_grouping_within_idx'),
    ])
  })

  test('rollups with two filters are found by the rarer one', async () => {
    const of = { operation: 'search', walletId: newId(), keyId: newId(), environmentId: newId() }
    const span = [{ from: 0, to: 100 }]
    const texts = await notedStatements(() => sumSpend(team.admin, span, 'memberId', of))
    const plan = await planOf(texts.find((text) => text.includes('SUM(')) ?? '')
    expect(plan.filter((step) => step.startsWith('SEARCH r '))).toEqual([
      expect.stringContaining('USING INDEX Rollup_teamId_keyId_quarter_idx'),
    ])
  })

  test('with many pages, the settings do not count what is stored', async () => {
    const { id: teamId } = team.admin.team
    const page = { teamId, runId: newId(), itemCount: 2, packed: new Uint8Array(3), at: clock.now() }
    const put = (pages: number, from: number) =>
      opened.db.resultPage.createMany({
        data: Array.from({ length: pages }, (_, at) => ({
          ...page,
          attemptId: newId(),
          pageNumber: from + at,
        })),
      })
    await put(FEW_PAGES, 1)
    expect(await measureStoredItemsIfFew(team.admin, FEW_PAGES)).toEqual({
      pages: FEW_PAGES,
      items: 2 * FEW_PAGES,
      bytes: 3 * FEW_PAGES,
    })
    await put(1, FEW_PAGES + 1)
    const [text = ''] = await notedStatements(async () =>
      expect(await measureStoredItemsIfFew(team.admin, FEW_PAGES)).toBeNull(),
    )
    expect((await planOf(text)).join()).toContain('ResultPage_teamId_at_idx (teamId=? AND at<?)')
  })
})
