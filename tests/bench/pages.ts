/**
 * Measures what a page of the web costs the server: processor time per page, requested one after the other, as a
 * browser's first document and as the data with which the app refreshes. `npm run bench -- pages --asks 60`, on the
 * existing build. Prints figures and asserts nothing.
 */
import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import type { RunningServer } from '@/tests/support/server'
import type { TeamClient } from '@/tests/support/story'
import { printHead, printRow, summary } from './browser/figures'
import { figuresOfBoth } from './process-figures'
import { openWorldWithSearch } from './world-with-search'

const { values } = parseArgs({
  options: { asks: { type: 'string', default: '60' }, pages: { type: 'string', default: '60' } },
})
const ASKS = Number(values.asks)
const BOUGHT_PAGES = Number(values.pages)
const WARM_UP = 40
const PAGE = 100
const RATE = 200
/** Returns the processor time of the worker and the web process. */
function cpuMsOf(server: RunningServer): number {
  const { worker, web } = figuresOfBoth(server)
  return worker.cpuMs + web.cpuMs
}

interface Cost {
  readonly cpuMs: number
  readonly kilobytes: number
  readonly wholeMs: readonly number[]
}

async function costOf(
  client: TeamClient,
  server: RunningServer,
  place: string,
  headers: Record<string, string>,
): Promise<Cost> {
  // Next answers a click's request at a separate address, which it states.
  const path = (await client.fetch(place, { headers })).headers.get('location') ?? place
  const wholeMs: number[] = []
  let [cpuMs, bytes] = [0, 0]
  for (let ask = -WARM_UP; ask < ASKS; ask++) {
    if (ask === 0) cpuMs = cpuMsOf(server)
    const since = performance.now()
    const answer = await client.fetch(path, { headers })
    bytes = (await answer.text()).length
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    if (ask >= 0) wholeMs.push(performance.now() - since)
  }
  return { cpuMs: (cpuMsOf(server) - cpuMs) / ASKS, kilobytes: bytes / 1000, wholeMs }
}

const { upstream, world, admin, keyId, searchId } = await openWorldWithSearch(RATE)

/** Buys a run of this many pages. Returns its address. */
async function buyRun(pages: number): Promise<string> {
  const runId = randomUUID()
  const input = { runId, searchId, keyId, capItems: pages * PAGE }
  await admin.mustPerform('runs/startBackgroundRunAction', input)
  while ((await world.db.run.findUniqueOrThrow({ where: { id: runId } })).state !== 'ENDED')
    await new Promise((resolve) => setTimeout(resolve, 250))
  return `/acme/runs/${runId}`
}

const PLACES = [
  ['a run of one page', await buyRun(1)],
  [`a run of ${BOUGHT_PAGES} pages`, await buyRun(BOUGHT_PAGES)],
  ['the overview', '/acme'],
] as const

console.log(
  `${new Date().toISOString().slice(0, 10)}; Node ${process.version}, ${availableParallelism()} cores; ms`,
)
printHead(['page', 'asked for', 'CPU of the server', 'kB', 'n', 'whole answer: median', 'p95', 'max'])
for (const [name, path] of PLACES) {
  for (const [how, headers] of [
    ['whole', {}],
    ['refreshed', { rsc: '1' }],
  ] as const) {
    const { cpuMs, kilobytes, wholeMs } = await costOf(admin, world.server, path, headers)
    printRow([name, how, cpuMs.toFixed(1), kilobytes.toFixed(0), ...summary(wholeMs)])
  }
}
await world.close()
upstream.stop()
process.exit(0)
