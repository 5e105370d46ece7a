import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { exportInput, exportRun } from '@/lib/collect/exports'
import {
  createBackgroundRuns,
  createRunServices,
  fetchNextPage,
  getRawPage,
  getRun,
  listRuns,
  startBackgroundRun,
  startRun,
  testProvider,
} from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { EXPORT_FORMAT_NAMES, newId, systemClock } from '@/lib/kernel'
import { addKey } from '@/lib/keys/keys'
import { listEntries } from '@/lib/money/ledger'
import { createVault } from '@/lib/platform/vault'
import { readProvider, unpackJson } from '@/lib/upstream/client'
import { createPacers } from '@/lib/upstream/pacing'
import { createUpstreams } from '@/lib/upstream/providers'
import { itemsOf } from '@/tests/factories/items'
import { startRepeatingUpstream } from '@/tests/factories/repeating-upstream'
import { makeTeam } from '@/tests/factories/team'
import { describeOnDatabase } from '@/tests/support/databases'
import { KEY_FORMS } from '@/tests/support/key-forms'
import { createLeakFinder } from '@/tests/support/leaks'
import { parquetTable, sheetRows } from '@/tests/support/read-exports'

/** Contains characters that the encoders of PHP and Go escape, and otherwise letters and digits. */
const KEY = 'xd_live_8fK2a/b<Cd9>eF1&gH3%iJ5?kL7~mN0p'

/** Twelve characters of its secret part, as Node prints bytes. */
const BYTES = [...Buffer.from(KEY.slice(12, 24))].join(',')

describeOnDatabase('an upstream that repeats the key in every form', async (open, engine) => {
  const find = createLeakFinder([KEY], { nested: true })
  const text = (value: unknown) =>
    JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}` : inner))
  const leaksIn = (where: string, value: unknown) => find(where, strings(value).join('\n'))

  const opened = await open()
  const upstream = await startRepeatingUpstream(KEY)
  const upstreams = createUpstreams({
    baseUrl: upstream.baseUrl,
    clock: systemClock,
    provider: readProvider({ price: { timeline: '0.001' } }),
  })
  const access = { upstreams, pacers: createPacers(systemClock), vault: createVault(randomBytes(32)) }
  const services = createRunServices(access, newId(), systemClock)
  const team = await makeTeam(opened.db, systemClock)
  const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
  const keyId = (await addKey(team.admin, services, { key: KEY, name: '', ...where })).id
  afterAll(async () => {
    services.pacers.closeAll()
    await services.upstreams.close()
    await upstream.close()
  })
  const searchFor = async (subject: string) =>
    (await createSearch(team.admin, { name: subject, operation: 'timeline', subject, shared: true })).id

  test('does not leak from a run read page by page: answers, items, raw views, exports', async () => {
    const input = { runId: randomUUID(), searchId: await searchFor('ada'), keyId }
    const first = await startRun(team.admin, services, input)
    expect(first.page?.items).toHaveLength(KEY_FORMS.length)
    const next = await fetchNextPage(team.admin, services, { continuation: first.continuation ?? '' })
    expect(next.page?.items).toHaveLength(KEY_FORMS.length ** 2)
    await expectClean(input.runId, [first, next])
  })

  test('does not leak from a run in the background', async () => {
    const background = createBackgroundRuns({
      services,
      clock: systemClock,
      isShared: false,
      onError: (error) => expect.unreachable(String(error)),
    })
    const input = { runId: randomUUID(), searchId: await searchFor('bea'), keyId }
    await startBackgroundRun(team.admin, { ...services, background }, input)
    await background.ended(input.runId)
    await expectClean(input.runId, [])
  })

  async function expectClean(runId: string, answers: unknown[]): Promise<void> {
    const items = await itemsOf(team.admin, runId)
    expect(items).toHaveLength(KEY_FORMS.length + KEY_FORMS.length ** 2)
    for (const item of items) expect(text(item)).toContain('[withheld: contains the API key]')
    const raw = await Promise.all([1, 2].map((pageNumber) => getRawPage(team.admin, { runId, pageNumber })))
    for (const { json } of raw) expect(json).not.toContain(BYTES)
    expect(leaksIn('answers', answers)).toEqual([])
    expect(leaksIn('items', items)).toEqual([])
    expect(
      leaksIn(
        'raw',
        raw.map(({ json }) => JSON.parse(json)),
      ),
    ).toEqual([])
    for (const format of EXPORT_FORMAT_NAMES)
      expect(leaksIn(format, await readExport(runId, format))).toEqual([])
  }

  async function readExport(runId: string, format: (typeof EXPORT_FORMAT_NAMES)[number]): Promise<unknown> {
    const { chunks } = await exportRun(team.admin, exportInput.parse({ runId, format }))
    const parts: Buffer[] = []
    for await (const chunk of chunks) parts.push(Buffer.from(chunk))
    const file = Buffer.concat(parts)
    if (format === 'xlsx') return sheetRows(file, 'Items')
    if (format !== 'parquet') return file.toString('utf8')
    const table = parquetTable(file)
    return Array.from({ length: table.count }, (_, at) => table.row(at))
  }

  test('does not leak from refusals in JSON and HTML, nor from a provider test', async () => {
    for (const form of KEY_FORMS.keys()) {
      const status = form % 2 === 0 ? 400 : 403
      const searchId = await searchFor(`error-${status}-${form}`)
      const answer = await startRun(team.admin, services, { runId: randomUUID(), searchId, keyId })
      // A key in plain text has been cut to its prefix by then.
      expect(answer.problem?.upstreamWords).toMatch(/^\[withheld: contains the API key\]$|xd_live_8fK2…$/)
      expect(leaksIn(`error ${status}`, answer)).toEqual([])
      await team.admin.db.key.updateMany({ where: { id: keyId }, data: { status: 'active' } })
    }
    const found = await testProvider(team.admin, services, {
      ...{ keyId, operations: ['timeline'], user: 'ada', query: '', provokes: false, overrides: {} },
    })
    expect(found.pages[0]?.items).toBe(KEY_FORMS.length)
    expect(leaksIn('test of the provider', found)).toEqual([])
  })

  test('does not leak from a refusal in HTML with tags within the key', async () => {
    const searchId = await searchFor('tags')
    const { problem } = await startRun(team.admin, services, { runId: randomUUID(), searchId, keyId })
    await team.admin.db.key.updateMany({ where: { id: keyId }, data: { status: 'active' } })
    const { errors } = await testProvider(team.admin, services, {
      ...{ keyId, operations: ['timeline'], user: 'tags', query: '', provokes: false, overrides: {} },
    })
    for (const words of [problem?.upstreamWords, errors[0]?.words]) {
      expect(words).toBe('[withheld: contains the API key]')
      expect(leaksIn('words without blanks', words?.replaceAll(' ', ''))).toEqual([])
    }
  })

  test('does not leak from lists of runs, the ledger, or anything stored', async () => {
    const runs = await listRuns(team.admin)
    const views = await Promise.all(runs.map(({ id }) => getRun(team.admin, id)))
    expect(leaksIn('runs', [runs, views])).toEqual([])
    expect(leaksIn('ledger', await listEntries(team.admin, {}))).toEqual([])
    const rows = await allRows()
    expect(rows.length).toBeGreaterThan(700)
    expect(leaksIn('database', rows)).toEqual([])
  })

  test('the scan finds a planted key, in each form and in nested forms', async () => {
    for (const [at, outer] of KEY_FORMS.entries())
      for (const inner of [KEY_FORMS[0], KEY_FORMS[(at * 7 + 5) % KEY_FORMS.length]])
        expect(leaksIn('planted', { a: outer.write(inner?.write(KEY) ?? '') })).not.toEqual([])
    await team.admin.db.run.updateMany({ data: { endNote: KEY } })
    expect(leaksIn('database', await allRows())).not.toEqual([])
  })

  /** Returns every row of every table, with packed content unpacked. */
  async function allRows(): Promise<unknown[]> {
    const { db } = opened
    const names = await db.$queryRawUnsafe<{ name: string }[]>(
      engine === 'sqlite'
        ? `SELECT name FROM sqlite_master WHERE type = 'table'`
        : `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()`,
    )
    const tables = await Promise.all(
      names.map(({ name }) => db.$queryRawUnsafe<Record<string, unknown>[]>(`SELECT * FROM "${name}"`)),
    )
    return Promise.all(tables.flat().map(readable))
  }
})

async function readable(row: Record<string, unknown>): Promise<unknown> {
  const columns = Object.entries(row).map(async ([name, value]) => [
    name,
    value instanceof Uint8Array
      ? await unpackJson(value)
          .then((json) => JSON.parse(json))
          .catch(() => Buffer.from(value).toString('latin1'))
      : value,
  ])
  return Object.fromEntries(await Promise.all(columns))
}

/** Returns all texts and property names of a value. */
function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...strings(inner)])
}
