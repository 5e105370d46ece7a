import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countRuns, insertPastRuns, listLastRuns, listRunsPage, runsUrlQuerySchema } from '@/lib/collect/runs'
import {
  changeSearches,
  countSearches,
  createSearch,
  deleteSearch,
  findSearches,
  findSearchesInput,
  listTags,
  restoreSearch,
} from '@/lib/collect/searches'
import { foldText, nameKeyOf, newId } from '@/lib/kernel'
import { insertRows, transaction } from '@/lib/platform/db'
import { makeMember, makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine, describeOnSqlite } from '@/tests/support/databases'
import { notedStatements } from '@/tests/support/noted-statements'

const ROWS = 10_000
const AT_ONCE = 500

describeOnEachEngine('lists of ten thousand rows', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const { admin } = await makeTeam(opened.db, clock)
  const [teamId, ownerId] = [admin.team.id, admin.actor.memberId]
  const ids = Array.from({ length: ROWS }, newId)
  const timeOf = (at: number) => new Date(Date.UTC(2026, 0, 1) + at * 60_000)
  const searches = ids.map((id, at) => {
    const [name, tags] = [`Brand watch ${at + 1}`, at % 100 === 0 ? '["weekly"]' : '[]']
    return {
      ...{ id, teamId, ownerId, name, tags, nameKey: nameKeyOf(name), operation: 'search', subject: 'a' },
      ...{ folded: foldText([name, tags, 'a'].join('\n')), shared: true, lastRunAt: timeOf(ROWS - at) },
      ...{ createdAt: timeOf(at), updatedAt: timeOf(at) },
    }
  })
  const sums = { pages: 1, items: 20, newItems: 0, chargeNano: 1n, unpricedItems: 0 }
  const runs = ids.map((searchId, at) => ({
    run: {
      ...{ id: randomUUID(), teamId, searchId, searchName: `Brand watch ${at + 1}`, streamId: newId() },
      ...{ operation: 'search' as const, subject: 'a', product: null, keyId: newId(), keyPrefix: 'xd' },
      ...{ environmentId: newId(), environmentName: 'Test', memberId: ownerId, memberName: 'Ada' },
      ...{ shared: true, startedAt: timeOf(at) },
    },
    sums,
    end: { reason: 'last_page' as const, at: timeOf(at) },
  }))
  for (let from = 0; from < ROWS; from += AT_ONCE)
    await transaction(opened.db, async (tx) => {
      await insertRows(tx, 'SavedSearch', searches.slice(from, from + AT_ONCE))
      await insertPastRuns(tx, runs.slice(from, from + AT_ONCE))
    })
  if (opened.location.engine === 'postgres') await opened.db.$executeRawUnsafe('ANALYZE')

  const times: string[] = []
  const timed = async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
    await work()
    const from = performance.now()
    const result = await work()
    times.push(`${what} ${(performance.now() - from).toFixed(0)} ms`)
    return result
  }

  test('a page of searches costs the same at any position and in every order; its timings are printed', async () => {
    const screen = (given: Record<string, unknown>) => {
      const part = findSearchesInput.parse(given)
      return Promise.all([findSearches(admin, part), countSearches(admin, part), listTags(admin)])
    }
    for (const sort of ['name', '-name', 'created', '-created', 'run', '-run']) {
      const [{ searches: shown, next }, counts] = await timed(`searches by ${sort}`, () => screen({ sort }))
      expect([shown.length, counts.all, next === null]).toEqual([50, ROWS, false])
      let after = next
      for (let page = 0; page < 5; page++)
        after = (await findSearches(admin, findSearchesInput.parse({ sort, after }))).next
      const [deep] = await timed(`its page 7`, () => screen({ sort, after }))
      expect(deep.searches).toHaveLength(50)
    }
    const [found, counts] = await timed('searches with a text', () => screen({ text: 'watch 777' }))
    expect([found.searches.length, counts.found]).toEqual([11, 11])
    const { searches: first } = found
    await timed('their last runs', () =>
      listLastRuns(
        admin,
        first.map(({ id }) => id),
      ),
    )
  })

  test('a page of runs costs the same at any position', async () => {
    const screen = (given: Record<string, unknown>) => {
      const query = runsUrlQuerySchema.parse(given)
      return Promise.all([listRunsPage(admin, 50, query), countRuns(admin, query)])
    }
    const [page, counts] = await timed('runs', () => screen({}))
    expect([page?.runs.length, counts]).toEqual([50, { all: ROWS, found: ROWS }])
    await timed('runs after others', () => screen({ after: page?.next }))
    const [named, some] = await timed('runs with a text', () => screen({ text: 'WATCH 777' }))
    expect([named?.runs.length, some.found]).toEqual([11, 11])
    console.log(`${opened.location.engine}, ${ROWS} rows: ${times.join(' · ')}`)
  })
})

describeOnEachEngine('a change of many searches', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const team = await makeTeam(opened.db, clock)
  const member = await makeMember(team, 'member')
  const make = async (ctx: typeof team.admin, given: { shared?: boolean; tags?: string[] } = {}) =>
    (await createSearch(ctx, { name: 'A', operation: 'timeline', subject: 'ada', ...given })).id
  const audited = () => opened.db.auditEntry.count({ where: { action: 'search.update' } })

  test('applies to each that it may, counts what differs, and says what was refused', async () => {
    const [own, shared, theirs] = [
      await make(member, { shared: false }),
      await make(member),
      await make(team.admin),
    ]
    const before = await audited()
    expect(await changeSearches(member, { ids: [own, shared, theirs, own], change: 'share' })).toEqual({
      given: clock.now().toISOString(),
      changed: [own],
      refused: [{ id: theirs, message: expect.stringContaining('Only its owner or an admin') }],
    })
    expect(await audited()).toBe(before + 1)
    const full = await make(member, { tags: Array.from({ length: 10 }, (_, at) => `t${at}`) })
    const tagged = await changeSearches(member, { ids: [own, full], change: 'tag', name: 'urgent' })
    expect(tagged).toMatchObject({ changed: [own], refused: [{ id: full }] })
    const found = async (tag: string) =>
      (await findSearches(member, findSearchesInput.parse({ tag }))).searches.map(({ id }) => id)
    expect(await found('urgent')).toEqual([own])
    await changeSearches(member, { ids: [own, full], change: 'untag', name: 'urgent' })
    expect(await found('urgent')).toEqual([])
    expect((await changeSearches(member, { ids: [own], change: 'star' })).changed).toEqual([own])
    expect((await changeSearches(member, { ids: [own], change: 'star' })).changed).toEqual([])
    expect((await changeSearches(member, { ids: [own, shared], change: 'delete' })).changed).toHaveLength(2)
    expect((await changeSearches(member, { ids: [own, shared], change: 'restore' })).changed).toHaveLength(2)
  })

  test('is taken back as it was given, unless somebody has changed the search since', async () => {
    const [kept, touched] = [await make(member, { shared: false }), await make(member, { shared: false })]
    const ids = [kept, touched]
    const { given } = await changeSearches(member, { ids, change: 'share' })
    clock.advance(1000)
    // Whoever stopped sharing it and shared it again meant it.
    await changeSearches(member, { ids: [touched], change: 'unshare' })
    await changeSearches(member, { ids: [touched], change: 'share' })
    expect(await changeSearches(member, { ids, change: 'unshare', given })).toMatchObject({
      ...{
        changed: [kept],
        refused: [{ id: touched, message: expect.stringContaining('changed this search') }],
      },
    })
    const deleted = await changeSearches(member, { ids, change: 'delete' })
    clock.advance(1000)
    await restoreSearch(team.admin, touched)
    await deleteSearch(team.admin, touched)
    const back = await changeSearches(member, { ids, change: 'restore', given: deleted.given })
    expect(back).toMatchObject({ changed: [kept], refused: [{ id: touched }] })
  })

  test('is refused as a whole if nothing can be done, and to a viewer, who may only star', async () => {
    const id = await make(team.admin)
    const other = await makeOtherTeam(team)
    await expect(changeSearches(other.admin, { ids: [id], change: 'delete' })).rejects.toMatchObject({
      code: 'not_found',
    })
    const viewer = await makeMember(team, 'viewer')
    await expect(changeSearches(viewer, { ids: [id], change: 'share' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect((await changeSearches(viewer, { ids: [id], change: 'star' })).changed).toEqual([id])
    await expect(changeSearches(team.admin, { ids: [id], change: 'tag' })).rejects.toMatchObject({
      fields: { name: 'Enter a tag.' },
    })
  })

  test('the migration gives older searches the same keys as new ones', async () => {
    const names = ['Watch 7', 'WATCH 007b12', 'Über 10', '3', `n ${'9'.repeat(20)} ${'8'.repeat(25)}`, '٣ a']
    for (const name of [...names, `1${'a1'.repeat(39)}`])
      await createSearch(team.admin, { name, operation: 'timeline', subject: 'ada 5', tags: ['6'] })
    const read = () =>
      opened.db.savedSearch.findMany({ select: { name: true, nameKey: true }, orderBy: { id: 'asc' } })
    const expected = await read()
    expect(expected.map(({ name }) => nameKeyOf(name))).toEqual(expected.map(({ nameKey }) => nameKey))
    await opened.db.savedSearch.updateMany({ data: { nameKey: '' } })
    const file = `prisma/${opened.location.engine}/migrations/20261128130000_search_lists/migration.sql`
    const statement = /^UPDATE "SavedSearch" SET "nameKey"[^;]*;/m.exec(readFileSync(file, 'utf8'))?.[0]
    await opened.db.$executeRawUnsafe(statement ?? '')
    expect(await read()).toEqual(expected)
  })
})

describeOnSqlite('the query plan of a list of searches', async (open) => {
  const opened = await open()
  const { admin } = await makeTeam(opened.db, makeTestClock())

  test.each([
    ['name', 'nameKey'],
    ['-created', 'createdAt'],
    ['-run', 'lastRunAt'],
  ])('by %s uses its index', async (sort, column) => {
    const part = findSearchesInput.parse({ sort, after: `0~a~1` })
    const texts = await notedStatements(() => findSearches(admin, part))
    const [text = ''] = texts.filter((one) => one.includes('NOT IN (SELECT p."searchId"'))
    const values = Array.from({ length: text.split('?').length - 1 }, () => null)
    const plan = await opened.db.$queryRawUnsafe<{ detail: string }[]>(
      `EXPLAIN QUERY PLAN ${text}`,
      ...values,
    )
    expect(plan[0]?.detail).toContain(`USING INDEX SavedSearch_teamId_${column}_id_idx`)
    expect(plan.filter(({ detail }) => /TEMP B-TREE FOR ORDER BY/.test(detail))).toEqual([])
  })
})
