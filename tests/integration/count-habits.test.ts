import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { fetchNextPage, startRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { addKey } from '@/lib/keys/keys'
import { createBudget, createBudgetInput, getBudget } from '@/lib/money/budgets'
import { resolveUnknown } from '@/lib/money/statements'
import { type Db, openDb, type TeamCtx, transaction } from '@/lib/platform/db'
import {
  createUpstreams,
  forgetLargePages,
  listCountHabits,
  listHash,
  listsKeepingCount,
  readPageHabits,
  recordPageSizes,
} from '@/lib/upstream/providers'
import { makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase } from '@/tests/support/databases'

const PROOF = 20
const PROOF_AFTER_BREACH = 1000
const PAGE = 100

describeOnDatabase('whether an upstream keeps to counts', async (open) => {
  let team: TestTeam
  let searchId: string
  let keyId: string
  const opened = await open()
  const clock = makeTestClock()
  const upstream = await startTestUpstream(clock)
  const first = await makeTeam(opened.db, clock)
  afterAll(() => upstream.close())
  beforeEach(async () => {
    upstream.sandbox.setFault(null)
    upstream.sandbox.chooseCounts('exact')
    team = await makeOtherTeam(first)
    const fields = { operation: 'timeline', subject: 'ada', product: 'Latest', shared: true } as const
    searchId = (await createSearch(team.admin, { name: 'Ada', environmentId: '', ...fields })).id
    const { key } = upstream.issueKey()
    const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
    keyId = (await addKey(team.admin, upstream, { key, name: '', ...where })).id
  })

  const start = (capItems: number, ctx: TeamCtx = team.admin) =>
    startRun(ctx, upstream, { runId: randomUUID(), searchId, keyId, capItems })
  const place = async () => listHash(await upstream.upstreams.for(team.admin), 'timeline')
  const habit = async () => {
    const of = await upstream.upstreams.for(team.admin)
    return (await listCountHabits(team.admin, of)).timeline
  }
  const reservedOf = async (runId: string) =>
    (await opened.db.attempt.findMany({ where: { runId }, orderBy: { id: 'asc' } })).map(
      ({ reservedItems }) => reservedItems,
    )
  /** Records pages of `came` items as if they had been bought. */
  const observe = async (came: number, pages = 1, ctx = team.admin, asked = 20, hasMore = true) => {
    const page = { listId: await place(), operation: 'timeline' as const, asked, came, hasMore, maximum: 100 }
    const all = Array.from({ length: pages }, () => page)
    await transaction(ctx.db, (tx) => recordPageSizes(tx, ctx.team.id, all, ctx.clock.now()))
  }

  test('is learnt from its small pages: then a call holds only its count, and a run reaches its cap exactly', async () => {
    for (let page = 1; page <= PROOF; page++) {
      const { runId, endReason } = await start(20)
      expect(endReason).toBe('cap_reached')
      expect(await reservedOf(runId)).toEqual([PAGE])
      expect(await habit()).toMatchObject({
        keepsToCount: page === PROOF,
        compliantPages: page,
        broken: null,
      })
    }
    const begun = await start(150)
    const ended = await fetchNextPage(team.admin, upstream, { continuation: begun.continuation ?? '' })
    expect(ended).toMatchObject({ totals: { items: 150 }, endReason: 'cap_reached' })
    expect(await reservedOf(begun.runId)).toEqual([PAGE, 50])
  })

  test('lets a budget be used up to its last small page', async () => {
    await observe(20, PROOF)
    const on = { scope: 'key', scopeId: keyId, period: 'day', stops: true, tellsAt: [] }
    const input = createBudgetInput.parse({ name: 'Key', unit: 'items', amount: '130', ...on })
    const { id } = await createBudget(team.admin, input)
    const answers = await Promise.all(Array.from({ length: 12 }, () => start(20)))
    expect(answers.filter(({ page }) => page !== null)).toHaveLength(6)
    expect(await getBudget(team.admin, id)).toMatchObject({ settled: 120n, reserved: 0n })
  })

  test('is forgotten at the first larger page, for the next reservation of every process', async () => {
    await observe(20, PROOF)
    const other: Db = openDb(opened.location)
    const elsewhere = { ...team.admin, db: other }
    expect(await listsKeepingCount(other, team.admin.team.id, [await place()])).toHaveLength(1)
    upstream.sandbox.chooseCounts('ignored')
    const broken = await start(20, elsewhere)
    expect(broken).toMatchObject({ totals: { items: PAGE } })
    expect(await reservedOf(broken.runId)).toEqual([20])
    upstream.sandbox.chooseCounts('exact')
    for (const ctx of [team.admin, elsewhere])
      expect(await reservedOf((await start(20, ctx)).runId)).toEqual([PAGE])
    expect(await habit()).toMatchObject({
      keepsToCount: false,
      compliantPages: 2,
      needed: PROOF_AFTER_BREACH,
      broken: { askedItems: 20, cameItems: PAGE },
    })
    await other.$disconnect()
  })

  test('an upstream that stops keeping to counts exceeds a stop once, by the excess of the calls in flight', async () => {
    await observe(20, PROOF)
    const on = { scope: 'key', scopeId: keyId, period: 'day', stops: true, tellsAt: [] }
    const input = createBudgetInput.parse({ name: 'Key', unit: 'items', amount: '200', ...on })
    const { id } = await createBudget(team.admin, input)
    upstream.sandbox.chooseCounts('ignored')
    const inFlight = (await Promise.all(Array.from({ length: 12 }, () => start(20)))).filter(
      ({ page }) => page !== null,
    )
    expect(inFlight.length).toBeLessThanOrEqual(10)
    const { settled, reserved } = await getBudget(team.admin, id)
    expect({ settled, reserved }).toEqual({ settled: BigInt(inFlight.length * PAGE), reserved: 0n })
    expect(settled <= BigInt(200 + inFlight.length * (PAGE - 20))).toBe(true)
    const next = { ...on, scope: 'search', scopeId: searchId, name: 'Search', unit: 'items' }
    const amount = String(settled + 99n)
    await createBudget(team.admin, createBudgetInput.parse({ ...next, amount }))
    expect((await start(20)).problem?.kind).toBe('budget_stopped')
  })

  test('unresolved lost calls from before then hold a whole page', async () => {
    await observe(20, PROOF)
    const lose = async () => {
      upstream.sandbox.setFault({ name: 'reset-after-charge', only: 'pages' })
      const { runId } = await start(20)
      upstream.sandbox.setFault(null)
      const [lost] = await opened.db.attempt.findMany({ where: { runId, state: 'UNKNOWN' } })
      return lost?.id ?? ''
    }
    const [resolved, open] = [await lose(), await lose()]
    const finding = { finding: 'charged', items: 20, note: 'The API says so' } as const
    await resolveUnknown(team.admin, { attemptId: resolved, ...finding }, {})
    const reserved = async () => {
      const rows = await opened.db.attempt.findMany({ where: { id: { in: [resolved, open] } } })
      const of = new Map(rows.map((row) => [row.id, row]))
      return [resolved, open].map((id) => of.get(id)?.reservedItems)
    }
    expect(await reserved()).toEqual([20, 20])
    const { reservedNano } = await opened.db.attempt.findUniqueOrThrow({ where: { id: open } })
    upstream.sandbox.chooseCounts('ignored')
    await start(20)
    expect(await reserved()).toEqual([20, PAGE])
    const now = await opened.db.attempt.findUniqueOrThrow({ where: { id: open } })
    expect(now.reservedNano).toBe(reservedNano && (reservedNano / 20n) * BigInt(PAGE))
    expect(reservedNano).not.toBeNull()
  })

  test('is assumed from the smallest known count on: below it, a call holds the largest page, and a larger page breaks nothing', async () => {
    // As from a list whose pages have fifty items whatever the count.
    await observe(50, PROOF, team.admin, 50)
    expect(await habit()).toMatchObject({ keepsToCount: true, leastCount: 50 })
    await observe(50, 1, team.admin, 30)
    expect(await habit()).toMatchObject({ keepsToCount: true, leastCount: 50 })
    const from = await place()
    expect(await listsKeepingCount(opened.db, team.admin.team.id, [from])).toEqual(new Map([[from, 50]]))
    expect(await reservedOf((await start(60)).runId)).toEqual([60])
    // That page held twenty items, so twenty is now the smallest known count.
    expect(await reservedOf((await start(20)).runId)).toEqual([PAGE])
    expect(await habit()).toMatchObject({ keepsToCount: true, leastCount: 20 })
    expect(await reservedOf((await start(20)).runId)).toEqual([20])
    await observe(25)
    expect(await habit()).toMatchObject({ keepsToCount: false, compliantPages: 0 })
  })

  test('is also broken by a page beyond the maximum, whatever the count', async () => {
    await observe(20, PROOF)
    upstream.sandbox.setFault({ name: 'more-than-maximum', only: 'pages' })
    await start(1000)
    expect(await habit()).toMatchObject({ keepsToCount: false, broken: { askedItems: PAGE } })
  })

  test('takes far more pages to be assumed again after a breach, and then nothing more is written', async () => {
    await observe(25)
    await observe(20, PROOF_AFTER_BREACH - 1)
    expect(await habit()).toMatchObject({ keepsToCount: false, compliantPages: PROOF_AFTER_BREACH - 1 })
    await observe(20)
    expect((await habit()).keepsToCount).toBe(true)
    await observe(20, 5)
    const row = { where: { teamId: team.admin.team.id } }
    expect(await opened.db.countHabit.findFirst(row)).toMatchObject({ kept: PROOF_AFTER_BREACH })
  })

  test('is not proven by the last page of a list, whole pages, or pages smaller than their count', async () => {
    await observe(20, PROOF - 1)
    await observe(20, 1, team.admin, 20, false)
    await observe(PAGE, 1, team.admin, PAGE)
    await observe(5)
    // As from a list whose pages have fifty items whatever the count.
    await observe(50, PROOF, team.admin, 80)
    expect((await habit()).compliantPages).toBe(PROOF - 1)
    upstream.sandbox.chooseCounts('about')
    for (let page = 0; page < 8; page++) await start(80)
    expect((await habit()).keepsToCount).toBe(false)
  })

  test('a far too large page is remembered for two to four weeks, a recurring large one for longer', async () => {
    const days = async (count: number) => {
      for (let day = 0; day < count; day++) {
        clock.advance(86_400_000)
        await forgetLargePages(opened.db, clock)
      }
    }
    const largest = async () => {
      const at = await place()
      return (await readPageHabits(opened.db, team.admin.team.id, [at])).get(at)?.largest
    }
    await observe(5000, 1, team.admin, 100)
    await days(15)
    expect(await largest()).toBe(5000)
    await observe(140, 1, team.admin, 100)
    await days(12)
    expect(await largest()).toBe(5000)
    await observe(120, 1, team.admin, 100)
    await days(3)
    expect(await largest()).toBe(140)
    await days(40)
    expect(await largest()).toBe(0)
    expect(await opened.db.countHabit.findFirst({ where: { teamId: team.admin.team.id } })).toMatchObject({
      ...{ largest: 0, largestBefore: 0 },
    })
    await observe(110, 1, team.admin, 100)
    expect(await largest()).toBe(110)
  })

  test('belongs to one team, one upstream and one path', async () => {
    await observe(20, PROOF)
    const { provider, name } = await upstream.upstreams.for(team.admin)
    const keeps = async (ctx: TeamCtx, of: Parameters<typeof listCountHabits>[1]) =>
      (await listCountHabits(ctx, of)).timeline.keepsToCount
    expect(await keeps(team.admin, { name, provider })).toBe(true)
    expect(await keeps(first.admin, { name, provider })).toBe(false)
    expect(await keeps(team.admin, { name: 'another', provider })).toBe(false)
    const paths = { search: { ...provider.search, path: '/v1/elsewhere' } }
    expect(listHash({ name, provider: { ...provider, ...paths } }, 'search')).not.toBe(
      listHash({ name, provider }, 'search'),
    )
    // The built-in sandbox has another port after each start, but is the same upstream.
    const sandbox = (baseUrl: string) =>
      createUpstreams({ baseUrl, name: 'sandbox', provider, clock: team.admin.clock })
    const [before, after] = [sandbox('http://127.0.0.1:1'), sandbox('http://127.0.0.1:2')]
    expect(listHash(before.at(provider), 'search')).toBe(listHash(after.at(provider), 'search'))
    await Promise.all([before.close(), after.close()])
  })
})
