import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { listLastRuns, startRun } from '@/lib/collect/runs'
import {
  countSearches,
  createSearch,
  deleteSearch,
  findSearches,
  findSearchesInput,
  getSearch,
  listDuplicateSearches,
  listSearches,
  listSearchNames,
  listTags,
  restoreSearch,
  starSearch,
  updateSearch,
} from '@/lib/collect/searches'
import { addKey } from '@/lib/keys/keys'
import { makeMember, makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnEachEngine } from '@/tests/support/databases'

describeOnEachEngine('saved searches, page by page', async (open) => {
  const ids: string[] = []
  const make = async (name: string, given: { subject?: string; tags?: string[]; shared?: boolean } = {}) => {
    const { id } = await createSearch(team.admin, { name, operation: 'search', subject: 'ada', ...given })
    ids.push(id)
    return id
  }
  const opened = await open()
  const clock = makeTestClock()
  const upstream = await startTestUpstream(clock)
  const team = await makeTeam(opened.db, clock)
  for (let n = 0; n < 120; n++) await make(`Search ${n % 60}`, n % 7 === 0 ? { shared: false } : {})
  afterAll(() => upstream.close())
  const at = (text: string) => findSearchesInput.parse({ text })
  /** Reads all pages of a list by their links, and back again. */
  const walk = async (ctx: TestTeam['admin'], given: Record<string, unknown> = {}) => {
    const pages = [await findSearches(ctx, findSearchesInput.parse(given))]
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
      pages.push(await findSearches(ctx, findSearchesInput.parse({ ...given, after: next })))
    const back = [pages.at(-1)]
    for (let previous = back[0]?.previous; previous; previous = back.at(-1)?.previous)
      back.push(await findSearches(ctx, findSearchesInput.parse({ ...given, before: previous })))
    const there = pages.flatMap(({ searches }) => idsOf(searches))
    expect(back.toReversed().flatMap((page) => idsOf(page?.searches ?? []))).toEqual(there)
    return pages
  }
  const idsOf = (searches: readonly { readonly id: string }[]) => searches.map(({ id }) => id)

  test('the pages make up the list, starred ones first, also with equal names', async () => {
    await starSearch(team.admin, { searchId: ids[99] ?? '', isStarred: true })
    await starSearch(team.admin, { searchId: ids[3] ?? '', isStarred: true })
    const viewer = await makeMember(team, 'viewer')
    for (const ctx of [team.admin, viewer]) {
      const all = await listSearches(ctx)
      const pages = await walk(ctx)
      expect(pages.map(({ searches }) => searches.length)).toEqual([50, 50, all.length - 100])
      expect(pages.flatMap(({ searches }) => idsOf(searches))).toEqual(idsOf(all))
      expect(await countSearches(ctx, at(''))).toEqual({ all: all.length, found: all.length })
    }
    expect(idsOf((await findSearches(team.admin, at(''))).searches).slice(0, 2)).toEqual([ids[3], ids[99]])
  })

  test('each order leads through all pages and back, and names are sorted by their numbers', async () => {
    const named = (pages: Awaited<ReturnType<typeof walk>>) =>
      pages.flatMap(({ searches }) => searches.filter(({ isStarred }) => !isStarred).map(({ name }) => name))
    const inOrder = named(await walk(team.admin))
    expect(inOrder.slice(0, 4)).toEqual(['Search 0', 'Search 0', 'Search 1', 'Search 1'])
    expect(inOrder.at(-1)).toBe('Search 59')
    for (const sort of ['-name', 'created', '-created', 'run', '-run']) {
      const pages = await walk(team.admin, { sort })
      expect(new Set(pages.flatMap(({ searches }) => idsOf(searches))).size).toBe(120)
    }
    expect(named(await walk(team.admin, { sort: '-name' })).map((name) => name)).toEqual(inOrder.toReversed())
    // A position from another order is ignored.
    const { next } = await findSearches(team.admin, at(''))
    const other = await findSearches(team.admin, findSearchesInput.parse({ sort: '-run', after: next }))
    expect(other.searches).toHaveLength(50)
  })

  test('filters by tag, owner, kind and schedule', async () => {
    const wanted = await make('Filtered 1', { tags: ['100%', 'b'] })
    const [first = '', second = ''] = ids
    const find = async (given: Record<string, unknown>, scheduled: string[] = []) =>
      idsOf((await findSearches(team.admin, findSearchesInput.parse(given), scheduled)).searches)
    expect(await find({ tag: '100%' })).toEqual([wanted])
    expect(await find({ tag: '100' })).toEqual([])
    expect(await listTags(team.admin)).toEqual(['100%', 'b'])
    expect(await find({ tag: 'b', owner: team.admin.actor.memberId, kind: 'search' })).toEqual([wanted])
    expect(await find({ tag: 'b', kind: 'timeline' })).toEqual([])
    expect(await find({ schedule: 'yes', tag: 'b' }, [wanted])).toEqual([wanted])
    expect(await find({ schedule: 'no', tag: 'b' }, [wanted])).toEqual([])
    expect(await find({ schedule: 'yes' }, [])).toEqual([])
    expect(await find({ schedule: 'yes' }, [first, second])).toHaveLength(2)
    expect((await countSearches(team.admin, findSearchesInput.parse({ tag: 'b' }))).found).toBe(1)
    await deleteSearch(team.admin, wanted)
  })

  test('text is searched literally in name, tags and question, regardless of case', async () => {
    const named = await make('100 %_Rust')
    const asked = await make('other', { subject: 'from:Grace lang:en' })
    const tagged = await make('another', { tags: ['Émile'] })
    const find = async (text: string) => idsOf((await findSearches(team.admin, at(text))).searches)
    expect(await find('%_rUST')).toEqual([named])
    expect(await find('FROM:grace')).toEqual([asked])
    expect(await find('Émile')).toEqual([tagged])
    expect(await find("'; --")).toEqual([])
    expect(await find('%')).toEqual([named])
  })

  test('text is found in any alphabet, regardless of case and of how accents were typed', async () => {
    const named = await make('Ägypten Reisen'.normalize('NFD'))
    const tagged = await make('tagged', { tags: ['Червоний день'] })
    const asked = await make('asked', { subject: 'from:Ελπίς Straße' })
    const find = async (text: string) => idsOf((await findSearches(team.admin, at(text))).searches)
    for (const form of ['NFC', 'NFD']) {
      for (const text of ['Ägypten', 'ägypten', 'ÄGYPTEN r'])
        expect(await find(text.normalize(form))).toEqual([named])
      for (const text of ['червоний', 'ЧЕРВОНИЙ']) expect(await find(text.normalize(form))).toEqual([tagged])
      for (const text of ['ΕΛΠΊΣ', 'ελπίσ', 'STRASSE'])
        expect(await find(text.normalize(form))).toEqual([asked])
    }
    await updateSearch(team.admin, { searchId: named, name: 'İzmir', operation: 'search', subject: 'ada' })
    expect(await find('ägypten')).toEqual([])
    expect(await find('izmir')).toEqual([named])
    await deleteSearch(team.admin, named)
    await restoreSearch(team.admin, named)
    expect(await find('İZMİR')).toEqual([named])
  })

  test('nobody finds what is private to another, in the trash, or of another team', async () => {
    const [own, old] = [await make('hidden', { shared: false }), await make('hidden')]
    await deleteSearch(team.admin, old)
    const viewer = await makeMember(team, 'viewer')
    const other = await makeOtherTeam(team)
    expect(idsOf((await findSearches(team.admin, at('hidden'))).searches)).toEqual([own])
    expect(await listSearchNames(team.admin, [own, old])).toEqual(new Map([[own, 'hidden']]))
    for (const ctx of [viewer, other.admin]) {
      expect((await findSearches(ctx, at('hidden'))).searches).toEqual([])
      expect(await listSearchNames(ctx, [own, old])).toEqual(new Map())
    }
  })

  test('each search has its last run that the member may see', async () => {
    const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
    const keyId = (await addKey(team.admin, upstream, { key: upstream.issueKey().key, name: '', ...where }))
      .id
    const run = async (searchId: string) => {
      clock.advance(1000)
      const runId = randomUUID()
      await startRun(team.admin, upstream, { runId, searchId, keyId })
      return runId
    }
    const [shared, own, unused] = [ids[1] ?? '', ids[0] ?? '', ids[2] ?? '']
    await run(shared)
    const [last, private_] = [await run(shared), await run(own)]
    const seenBy = async (ctx: TestTeam['admin']) =>
      [...(await listLastRuns(ctx, [shared, own, unused]))].map(([id, run]) => [id, run.id])
    expect(new Map((await seenBy(team.admin)) as [string, string][])).toEqual(
      new Map([
        [shared, last],
        [own, private_],
      ]),
    )
    expect(await seenBy(await makeMember(team, 'viewer'))).toEqual([[shared, last]])
    expect(await seenBy((await makeOtherTeam(team)).admin)).toEqual([])
    expect((await listLastRuns(team.admin, [shared])).get(shared)?.totals).toMatchObject({
      items: 50,
      pages: 1,
    })
    expect(await listLastRuns(team.admin, [])).toEqual(new Map())
    const latest = await findSearches(team.admin, findSearchesInput.parse({ sort: '-run' }))
    const unstarred = latest.searches.filter(({ isStarred }) => !isStarred)
    expect(idsOf(unstarred.slice(0, 2))).toEqual([own, shared])
  })

  test('an invalid page or text in an address is ignored', () => {
    for (const after of ['0', '2~x~a', ['1~a~b'], '1~a', undefined])
      expect(findSearchesInput.parse({ after, sort: 'x' })).toEqual({ text: '', sort: 'name' })
    // PostgreSQL accepts neither NUL nor a lone surrogate.
    for (const text of [['a'], 'a\0b', '\ud800'])
      expect(findSearchesInput.parse({ text })).toEqual({ text: '', sort: 'name' })
  })

  test('searches that ask the same are named to those who may see them, up to a few', async () => {
    const other = await makeOtherTeam(team)
    const member = await makeMember(other, 'member')
    const asking = { operation: 'search', subject: 'the same' } as const
    const save = (name: string, over: Partial<Parameters<typeof createSearch>[1]> = {}, ctx = other.admin) =>
      createSearch(ctx, { name, ...asking, ...over })
    const { id } = await save('First')
    const same = async (ctx = other.admin, searchId = id) =>
      (await listDuplicateSearches(ctx, await getSearch(ctx, searchId))).map(({ name }) => name)
    for (const over of [
      { product: 'Top' as const },
      { operation: 'timeline' as const },
      { subject: 'The same' },
    ])
      await save('Another question', over)
    await save('Elsewhere', {}, team.admin)
    expect(await same()).toEqual([])
    const { id: second } = await save('Second', {}, member)
    await save('Private', { shared: false }, member)
    const { id: gone } = await save('Gone')
    await deleteSearch(other.admin, gone)
    expect(await same()).toEqual(['Second'])
    expect(await same(member)).toEqual(['Private', 'Second'])
    expect(await same(member, second)).toEqual(['First', 'Private'])
    for (const name of ['Third', 'Fourth', 'Fifth']) await save(name)
    expect(await same()).toEqual(['Fifth', 'Fourth', 'Second'])
  })
})
