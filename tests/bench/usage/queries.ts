import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { openPage } from './measure'
import type { PagePlace } from './pages'
import { type Installation, open } from './world'

const noted = z.object({ text: z.string(), ms: z.number() })
export type NotedQuery = z.output<typeof noted>

const HOOK = pathToFileURL(resolve('tests/bench/usage/note-queries.mjs')).href
const SHOWN = 4

/** Returns the slowest statements of each page, opened again in a Purser that records its statements. */
export async function* slowestQueries(
  installation: Installation,
  places: readonly PagePlace[],
): AsyncGenerator<{ readonly name: string; readonly queries: readonly NotedQuery[] }> {
  const file = join(tmpdir(), `purser-queries-${process.pid}.jsonl`)
  const env = { NODE_OPTIONS: `--import ${HOOK}`, PURSER_BENCH_QUERIES: file }
  const { server, admin } = await open(installation, env)
  for (const place of places) {
    await openPage(admin, place)
    await writeFile(file, '')
    await openPage(admin, place)
    yield { name: place.name, queries: slowest(await readFile(file, 'utf8')) }
  }
  await server.stop()
  await rm(file, { force: true })
}

/** Parses the recorded statements from the lines of their file. */
export const readNoted = (lines: string): NotedQuery[] =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => noted.parse(JSON.parse(line)))

/** Lists statements with the same text once, with their total time. */
function slowest(lines: string): NotedQuery[] {
  const sums = new Map<string, number>()
  for (const { text, ms } of readNoted(lines)) sums.set(text, (sums.get(text) ?? 0) + ms)
  return [...sums]
    .map(([text, ms]) => ({ text, ms }))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, SHOWN)
}
