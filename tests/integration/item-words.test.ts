import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { indexWaitingPages, markItem } from '@/lib/collect/items'
import { deleteRunItems, deleteTeamItems, expireItems } from '@/lib/collect/retention'
import { countItemsByDay, findItemsByWords, indexItems } from '@/lib/collect/runs'
import type { TeamCtx, Tx } from '@/lib/platform/db'
import { setItemRetention } from '@/lib/teams/teams'
import { oddItem } from '@/tests/factories/odd-items'
import { storeRun } from '@/tests/factories/stored-run'
import { makeMember, makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

const DAY = 86_400_000
const isMine = (): Promise<boolean> => Promise.resolve(true)

const itemsWith =
  (prefix: string, ...texts: readonly string[]) =>
  (at: number) => ({ ...oddItem(at), id: `${prefix} ${at}`, text: texts[at % texts.length] ?? '' })

describeOnEachEngine('search for words in everything bought', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const team = await makeTeam(opened.db, clock)
  const other = await makeOtherTeam(team)
  const bea = await makeMember(team, 'member')

  const index = async (ctx: TeamCtx = team.admin, mine: (tx: Tx) => Promise<boolean> = isMine) => {
    for await (const _ of indexItems(ctx, mine));
  }
  const find = (words: string, ctx: TeamCtx = team.admin, more: object = {}) =>
    findItemsByWords(ctx, { words, ...more }, { limit: 20 })
  const idsOf = async (words: string, ctx: TeamCtx = team.admin, more: object = {}) =>
    (await find(words, ctx, more)).items.map(({ id }) => id)

  test('pages wait until they are indexed, and the answer says so', async () => {
    const at = clock.now()
    const runId = await storeRun(team, 'w', 2, { itemAt: itemsWith('w', 'Hello wörld', 'Привет, мир') })
    expect(await find('hello')).toMatchObject({ items: [], waiting: { pages: 1, hasMore: false, since: at } })
    await index()
    expect(await find('HELLO')).toMatchObject({
      items: [{ id: 'w 0', text: 'Hello wörld', runId, boughtAt: at, searchName: 'Ada & <Bea> _x0041_' }],
      next: null,
      waiting: { pages: 0, since: null },
    })
    expect(await idsOf('мир привет')).toEqual(['w 1'])
    expect(await idsOf('hello привет')).toEqual([])
    expect(await idsOf('…')).toEqual([])
  })

  test('other teams find nothing, nor do other members for a private search', async () => {
    await storeRun(team, 'p', 1, {
      ...{ shared: false, memberId: bea.actor.memberId, itemAt: itemsWith('p', 'confidential') },
    })
    await index()
    expect(await idsOf('confidential', bea)).toEqual(['p 0'])
    expect(await idsOf('confidential')).toEqual([])
    expect(await idsOf('confidential', other.admin)).toEqual([])
    expect((await countItemsByDay(team.admin, { words: 'confidential' })).days.at(-1)?.count).toBe(0)

    // Later a shared search finds the same item: now everybody finds it, and its first owner only once.
    await storeRun(team, 'p2', 1, { itemAt: itemsWith('p', 'confidential') })
    await index()
    expect(await idsOf('confidential')).toEqual(['p 0'])
    expect(await idsOf('confidential', bea)).toEqual(['p 0'])
  })

  test('an item bought again is found once, with its newest text, as of its first purchase', async () => {
    const first = await storeRun(team, 'a', 1, { itemAt: itemsWith('a', 'zebra before') })
    const at = clock.now()
    await index()
    clock.advance(1000)
    await storeRun(team, 'a', 1, { itemAt: itemsWith('a', 'zebra after') })
    await index()
    expect(await find('zebra')).toMatchObject({
      items: [{ id: 'a 0', text: 'zebra after', runId: first, boughtAt: at }],
    })
    expect(await idsOf('before')).toEqual([])
  })

  test('an interrupted step is repeated, and nothing is found twice', async () => {
    await storeRun(team, 'k', 700, { itemAt: itemsWith('k', 'killed') })
    await expect(
      index(team.admin, () => Promise.reject(new Error('The process was killed.'))),
    ).rejects.toThrow('killed')
    let steps = 0
    const losing = index(team.admin, async () => ++steps < 2)
    await losing
    expect((await find('killed')).waiting.pages).toBe(4)
    await Promise.allSettled([index(), index()])
    await index()
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await findItemsByWords(team.admin, { words: 'killed' }, { limit: 300, after })
      seen.push(...page.items.map(({ id }) => id))
      after = page.next ?? undefined
    } while (after !== undefined)
    expect([seen.length, new Set(seen).size]).toEqual([700, 700])
  })

  test('deleted items are no longer found, even if they were being indexed', async () => {
    const runId = await storeRun(team, 'd', 1, { itemAt: itemsWith('d', 'walrus') })
    await index()
    expect(await idsOf('walrus')).toEqual(['d 0'])
    await deleteRunItems(team.admin, runId)
    expect(await idsOf('walrus')).toEqual([])
    const read = await storeRun(team, 'd2', 1, { itemAt: itemsWith('d2', 'walrus') })
    const readAudiences = async (ids: string[]) => {
      await deleteRunItems(team.admin, read)
      return new Map(ids.map((id) => [id, { audience: '', searchId: null }]))
    }
    for await (const _ of indexWaitingPages(team.admin, { isMine, readAudiences }));
    expect(await find('walrus')).toMatchObject({ items: [], waiting: { pages: 0 } })
    expect((await countItemsByDay(team.admin, { words: 'walrus' })).days.at(-1)?.count).toBe(0)
  })

  test('an item in two runs is found by the older one once the newer page is deleted', async () => {
    const first = await storeRun(team, 'e', 1, { itemAt: itemsWith('e', 'heron old') })
    clock.advance(1000)
    const second = await storeRun(team, 'e', 1, { itemAt: itemsWith('e', 'heron new') })
    await index()
    await deleteRunItems(team.admin, second)
    expect(await idsOf('heron')).toEqual([])
    expect((await find('heron')).waiting.pages).toBeGreaterThan(0)
    await index()
    expect(await find('heron')).toMatchObject({ items: [{ text: 'heron old', runId: first }] })
  })

  test('finds by author, by search and by day, and leaves out what the team has hidden', async () => {
    const searchId = randomUUID()
    const itemAt = (at: number) => ({
      ...itemsWith('f', 'quokka')(at),
      author: { id: null, handle: at === 0 ? 'Grace' : 'linus', name: null },
    })
    clock.advance(2 * DAY)
    const date = clock.now().toISOString().slice(0, 10)
    await storeRun(team, 'f', 2, { searchId, itemAt })
    await index()
    expect(await idsOf('quokka from:@grace')).toEqual(['f 0'])
    expect(await idsOf('quokka', team.admin, { search: searchId })).toHaveLength(2)
    expect(await idsOf('quokka', team.admin, { search: randomUUID() })).toEqual([])
    expect(await idsOf('quokka', team.admin, { from: date, to: date })).toHaveLength(2)
    expect(await idsOf('quokka', team.admin, { to: '2020-01-01' })).toEqual([])
    expect(await idsOf('quokka', team.admin, { from: '0001-01-01', to: '9999-12-31' })).toHaveLength(2)
    expect(await idsOf('quokka', team.admin, { from: '9999-12-31' })).toEqual([])
    const far = { after: '9'.repeat(19), limit: 20 }
    expect((await findItemsByWords(team.admin, { words: 'quokka' }, far)).items).toHaveLength(2)
    const future = await countItemsByDay(team.admin, { words: 'quokka', from: '9999-12-31' })
    expect(future.days.every(({ count }) => count === 0)).toBe(true)
    const days = await countItemsByDay(team.admin, { words: 'quokka' })
    expect(days.days).toHaveLength(90)
    expect(days.days.filter(({ count }) => count > 0).map(({ count }) => count)).toEqual([2])
    expect(days.isPart).toBe(false)
    await markItem(team.admin, { itemId: 'f 1', state: 'hidden' })
    expect(await idsOf('quokka')).toEqual(['f 0'])
  })

  test('odd and very long texts are indexed', async () => {
    const endless = Array.from({ length: 30_000 }, (_, at) =>
      String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000)),
    ).join('')
    const author = { id: null, handle: endless, name: endless }
    await storeRun(team, 'endless', 1, {
      itemAt: (at) => ({ ...itemsWith('endless', endless)(at), author }),
    })
    await index()
    expect(await idsOf(endless.slice(0, 50))).toEqual(['endless 0'])
    // Its letters have two halves, and the longest word would end between them.
    const adlam = `a${'\u{1e922}'.repeat(70)}`
    await storeRun(team, 'adlam', 1, { itemAt: itemsWith('adlam', adlam) })
    await index()
    expect(await idsOf(adlam)).toEqual(['adlam 0'])
    await storeRun(team, 'odd', 200)
    await index()
    expect((await find('padded')).items.length).toBeGreaterThan(0)
    expect((await find('بالعالم')).items.length).toBeGreaterThan(0)
  })

  test('expired items are no longer found, younger ones are', async () => {
    await storeRun(team, 'old', 1, { itemAt: itemsWith('old', 'ibis') })
    clock.advance(10 * DAY)
    await storeRun(team, 'young', 1, { itemAt: itemsWith('young', 'ibis') })
    await index()
    await setItemRetention(team.admin, { days: 7 })
    await expireItems(team.admin, () => Promise.resolve(true))
    expect(await idsOf('ibis')).toEqual(['young 0'])
    await deleteTeamItems(team.admin)
    expect(await idsOf('ibis')).toEqual([])
    const words = await opened.db.$queryRaw<unknown[]>`SELECT rowid FROM "ItemWords" LIMIT 1`
    expect(words).toEqual([])
  })
})
