import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { afterAll, expect, test } from 'vitest'
import { exportInput, exportRun } from '@/lib/collect/exports'
import { createBackgroundRuns, itemsInput, listRunItems, startBackgroundRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { systemClock } from '@/lib/kernel'
import { addKey } from '@/lib/keys/keys'
import { itemsOf } from '@/tests/factories/items'
import { makeMember, makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnEachEngine } from '@/tests/support/databases'
import { parquetTable, sheetRows } from '@/tests/support/read-exports'

describeOnEachEngine('views of a run’s items', async (open) => {
  const opened = await open()
  const upstream = await startTestUpstream(systemClock)
  const team = await makeTeam(opened.db, systemClock)
  const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
  const added = await addKey(team.admin, upstream, {
    key: upstream.issueKey().key,
    name: '',
    ...where,
  })
  const keyId = added.id
  const search = { name: 'Ada', operation: 'timeline', subject: 'ada', shared: false } as const
  const { id: searchId } = await createSearch(team.admin, search)
  const background = createBackgroundRuns({
    services: upstream,
    clock: systemClock,
    isShared: false,
    onError: (error) => expect.unreachable(String(error)),
  })
  const input = { runId: randomUUID(), searchId, keyId, capItems: 300 }
  const runId = (await startBackgroundRun(team.admin, { ...upstream, background }, input)).runId
  await background.ended(runId)
  afterAll(() => upstream.close())
  const runOf = async (subject: string, capItems: number) => {
    const { id: searchId } = await createSearch(team.admin, { name: subject, operation: 'timeline', subject })
    const input = { runId: randomUUID(), searchId, keyId, capItems }
    const { runId } = await startBackgroundRun(team.admin, { ...upstream, background }, input)
    await background.ended(runId)
    return runId
  }
  const look = (view: Record<string, unknown>, ctx = team.admin) =>
    listRunItems(ctx, itemsInput.parse({ runId, ...view }))

  test('windows of any size and position show the same items in the same order', async () => {
    const all = await itemsOf(team.admin, runId)
    expect(all.map(({ place }) => place)).toEqual(all.map((_, place) => place))
    for (const [from, count] of [
      [0, 1],
      [95, 10],
      [290, 100],
      [299, 500],
      [300, 10],
    ] as const) {
      const window = await look({ from, count })
      expect(window.total).toBe(300)
      expect(window.items).toEqual(all.slice(from, from + count))
    }
  })

  test('sorts by time and by author, and finds words and authors regardless of case', async () => {
    const all = await itemsOf(team.admin, runId)
    const times = all.map(({ createdAt }) => createdAt ?? '')
    const oldest = await look({ sort: 'oldest', count: 500 })
    expect(oldest.items.map(({ createdAt }) => createdAt ?? '')).toEqual([...times].sort())
    const newest = await look({ sort: 'newest', count: 500 })
    expect(newest.items.map(({ createdAt }) => createdAt ?? '')).toEqual([...times].sort().reverse())
    expect((await look({ sort: 'author', count: 500 })).total).toBe(300)

    const [word = ''] = /[a-z]{5,}/.exec(all.map(({ text }) => text).join(' ')) ?? []
    const found = await look({ text: word.toUpperCase(), count: 500 })
    const holds = all.filter(({ text, author }) =>
      [text, author.name, author.handle].some((field) => field?.toLowerCase().includes(word)),
    )
    expect(found.items).toEqual(holds)
    expect(await look({ text: 'nobody has ever said this' })).toMatchObject({ total: 0, items: [] })
  })

  test('finds authors in any alphabet, however their accents are typed', async () => {
    const [esme, farouk] = [await runOf('esme', 20), await runOf('farouk', 20)]
    for (const text of ['ESMÉ', 'esmé'.normalize('NFD'), 'É'])
      expect(await look({ runId: esme, text })).toMatchObject({ total: 20 })
    expect(await look({ runId: esme, text: 'esme lind' })).toMatchObject({ total: 0 })
    expect(await look({ runId: farouk, text: 'فاروق' })).toMatchObject({ total: 20 })
  })

  test('an export contains exactly the view, complete and in its order, in each format', async () => {
    const read = async (query: Record<string, unknown>) => {
      const { chunks, name } = await exportRun(team.admin, exportInput.parse({ runId, ...query }))
      const parts: Uint8Array[] = []
      for await (const chunk of chunks) parts.push(Buffer.from(chunk))
      const file = Buffer.concat(parts)
      return { file, text: file.toString('utf8'), name }
    }
    const newest = await look({ sort: 'newest', count: 500 })
    const csv = await read({ format: 'csv', sort: 'newest' })
    const rows: Record<string, string>[] = parse(csv.text, { columns: true, bom: true })
    expect(rows.map(({ id }) => id)).toEqual(newest.items.map(({ id }) => id))
    expect(csv.name).toMatch(/^Ada-\d{4}_\d\d_\d\d-newest-Europe_Berlin\.csv$/)
    expect(rows[0]?.time).toMatch(/\+0[12]:00$/)
    // For a baseline nothing is said about what is new, as on its page.
    expect(new Set(rows.map((row) => row.new))).toEqual(new Set(['']))

    const ids = newest.items.map(({ id }) => id)
    const { file: workbook } = await read({ format: 'xlsx', sort: 'newest' })
    expect((await sheetRows(workbook, 'Items')).slice(1).map(([id]) => id)).toEqual(ids)
    const about = await sheetRows(workbook, 'About')
    for (const line of [
      ['Search', 'Ada'],
      ['Run', runId],
      ['Time zone', 'Europe/Berlin'],
      ['Which items', 'All but hidden ones'],
      ['Order', 'Newest first'],
      ['Items', 300],
    ]) {
      expect(about).toContainEqual(line)
    }
    const table = parquetTable((await read({ format: 'parquet', sort: 'newest' })).file)
    expect(ids.map((_, at) => table.row(at)[0])).toEqual(ids)
    expect(table.metadata?.get('Run')).toBe(runId)

    const lines = (await read({ format: 'jsonl' })).text.trimEnd().split('\n')
    const stored = await itemsOf(team.admin, runId)
    const unsaid = { isNew: null, isStarred: false, note: null }
    expect(lines.map((line) => JSON.parse(line))).toMatchObject(
      stored.map((item) => ({ ...item, ...unsaid })),
    )
    const stranger = await makeOtherTeam(team)
    const asked = exportInput.parse({ runId, format: 'csv' })
    await expect(exportRun(stranger.admin, asked)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('of a baseline, nothing is reported as new', async () => {
    expect(await look({ only: 'new' })).toMatchObject({ total: 0, items: [] })
  })

  test('a private run’s items are not found by others of the team, nor by another team', async () => {
    const colleague = await makeMember(team, 'admin', 'Cora Colleague')
    const stranger = await makeOtherTeam(team)
    for (const ctx of [colleague, stranger.admin]) {
      await expect(look({}, ctx)).rejects.toMatchObject({ code: 'not_found' })
    }
  })
})
