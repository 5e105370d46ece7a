import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { listLastRuns, startRun } from '@/lib/collect/runs'
import {
  createSearch,
  deleteSearch,
  findSearches,
  findSearchesInput,
  getSearch,
  listDuplicateSearches,
  listSearches,
  listSearchNames,
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
  const at = (text: string, page: number) => findSearchesInput.parse({ text, page })
  const idsOf = (searches: readonly { readonly id: string }[]) => searches.map(({ id }) => id)

  test('the pages together are the list, starred ones first, also with equal names', async () => {
    await starSearch(team.admin, { searchId: ids[99] ?? '', isStarred: true })
    await starSearch(team.admin, { searchId: ids[3] ?? '', isStarred: true })
    const viewer = await makeMember(team, 'viewer')
    for (const ctx of [team.admin, viewer]) {
      const all = await listSearches(ctx)
      const pages = [await findSearches(ctx, at('', 1)), await findSearches(ctx, at('', 2))]
      pages.push(await findSearches(ctx, at('', 3)))
      expect(pages.map(({ searches }) => searches.length)).toEqual([50, 50, all.length - 100])
      expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, true, false])
      const together = pages.flatMap(({ searches }) => searches)
      expect(new Set(idsOf(together))).toEqual(new Set(idsOf(all)))
      expect(together.map(({ isStarred }) => isStarred)).toEqual(all.map(({ isStarred }) => isStarred))
    }
    expect(idsOf((await findSearches(team.admin, at('', 1))).searches).slice(0, 2)).toEqual([ids[3], ids[99]])
    expect(await findSearches(team.admin, at('', 9))).toEqual({ searches: [], hasMore: false })
  })

  test('a text is looked for as it stands in name, tags and question, small or capital', async () => {
    const named = await make('100 %_Rust')
    const asked = await make('other', { subject: 'from:Grace lang:en' })
    const tagged = await make('another', { tags: ['Émile'] })
    const find = async (text: string) => idsOf((await findSearches(team.admin, at(text, 1))).searches)
    expect(await find('%_rUST')).toEqual([named])
    expect(await find('FROM:grace')).toEqual([asked])
    expect(await find('Émile')).toEqual([tagged])
    expect(await find("'; --")).toEqual([])
    expect(await find('%')).toEqual([named])
  })

  test('in any alphabet, whatever the case and however accents were typed', async () => {
    const named = await make('Ägypten Reisen'.normalize('NFD'))
    const tagged = await make('tagged', { tags: ['Червоний день'] })
    const asked = await make('asked', { subject: 'from:Ελπίς Straße' })
    const find = async (text: string) => idsOf((await findSearches(team.admin, at(text, 1))).searches)
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
    expect(idsOf((await findSearches(team.admin, at('hidden', 1))).searches)).toEqual([own])
    expect(await listSearchNames(team.admin, [own, old])).toEqual(new Map([[own, 'hidden']]))
    for (const ctx of [viewer, other.admin]) {
      expect((await findSearches(ctx, at('hidden', 1))).searches).toEqual([])
      expect(await listSearchNames(ctx, [own, old])).toEqual(new Map())
    }
  })

  test('the last run of each that the member may see', async () => {
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
  })

  test('what an address may hold instead of a page or a text is as if it were not given', () => {
    for (const page of ['0', '-1', 'x', ['1', '2'], '1.5', undefined])
      expect(findSearchesInput.parse({ page })).toEqual({ text: '', page: 1 })
    // PostgreSQL knows no NUL, and no half of a surrogate pair.
    for (const text of [['a'], 'a\0b', '\ud800'])
      expect(findSearchesInput.parse({ text, page: '3' })).toEqual({ text: '', page: 3 })
  })

  test('searches that ask the same are named to those who may see them, a few at most', async () => {
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
