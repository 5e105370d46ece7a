import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { exportInput, exportRun } from '@/lib/collect/exports'
import { markInput, markItem } from '@/lib/collect/items'
import { findItem, itemsInput, listRunItems } from '@/lib/collect/runs'
import { systemClock } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { oddItem } from '@/tests/factories/odd-items'
import { storeRun } from '@/tests/factories/stored-run'
import { makeMember, makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { describeOnEachEngine } from '@/tests/support/databases'

const COUNT = 250
const idAt = (place: number): string => oddItem(place).id
const mark = (ctx: TeamCtx, place: number, change: Record<string, unknown>) =>
  markItem(ctx, markInput.parse({ itemId: idAt(place), ...change }))

describeOnEachEngine('marks on items', async (open) => {
  const opened = await open()
  const first = await makeTeam(opened.db, systemClock)

  /** Makes a team for each test, with a run of 250 items. */
  async function begin() {
    const team = await makeOtherTeam(first)
    const streamId = randomUUID()
    const runId = await storeRun(team, streamId, COUNT)
    const look = (view: Record<string, unknown> = {}, ctx = team.admin) =>
      listRunItems(ctx, itemsInput.parse({ runId, count: 500, ...view }))
    const places = async (view: Record<string, unknown>) => (await look(view)).items.map(({ place }) => place)
    return { team, streamId, runId, look, places }
  }

  test('belong to the item in every run of the team, and name who set them last', async () => {
    const { team, streamId, look } = await begin()
    const grace = await makeMember(team, 'member', 'Grace')
    await mark(team.admin, 7, { state: 'starred' })
    await mark(grace, 7, { note: '  Ask Bea\nabout this ' })
    const expected = {
      itemId: idAt(7),
      state: 'starred',
      note: 'Ask Bea\nabout this',
      byName: 'Grace',
    }
    const window = await look()
    expect(window).toMatchObject({ total: COUNT, hidden: 0, isMarked: true, marks: [expected] })
    const again = await storeRun(team, streamId, COUNT)
    const elsewhere = await storeRun(team, randomUUID(), COUNT)
    for (const runId of [again, elsewhere]) {
      const marks = (await look({ runId, from: 5, count: 5 })).marks
      expect(marks).toMatchObject([expected])
      expect((await look({ runId, from: 8, count: 5 })).marks).toEqual([])
    }
  })

  test('are deleted when empty', async () => {
    const { team, look } = await begin()
    expect(await look()).toMatchObject({ isMarked: false, marks: [] })
    await mark(team.admin, 1, { state: 'starred', note: 'x' })
    await mark(team.admin, 1, { state: 'hidden', note: ' ' })
    expect((await look({ only: 'starred' })).marks).toEqual([])
    expect((await look({ only: 'hidden' })).marks).toMatchObject([{ state: 'hidden', note: '' }])
    expect(await mark(team.admin, 1, { state: 'none' })).toMatchObject({ state: 'none' })
    expect(await opened.db.itemMark.count({ where: { teamId: team.admin.team.id } })).toBe(0)
    await mark(team.admin, 1, { note: '' })
    expect(await look()).toMatchObject({ isMarked: false, total: COUNT })
  })

  test('views show starred, noted and hidden items; a filter finds notes', async () => {
    const { team, look, places } = await begin()
    expect(await places({ only: 'starred' })).toEqual([])
    for (const place of [240, 3, 120]) await mark(team.admin, place, { state: 'starred' })
    for (const place of [5, 120]) await mark(team.admin, place, { note: `Zanzibar ${place}` })
    expect(await places({ only: 'starred' })).toEqual([3, 120, 240])
    expect(await places({ only: 'noted' })).toEqual([5, 120])
    expect(await places({ text: 'zanzibar' })).toEqual([5, 120])
    expect(await places({ text: 'ZANZIBAR 5', only: 'noted' })).toEqual([5])
    expect(await places({ text: 'zanzibar', only: 'starred' })).toEqual([120])
    await mark(team.admin, 7, { note: 'Ägypten und Червоний день' })
    for (const text of ['ÄGYPTEN', 'ägypten'.normalize('NFD'), 'ЧЕРВОНИЙ', 'червоний'.normalize('NFD')])
      expect(await places({ text })).toEqual([7])
    await mark(team.admin, 7, { note: '' })
    // Changes show at once, whatever was found before.
    await mark(team.admin, 120, { state: 'none', note: 'Elsewhere' })
    await mark(team.admin, 121, { state: 'starred', note: 'Zanzibar' })
    expect(await places({ only: 'starred' })).toEqual([3, 121, 240])
    expect(await places({ text: 'zanzibar' })).toEqual([5, 121])
    expect(await look({ only: 'noted', count: 1 })).toMatchObject({ total: 3, hidden: 0 })
  })

  test('a hidden item is in no view but its own, nor in the export of one', async () => {
    const { team, runId, look, places } = await begin()
    await mark(team.admin, 4, { state: 'hidden', note: 'Spam' })
    await mark(team.admin, 99, { state: 'hidden' })
    const all = Array.from({ length: COUNT }, (_, place) => place)
    const rest = all.filter((place) => place !== 4 && place !== 99)
    expect(await places({})).toEqual(rest)
    expect(await look({ from: 90, count: 10 })).toMatchObject({ total: COUNT - 2, hidden: 2 })
    expect(await places({ from: 97, count: 2 })).toEqual([98, 100])
    expect((await places({ sort: 'author' })).sort((a, b) => a - b)).toEqual(rest)
    for (const view of [{ only: 'starred' }, { only: 'noted' }, { text: 'spam' }]) {
      expect(await look(view)).toMatchObject({ total: 0, items: [], hidden: view.text ? 1 : 2 })
    }
    expect(await places({ only: 'hidden' })).toEqual([4, 99])

    const exported = async (view: Record<string, unknown>) => {
      const input = exportInput.parse({ runId, format: 'jsonl', ...view })
      let text = ''
      for await (const chunk of (await exportRun(team.admin, input)).chunks) text += String(chunk)
      const lines = text.split('\n').filter(Boolean)
      return lines.map((line): unknown => JSON.parse(line).place)
    }
    expect(await exported({})).toEqual(rest)
    expect(await exported({ only: 'hidden' })).toEqual([4, 99])
    expect(await exported({ only: 'starred' })).toEqual([])
    await mark(team.admin, 4, { state: 'starred' })
    expect(await exported({ only: 'starred' })).toEqual([4])
    expect(await look()).toMatchObject({ total: COUNT - 1, hidden: 1 })
  })

  test('are exported, with star and note unchanged', async () => {
    const { team, runId } = await begin()
    await mark(team.admin, 4, { state: 'starred', note: '=Ask Bea' })
    await mark(team.admin, 120, { note: 'Later' })
    const exported = async (format: string) => {
      const { chunks } = await exportRun(team.admin, exportInput.parse({ runId, format }))
      let text = ''
      for await (const chunk of chunks) text += String(chunk)
      return text
    }
    const rows: Record<string, string>[] = parse(await exported('csv'), { columns: true, bom: true })
    const lines = (await exported('jsonl')).trimEnd().split('\n')
    expect(rows).toHaveLength(COUNT)
    for (const [place, row] of rows.entries()) {
      const { starred, note } = row
      const expected = { 4: ['true', "'=Ask Bea"], 120: ['false', 'Later'] }[place] ?? ['false', '']
      expect([starred, note]).toEqual(expected)
    }
    const marksOf = (line = '{}') => {
      const { isStarred, note } = JSON.parse(line)
      return { isStarred, note }
    }
    expect(marksOf(lines[4])).toEqual({ isStarred: true, note: '=Ask Bea' })
    expect(marksOf(lines[5])).toEqual({ isStarred: false, note: null })
  })

  test('viewers can only read, and nobody marks items that no run of the team has bought', async () => {
    const { team, look } = await begin()
    const viewer = await makeMember(team, 'viewer')
    await expect(mark(viewer, 1, { state: 'starred' })).rejects.toMatchObject({ code: 'forbidden' })
    await mark(team.admin, 1, { state: 'starred' })
    expect((await look({ only: 'starred' }, viewer)).marks).toHaveLength(1)
    await expect(mark(team.admin, COUNT, { state: 'starred' })).rejects.toMatchObject({ code: 'not_found' })
    const stranger = await makeOtherTeam(first)
    await expect(mark(stranger.admin, 1, { state: 'starred' })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('invalid input is refused with words', () => {
    const faults = (input: unknown) => markInput.safeParse(input).error?.issues.map(({ message }) => message)
    expect(faults({ itemId: '7' })).toEqual([expect.stringContaining('Say what to set')])
    expect(faults({ itemId: '', state: 'starred' })).toEqual(['Enter the id of an item.'])
    expect(faults({ itemId: 'a\0', state: 'starred' })).toEqual(['This is not the id of an item.'])
    expect(faults({ itemId: '7', note: 'x'.repeat(2001) })).toEqual(['Use at most 2,000 characters.'])
    expect(markInput.parse({ itemId: '7', note: `${'x'.repeat(1999)}\0` }).note).toHaveLength(1999)
  })

  test('another team’s marks and items never show', async () => {
    const { team, look } = await begin()
    const other = await makeOtherTeam(first)
    await storeRun(other, randomUUID(), COUNT)
    await mark(other.admin, 2, { state: 'hidden', note: 'Theirs' })
    expect(await look()).toMatchObject({ total: COUNT, hidden: 0, isMarked: false, marks: [] })
    expect(await findItem(team.admin, idAt(2))).toMatchObject({
      mark: null,
      sources: [{ searchName: expect.stringContaining('Ada') }],
    })
    const stranger = await makeOtherTeam(first)
    expect(await findItem(stranger.admin, idAt(2))).toBeNull()
  })

  test('an item is found by its id in all searches that bought it, the first one first', async () => {
    const { team, runId, streamId } = await begin()
    await storeRun(team, streamId, COUNT)
    const second = await storeRun(team, randomUUID(), 10)
    await mark(team.admin, 9, { note: 'Here' })
    const found = await findItem(team.admin, idAt(9))
    expect(found).toMatchObject({
      itemId: idAt(9),
      item: { id: idAt(9), text: oddItem(9).text },
      mark: { note: 'Here' },
    })
    expect(found?.sources.map((source) => source.runId)).toEqual([runId, second])
    expect((await findItem(team.admin, idAt(10)))?.sources.map((source) => source.runId)).toEqual([runId])
    expect(await findItem(team.admin, idAt(COUNT))).toBeNull()

    // Deleted items remain known as seen.
    await opened.db.resultPage.updateMany({ where: { runId }, data: { packed: null } })
    expect((await findItem(team.admin, idAt(9)))?.item).toMatchObject({ id: idAt(9) })
    expect(await findItem(team.admin, idAt(100))).toMatchObject({ item: null, sources: [{ runId }] })
  })

  test('another member’s private run does not show, unless it was shared later', async () => {
    const team = await makeOtherTeam(first)
    const colleague = await makeMember(team, 'admin', 'Cora Colleague')
    const streamId = randomUUID()
    const runId = await storeRun(team, streamId, 20, { shared: false })
    await mark(team.admin, 3, { note: 'Private so far' })
    expect(await findItem(colleague, idAt(3))).toBeNull()
    expect(await findItem(team.admin, idAt(3))).toMatchObject({ sources: [{ runId }] })
    const shared = await storeRun(team, streamId, 10)
    expect(await findItem(colleague, idAt(3))).toMatchObject({
      item: { id: idAt(3) },
      mark: { note: 'Private so far' },
      sources: [{ runId: shared }],
    })
    expect(await findItem(colleague, idAt(15))).toBeNull()
  })
})
