import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createRunServices, fetchNextPage, getRun, type PageAnswer, startRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import type { Clock } from '@/lib/kernel'
import { addKey } from '@/lib/keys/keys'
import { listEntries } from '@/lib/money/ledger'
import { itemsOf } from '@/tests/factories/items'
import { makeMember, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream, type TestUpstream } from '@/tests/factories/upstream'
import { breakTable, describeOnDatabase } from '@/tests/support/databases'
import { waitUntil } from '@/tests/support/wait-until'

/** `npm run test:long -- tabs` asks for more. */
const HISTORIES = Number(process.env.TAB_HISTORIES ?? 3)
const MINUTE = 60_000

describeOnDatabase('answers that were lost', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const upstream = await startTestUpstream(clock)
  const team = await makeTeam(opened.db, clock)
  const ctx = team.admin
  const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
  const { key } = upstream.issueKey({ balanceNano: 10n ** 15n })
  const keyId = (await addKey(ctx, upstream, { key, name: '', ...where })).id
  const search = { name: 'Ada', operation: 'timeline', subject: 'ada', shared: true } as const
  const searchId = (await createSearch(ctx, search)).id
  afterAll(() => upstream.close())

  const inputOf = () => ({ runId: randomUUID(), searchId, keyId })
  const start = (input = inputOf(), services = upstream) => startRun(ctx, services, input)
  const next = ({ continuation }: PageAnswer, services = upstream) =>
    fetchNextPage(ctx, services, { continuation: continuation ?? 'none' })
  const delivered = () =>
    upstream.sandbox.operator
      .state()
      .flatMap(({ keys }) => keys)
      .reduce((sum, { pages }) => sum + pages, 0)
  const pagesOf = async (runId: string) =>
    (await listEntries(ctx, { runId })).entries.map(({ pageNumber, outcome }) => [pageNumber, outcome])

  test('a page bought at the end of its continuation is returned again for its own 15 minutes', async () => {
    const first = await start()
    clock.advance(14 * MINUTE)
    const second = await next(first)
    const bought = delivered()
    clock.advance(14 * MINUTE)
    expect(await next(first)).toEqual(second)
    clock.advance(MINUTE + 1)
    await expect(next(first)).rejects.toMatchObject({ code: 'conflict' })
    expect(delivered()).toBe(bought)
  })

  test('the 15 minutes begin with the answer, however long it took', async () => {
    const first = await start()
    upstream.sandbox.chooseLatency({ ms: 500, spreadMs: 0 })
    const waiting = next(first)
    await waitUntil(async () => (await opened.db.attempt.count({ where: { state: 'OPEN' } })) === 1)
    clock.advance(16 * MINUTE)
    const meanwhile = next(first)
    const second = await waiting
    upstream.sandbox.chooseLatency({ ms: 0, spreadMs: 0 })
    expect(await meanwhile).toEqual(second)
    clock.advance(10 * MINUTE)
    expect(await next(first)).toEqual(second)
    expect(await pagesOf(first.runId)).toEqual([
      [2, 'SETTLED'],
      [1, 'SETTLED'],
    ])
  })

  /** Returns services whose calls all fail before they are sent. */
  const unsent = (): TestUpstream => ({
    ...upstream,
    upstreams: {
      ...upstream.upstreams,
      for: async (who) => ({
        ...(await upstream.upstreams.for(who)),
        fetchPage: () => Promise.reject(new TypeError('a fault of ours')),
      }),
    },
  })
  const another = (by: Clock = clock): TestUpstream => ({
    ...upstream,
    ...createRunServices(upstream, randomUUID(), by),
  })

  test('a start that bought nothing, and whose answer was lost, can be repeated in any process', async () => {
    for (const services of [upstream, another()]) {
      const input = inputOf()
      const before = delivered()
      expect((await start(input, unsent())).problem).toMatchObject({ charged: 'no' })
      const [one, other] = await Promise.all([start(input, services), start(input, services)])
      expect(one).toEqual(other)
      expect(one).toMatchObject({ problem: null, totals: { pages: 1 } })
      expect((await next(one, services)).totals.pages).toBe(2)
      expect(delivered()).toBe(before + 2)
      await expect(start(input, another())).rejects.toMatchObject({ code: 'conflict' })
      expect(delivered()).toBe(before + 2)
    }
  })

  test('a start cannot be repeated with another search, or by someone else', async () => {
    const input = inputOf()
    await start(input, unsent())
    const before = delivered()
    const { id: other } = await createSearch(ctx, { name: 'B', operation: 'timeline', subject: 'grace' })
    await expect(start({ ...input, searchId: other })).rejects.toMatchObject({ code: 'conflict' })
    const second = { ...ctx, actor: { ...(await makeMember(team, 'admin')).actor } }
    await expect(startRun(second, upstream, input)).rejects.toMatchObject({ code: 'conflict' })
    expect(delivered()).toBe(before)
  })

  test('an answer whose reading failed is returned again', async () => {
    const first = await start()
    const bought = delivered()
    await opened.db.$executeRawUnsafe('ALTER TABLE "ItemMark" RENAME TO "AwayMark"')
    try {
      await expect(next(first)).rejects.toThrow()
    } finally {
      await opened.db.$executeRawUnsafe('ALTER TABLE "AwayMark" RENAME TO "ItemMark"')
    }
    expect(await next(first)).toMatchObject({ problem: null, page: { pageNumber: 2 }, totals: { pages: 2 } })
    expect(delivered()).toBe(bought + 1)
  })

  test('a page that is stored after a person has stopped waiting is returned afterwards', async () => {
    // Makes a person wait for a quarter of a second only while nothing can be written.
    let patienceMs = 15_000
    const hasty: Clock = {
      ...clock,
      sleep: (ms, signal) => clock.sleep(ms === 15_000 ? patienceMs : ms, signal),
    }
    const services = another(hasty)
    const first = await start(inputOf(), services)
    const bought = delivered()
    const mend = await breakTable(opened, 'LedgerEntry')
    patienceMs = 250
    try {
      await expect.soft(next(first, services)).rejects.toThrow('The page has arrived')
      await expect.soft(next(first, services)).rejects.toThrow('The page has arrived')
    } finally {
      await mend()
      patienceMs = 15_000
    }
    // Once the page is stored, the process may still report for a moment that it is not.
    const second = await waitUntil(() => next(first, services))
    expect(second).toMatchObject({ problem: null, page: { pageNumber: 2 }, totals: { pages: 2 } })
    expect(second.page?.items.length).toBeGreaterThan(0)
    expect((await next(second, services)).totals.pages).toBe(3)
    expect(delivered()).toBe(bought + 2)
  })

  const asked = fc.record({
    tab: fc.constantFrom(0, 1),
    /** How many answers ago its continuation was returned. */
    back: fc.constantFrom(0, 0, 0, 1, 2, 9),
    times: fc.constantFrom(1, 1, 2, 5),
    fails: fc.constantFrom(false, false, false, true),
  })

  test('two tabs that ask alternately or at once, from new and old positions, pay for each page once and both continue', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(asked, { minLength: 4, maxLength: 14 }), async (asks) => {
        const first = await start()
        const before = delivered()
        const tabs = [[first], [first]]
        const ask = async ({ tab, back, times, fails }: (typeof asks)[number]) => {
          const told = tabs[tab] ?? []
          const from = told.at(-1 - Math.min(back, told.length - 1)) ?? first
          const services = fails ? unsent() : upstream
          const answers = await Promise.all(Array.from({ length: times }, () => next(from, services)))
          for (const answer of answers) expect(answer).toEqual(answers[0])
          told.push(...answers.slice(0, 1))
        }
        for (const [place, one] of asks.entries())
          await Promise.all([ask(one), ask(asks[(place + 1) % asks.length] ?? one)])
        const run = await getRun(ctx, first.runId)
        expect(await pagesOf(first.runId)).toSatisfy((pages: [number, string][]) => {
          const paid = pages.filter(([, outcome]) => outcome === 'SETTLED').map(([page]) => page)
          return paid.length === run.pages && new Set(paid).size === paid.length
        })
        expect(delivered() - before).toBe(run.pages - 1)
        expect((await itemsOf(ctx, first.runId)).length).toBe(run.items)
        for (const told of tabs) {
          let at = told.at(-1) ?? first
          for (let asks = 0; at.totals.pages <= run.pages; asks++) {
            expect(asks).toBeLessThan(100)
            at = await next(at)
          }
          expect(at.totals.pages).toBe(run.pages + 1)
        }
        expect((await getRun(ctx, first.runId)).pages).toBe(run.pages + 1)
      }),
      { numRuns: HISTORIES },
    )
  })
})
