import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { exportSearch, searchExportInput } from '@/lib/collect/exports'
import { markInput, markItem } from '@/lib/collect/items'
import { deleteRunItems } from '@/lib/collect/retention'
import { listSearchItems, searchItemsInput } from '@/lib/collect/runs'
import { updateSearch } from '@/lib/collect/searches'
import type { TeamCtx } from '@/lib/platform/db'
import { itemsOf } from '@/tests/factories/items'
import { startScriptedTeam } from '@/tests/factories/scripted-team'
import { makeMember, makeOtherTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

/** `npm run test:long -- items` asks for more. */
const HISTORIES = Number(process.env.ITEM_HISTORIES ?? 3)
/** More than one look goes through. */
const EMPTY_RUNS = Number(process.env.EMPTY_RUNS ?? 520)
const DAY_MS = 86_400_000
const START = new Date('2026-11-01T12:00:00Z')

/** Returns the answers of a list with one page for each array of ids. */
const listOf = (pages: readonly (readonly number[])[]) => (url: URL) => {
  const at = Number(url.searchParams.get('cursor') ?? 0)
  const tweets = (pages[at] ?? []).map((id) => ({ id: String(id), text: `text ${id}`, created_at: START }))
  const next = at + 1 < pages.length ? { next_cursor: String(at + 1) } : {}
  return { status: 200, body: JSON.stringify({ tweets, ...next }) }
}

describeOnEachEngine('the items of a search over all its runs', async (open) => {
  const opened = await open()
  const clock = makeTestClock(START)
  const world = await startScriptedTeam(opened.db, { clock })
  const { admin } = world.team
  const member = await makeMember(world.team, 'viewer')
  afterAll(() => world.close())

  const page = fc.uniqueArray(fc.nat(25), { minLength: 1, maxLength: 6 })
  const runOf = fc.record({
    pages: fc.array(page, { minLength: 1, maxLength: 3 }),
    isShared: fc.boolean(),
    isDeleted: fc.boolean(),
    /** True if the search changes its question with this run. */
    isOther: fc.boolean(),
  })
  type Run = typeof runOf extends fc.Arbitrary<infer Value> ? Value : never

  /** Runs a search as given, one run per day. Returns the ids of the search and the runs. */
  const make = async (runs: readonly Run[]) => {
    const subject = () => `user${Math.abs(clock.now().getTime())}`
    const question = { operation: 'timeline', subject: subject(), shared: true } as const
    const searchId = await world.search(question)
    const ids: string[] = []
    for (const { pages, isOther } of runs) {
      clock.advance(DAY_MS)
      if (isOther) await updateSearch(admin, { searchId, name: 'x', ...question, subject: subject() })
      world.upstream.answer = listOf(pages)
      ids.push((await world.run({}, { searchId })).id)
    }
    for (const [index, { isShared, isDeleted }] of runs.entries()) {
      const id = ids[index] ?? ''
      if (isDeleted) await deleteRunItems(admin, id)
      if (!isShared) await opened.db.run.update({ where: { id }, data: { shared: false } })
    }
    return { searchId, ids }
  }
  const listed = async (
    ctx: TeamCtx,
    searchId: string,
    query: { from?: string; to?: string } = {},
    limit = 4,
  ) => {
    const found = []
    for (let after: string | undefined; ; ) {
      const part = await listSearchItems(ctx, searchItemsInput.parse({ searchId, ...query, after, limit }))
      expect(part.items.length).toBeLessThanOrEqual(limit)
      found.push(...part.items)
      if (part.next === null) return found
      after = part.next
    }
  }
  const exported = async (ctx: TeamCtx, searchId: string, query: { from?: string; to?: string } = {}) => {
    const file = await exportSearch(ctx, searchExportInput.parse({ searchId, format: 'jsonl', ...query }))
    let text = ''
    for await (const chunk of file.chunks) text += String(chunk)
    return text
      .split('\n')
      .filter(Boolean)
      .map((line): { id: string; runId: string } => JSON.parse(line))
  }
  const unionOf = async (ctx: TeamCtx, ids: readonly string[]) => {
    const all = await Promise.all(
      ids.map((id) =>
        itemsOf(ctx, id).catch((error: { code?: string }) => {
          if (error.code !== 'not_found') throw error
          return []
        }),
      ),
    )
    return [...new Set(all.flat().map(({ id }) => id))].sort()
  }
  const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id)

  test('are the union of its runs’ items, each once, for everyone who may see some of them', {
    timeout: 300_000,
  }, async () => {
    const property = fc.asyncProperty(fc.array(runOf, { minLength: 1, maxLength: 5 }), async (runs) => {
      const { searchId, ids } = await make(runs)
      for (const ctx of [admin, member]) {
        const union = await unionOf(ctx, ids)
        const file = idsOf(await exported(ctx, searchId))
        expect(file.toSorted()).toEqual(union)
        const look = idsOf(await listed(ctx, searchId))
        expect([...new Set(look)].sort()).toEqual(union)
        const isWhole = runs.every(({ isShared, isDeleted }) => !isDeleted && (isShared || ctx === admin))
        if (isWhole) expect(look).toEqual(file)
        // Within one step, every duplicate is recognized.
        expect(idsOf(await listed(ctx, searchId, {}, 500))).toEqual(file)
      }
    })
    await fc.assert(property, { numRuns: HISTORIES })
  })

  const PLAIN = { isShared: true, isDeleted: false, isOther: false }

  test('are sorted by newest run, each with the run that first brought it, and filtered by the days of runs', async () => {
    const before = clock.now()
    const { searchId, ids } = await make([
      { ...PLAIN, pages: [[3, 2], [1]] },
      { ...PLAIN, pages: [[5, 4, 3]] },
      { ...PLAIN, pages: [[5, 4]] },
    ])
    const found = await listed(admin, searchId, {}, 2)
    expect(idsOf(found)).toEqual(['5', '4', '3', '2', '1'])
    expect(found.map(({ runId }) => runId)).toEqual([ids[1], ids[1], ids[0], ids[0], ids[0]])
    expect(found[0]).toMatchObject({ isNew: true })
    // No item of a baseline is marked as new.
    expect(found[4]).toMatchObject({ isNew: null })
    const dayAfter = (days: number) => new Date(before.getTime() + days * DAY_MS).toISOString().slice(0, 10)
    expect(idsOf(await listed(admin, searchId, { from: dayAfter(2) }))).toEqual(['5', '4'])
    expect(idsOf(await listed(admin, searchId, { to: dayAfter(1) }))).toEqual(['3', '2', '1'])
    expect(idsOf(await exported(admin, searchId, { from: dayAfter(2), to: dayAfter(2) }))).toEqual(['5', '4'])
    await expect(listed(admin, searchId, { from: dayAfter(2), to: dayAfter(1) })).rejects.toMatchObject({
      code: 'invalid',
    })
  })

  test('exclude hidden ones; another team finds no such search; every format is written', async () => {
    const { searchId } = await make([{ ...PLAIN, pages: [[901, 902]] }])
    await markItem(admin, markInput.parse({ itemId: '901', state: 'hidden' }))
    expect(idsOf(await listed(admin, searchId))).toEqual(['902'])
    const stranger = await makeOtherTeam(world.team)
    await expect(listed(stranger.admin, searchId)).rejects.toMatchObject({ code: 'not_found' })
    await expect(exported(stranger.admin, searchId)).rejects.toMatchObject({ code: 'not_found' })
    for (const format of ['csv', 'xlsx', 'parquet'] as const) {
      const file = await exportSearch(admin, { searchId, format })
      let bytes = 0
      for await (const chunk of file.chunks) bytes += chunk.length
      expect(bytes).toBeGreaterThan(100)
    }
  })

  test('are read in limited steps that continue, even if most runs bring nothing', async () => {
    const { searchId } = await make([{ ...PLAIN, pages: [[7]] }])
    const [run] = await opened.db.run.findMany({ where: { searchId } })
    if (!run) return expect.unreachable()
    const empty = Array.from({ length: EMPTY_RUNS }, (_, index) => ({
      ...run,
      id: crypto.randomUUID(),
      startedAt: new Date(run.startedAt.getTime() + (index + 1) * 1000),
    }))
    await opened.db.run.createMany({ data: empty })
    const first = await listSearchItems(admin, searchItemsInput.parse({ searchId }))
    expect(first.items).toEqual([])
    expect(first.next).not.toBeNull()
    expect(idsOf(await listed(admin, searchId))).toEqual(['7'])
  })
})
