import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  type BackgroundRuns,
  cancelRun,
  createBackgroundRuns,
  endAbandonedRuns,
  endForgottenRuns,
  fetchNextPage,
  getRun,
  moveToBackground,
  type PageAnswer,
  startRun,
} from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { type Clock, systemClock } from '@/lib/kernel'
import { addKey } from '@/lib/keys/keys'
import { createBudget, createBudgetInput } from '@/lib/money/budgets'
import { listEntries } from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'
import { itemsOf } from '@/tests/factories/items'
import { makeMember, makeTeam, type TestTeam } from '@/tests/factories/team'
import { startTestUpstream, type TestUpstream } from '@/tests/factories/upstream'
import { describeOnEachEngine, type TestDb } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'

/** `npm run test:long -- tabs` asks for more. */
const HISTORIES = Number(process.env.TAB_HISTORIES ?? 4)
const MINUTE_MS = 60_000
const MAX_RUNS = 3

describeOnEachEngine('a run by hand that is moved to the background', (open) => {
  let opened: TestDb
  let upstream: TestUpstream
  let team: TestTeam
  let background: BackgroundRuns
  let keyId: string
  beforeAll(async () => {
    opened = await open()
    upstream = await startTestUpstream(systemClock)
    team = await makeTeam(opened.db, systemClock)
    background = createBackgroundRuns({
      services: upstream,
      clock: systemClock,
      isShared: true,
      maxPerMember: MAX_RUNS,
      onError: (error) => expect.unreachable(String(error)),
    })
    const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
    const { key } = upstream.issueKey()
    keyId = (await addKey(team.admin, upstream, { key, name: '', ...where })).id
  })
  afterEach(async () => expect(await brokenInvariants(opened.db)).toEqual([]))
  afterAll(async () => {
    await background.stop()
    await upstream.close()
    await opened.close()
  })

  const delivered = () =>
    upstream.sandbox.operator
      .state()
      .flatMap(({ keys }) => keys)
      .reduce((sum, { items }) => sum + items, 0)
  const makeSearch = async () =>
    (
      await createSearch(team.admin, {
        ...{ name: 'Who follows Ada', operation: 'followers', subject: 'ada', shared: true },
      })
    ).id
  const start = async () =>
    startRun(team.admin, upstream, { runId: randomUUID(), searchId: await makeSearch(), keyId })
  const placeOf = ({ continuation }: PageAnswer) => continuation ?? 'none'
  const next = (at: PageAnswer, ctx = team.admin) =>
    fetchNextPage(ctx, upstream, { continuation: placeOf(at) })
  const CAP = { capItems: 600, capCredits: null }
  const move = (
    at: PageAnswer,
    caps: { capItems: number | null; capCredits: string | null } = CAP,
    by: { ctx?: TeamCtx; background?: BackgroundRuns } = {},
  ) =>
    moveToBackground(
      by.ctx ?? team.admin,
      { ...upstream, background: by.background ?? background },
      { continuation: placeOf(at), ...caps },
    )
  const ended = async (runId: string) => {
    await background.ended(runId)
    return getRun(team.admin, runId)
  }
  /** Expects the run to have each item once, and the ledger and the upstream to count as many. */
  const expectExact = async (runId: string, before: number) => {
    const ids = (await itemsOf(team.admin, runId)).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const { entries } = await listEntries(team.admin, { runId })
    expect(entries.map(({ pageNumber }) => pageNumber).sort((a, b) => a - b)).toEqual(
      entries.map((_, index) => index + 1),
    )
    expect(entries.reduce((sum, { items }) => sum + items, 0)).toBe(ids.length)
    expect(delivered() - before).toBe(ids.length)
  }

  test('continues after its last page, up to caps of the whole run', async () => {
    const before = delivered()
    const second = await next(await start())
    expect(await move(second)).toEqual({ runId: second.runId })
    const run = await ended(second.runId)
    expect(run).toMatchObject({ endReason: 'cap_reached', isInBackground: true, items: 600, capItems: 600 })
    await expectExact(second.runId, before)
  })

  test('has a cap in credits for the whole run', async () => {
    const first = await start()
    const perPage = first.totals.chargeNano
    expect(perPage).toBeGreaterThan(0n)
    const credits = Number(perPage * 3n) / 1e9
    await move(first, { capItems: null, capCredits: String(credits) })
    expect(await ended(first.runId)).toMatchObject({ endReason: 'cap_reached', chargeNano: perPage * 3n })
  })

  test('is stopped by a budget like every run', async () => {
    const first = await start()
    const { searchId } = await getRun(team.admin, first.runId)
    const limit = { scope: 'search', scopeId: searchId, unit: 'items', period: 'day', amount: '500' }
    const input = { name: 'Small', stops: true, tellsAt: [], ...limit }
    await createBudget(team.admin, createBudgetInput.parse(input))
    await move(first)
    expect(await ended(first.runId)).toMatchObject({ endReason: 'budget_refused', items: 400 })
  })

  test('buys nothing more from the old continuation, which says that the run goes on by itself', async () => {
    const before = delivered()
    const second = await next(await start())
    await move(second, { capItems: 600, capCredits: null })
    await expect(next(second)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('goes on in the background'),
    })
    await ended(second.runId)
    await expect(next(second)).rejects.toMatchObject({ code: 'conflict' })
    await expect(move(second)).rejects.toMatchObject({ code: 'conflict' })
    await expectExact(second.runId, before)
  })

  test('two tabs request the next page and the move at once: one of them succeeds, and nothing is bought twice', async () => {
    const property = fc.asyncProperty(
      fc.array(fc.constantFrom('next', 'move'), { minLength: 2, maxLength: 5 }),
      fc.nat(3),
      async (tabs, early) => {
        const before = delivered()
        const first = await start()
        const { runId } = first
        const works = tabs.map(async (tab, index) => {
          // Some start when the others are slightly further.
          for (let turn = 0; turn < (index % 2) * early; turn++) await getRun(team.admin, runId)
          return tab === 'next' ? next(first) : move(first)
        })
        const done = await Promise.allSettled(works)
        const moved = done.filter(({ status }, index) => status === 'fulfilled' && tabs[index] === 'move')
        for (const each of done) {
          if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'conflict' })
        }
        expect(moved.length).toBeLessThanOrEqual(1)
        const bought = done.flatMap((each) =>
          each.status === 'fulfilled' && 'page' in each.value ? [each.value] : [],
        )
        expect(moved.length === 1 ? bought.length === 0 : bought.length > 0).toBe(true)
        const run = await ended(runId)
        expect(run.isInBackground).toBe(moved.length === 1)
        if (moved.length === 1) expect(run).toMatchObject({ endReason: 'cap_reached', items: 600 })
        else expect(run).toMatchObject({ state: 'OPEN', pages: 2 })
        await expectExact(runId, before)
      },
    )
    await fc.assert(property, { numRuns: HISTORIES })
  })

  test('cannot be moved while a page is in flight', async () => {
    const before = delivered()
    const first = await start()
    const [second] = await Promise.all([
      next(first),
      expect(
        (async () => {
          while ((await opened.db.run.findUniqueOrThrow({ where: { id: first.runId } })).nextSeq === 2);
          return move(first)
        })(),
      ).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('gone on') }),
    ])
    await move(second)
    expect(await ended(first.runId)).toMatchObject({ items: 600 })
    await expectExact(first.runId, before)
  })

  test('is ended as stopped by a restart if killed between the move and its first page', async () => {
    const second = await next(await start())
    const idle: BackgroundRuns = { ...background, begin: () => undefined }
    await move(second, CAP, { background: idle })
    expect(await getRun(team.admin, second.runId)).toMatchObject({ state: 'OPEN', isInBackground: true })
    await expect(next(second)).rejects.toMatchObject({ code: 'conflict' })
    expect(await endAbandonedRuns(opened.db, systemClock, [upstream.instanceId])).toBe(1)
    expect(await getRun(team.admin, second.runId)).toMatchObject({
      ...{ state: 'ENDED', endReason: 'restarted', pages: 2 },
    })
  })

  test('is not ended as forgotten by the upkeep while it is being moved', async () => {
    const first = await start()
    const later: Clock = { ...systemClock, now: () => new Date(Date.now() + 5 * MINUTE_MS) }
    const upkeep = () => endForgottenRuns(opened.db, later, { ...upstream, background })
    const between: BackgroundRuns = { ...background, begin: () => undefined }
    let found = -1
    await background.takeOver(first.runId, async () => {
      await move(first, CAP, { background: { ...between, takeOver: (_, work) => work() } })
      found = await upkeep()
    })
    expect(found).toBe(0)
    expect(await upkeep()).toBe(1)
    expect(await getRun(team.admin, first.runId)).toMatchObject({ state: 'ENDED', endReason: 'problem' })
  })

  test('is not moved with caps below a page, by a member with too many runs, or from an old continuation', async () => {
    const first = await start()
    const had = first.totals.items
    const few = move(first, { capItems: had + 10, capCredits: null })
    await expect(few).rejects.toMatchObject({ code: 'invalid', fields: { capItems: expect.any(String) } })
    const poor = move(first, { capItems: null, capCredits: '0.000000001' })
    await expect(poor).rejects.toMatchObject({ code: 'invalid', fields: { capCredits: expect.any(String) } })
    const full: BackgroundRuns = { ...background, maxPerMember: 0 }
    await expect(move(first, CAP, { background: full })).rejects.toMatchObject({ code: 'conflict' })
    const late = {
      ...team.admin,
      clock: { ...systemClock, now: () => new Date(Date.now() + 16 * MINUTE_MS) },
    }
    await expect(move(first, CAP, { ctx: late })).rejects.toThrow('kept for 15 minutes')
    const other = await makeMember(team, 'member')
    await expect(move(first, CAP, { ctx: other })).rejects.toMatchObject({ code: 'conflict' })
    const viewer = await makeMember(team, 'viewer')
    await expect(move(first, CAP, { ctx: viewer })).rejects.toMatchObject({ code: 'forbidden' })
    expect(await getRun(team.admin, first.runId)).toMatchObject({ state: 'OPEN', isInBackground: false })
    expect((await next(first)).totals.pages).toBe(2)
  })

  test('can be cancelled like any other', async () => {
    const first = await start()
    await move(first, { capItems: null, capCredits: null })
    await cancelRun(team.admin, { ...upstream, background }, first.runId)
    expect(await ended(first.runId)).toMatchObject({ endReason: 'cancelled' })
  })
})
