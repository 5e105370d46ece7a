import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createPageReader, defaultProvider, type PageReader } from '@/lib/upstream/client'
import { readAndPackPage } from '@/lib/upstream/client/digest-page'
import type { PageReaderOptions } from '@/lib/upstream/client/page-reader'
import { bundled } from '@/tests/support/bundled'
import { KEY_TEXT } from './server'

const pageOf = (items: readonly object[]) => ({
  body: Buffer.from(JSON.stringify({ tweets: items, next_cursor: 'c' })),
  charge: undefined,
  operation: 'timeline' as const,
  provider: defaultProvider,
  key: KEY_TEXT,
})
const PAGE = pageOf([{ id: '1', text: 'naïve 日本語 👩‍👩‍👧' }])

function readerWith(options: Partial<PageReaderOptions>): { reader: PageReader; troubles: unknown[] } {
  const troubles: unknown[] = []
  const onTrouble = (error: unknown) => void troubles.push(error)
  const reader = createPageReader({ onTrouble, startsAfter: 0, ...options })
  onTestFinished(() => reader.close())
  return { reader, troubles }
}

/** Writes a program for the thread to run, and returns its path. */
async function threadOf(code: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-thread-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const entry = join(folder, 'thread.mjs')
  await writeFile(entry, code)
  return entry
}

/** Bundles the thread's own program, which then starts sooner than one that is compiled as it loads. */
const quick = () => bundled('lib/upstream/client/reader-image.ts')

/** Asks repeatedly, as a busy run does, until the thread answers. */
const answered = (reader: PageReader) =>
  vi.waitFor(
    async () => {
      const reading = await reader.read(PAGE)
      if (!reading) throw new Error('Not yet')
      return reading
    },
    { timeout: 60_000 },
  )
const troubled = (troubles: unknown[], count = 1) =>
  vi.waitFor(() => expect(troubles).toHaveLength(count), { timeout: 60_000 })

test('the thread reads many pages at once as they are read here, and each call gets its own', async () => {
  const { reader, troubles } = readerWith({})
  expect(await reader.read(PAGE)).toBeNull()
  expect(await answered(reader)).toEqual(await readAndPackPage(PAGE))
  const pages = Array.from({ length: 200 }, (_, at) => pageOf([{ id: `${at}` }, { id: 10 ** 15 + at }]))
  const readings = await Promise.all(pages.map((page) => reader.read(page)))
  expect(readings).toEqual(await Promise.all(pages.map(readAndPackPage)))
  const broken = { ...PAGE, body: Buffer.from('no JSON') }
  expect(await reader.read(broken)).toEqual(await readAndPackPage(broken))
  await reader.close()
  expect(await reader.read(PAGE)).toBeNull()
  expect(troubles).toEqual([])
})

test('a few pages start no thread', async () => {
  const entry = await threadOf('throw new Error("started")')
  const { reader, troubles } = readerWith({ entry, startsAfter: 2 })
  for (const _ of [1, 2]) expect(await reader.read(PAGE)).toBeNull()
  expect(troubles).toEqual([])
  expect(await reader.read(PAGE)).toBeNull()
  await troubled(troubles)
})

test('threads that cannot start are reported, and given up after three', async () => {
  const { reader, troubles } = readerWith({ entry: await threadOf('throw new Error("no start")') })
  for (const count of [1, 2, 3]) {
    expect(await reader.read(PAGE)).toBeNull()
    await troubled(troubles, count)
  }
  expect(String(troubles[0])).toContain('no start')
  for (let page = 0; page < 20; page++) expect(await reader.read(PAGE)).toBeNull()
  await reader.close()
  expect(troubles).toHaveLength(3)
})

test.each([
  ['dies', 'process.exit(1)'],
  ['throws', 'throw new Error("broken")'],
  ['falls silent', 'return new Promise(() => undefined)'],
  ['never ends', 'for (;;);'],
])(
  'a thread that %s over a page: all pages that were sent to it are read here, and it is reported once',
  async (_, code) => {
    const answer = `if (page === null) return null; if (page.body.length === ${PAGE.body.length}) return { ok: false }; ${code}`
    const entry = await threadOf(`export default (page) => { ${answer} }`)
    const { reader, troubles } = readerWith({ entry, silentAfterMs: 1500 })
    await answered(reader)
    const pages = Array.from({ length: 100 }, () => reader.read(pageOf([])))
    expect(await Promise.all(pages)).toEqual(pages.map(() => null))
    expect(troubles).toHaveLength(1)
  },
  90_000,
)

test('a thread without work is ended after a minute, and started again once there is some', async () => {
  const entry = await quick()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { reader, troubles } = readerWith({ entry })
  await answered(reader)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(await reader.read(PAGE)).not.toBeNull()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await reader.read(PAGE)).toBeNull()
  await answered(reader)
  expect(troubles).toEqual([])
})

test('a closing reader answers every call that it received', async () => {
  const { reader, troubles } = readerWith({ entry: await quick() })
  await answered(reader)
  const pages = Array.from({ length: 100 }, () => reader.read(PAGE))
  await reader.close()
  const readings = await Promise.all(pages)
  expect(readings.every((reading) => reading === null || reading.ok)).toBe(true)
  expect(troubles).toEqual([])
})
