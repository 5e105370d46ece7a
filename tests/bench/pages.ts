/**
 * What a page of the web costs the server: processor time a page, asked for one after the other, whole as a browser's
 * first request, and as the data of which the app makes itself anew. `npm run bench:pages -- --asks 60`, on the build that is
 * there. Prints figures and asserts nothing.
 */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { openWorld } from '@/tests/e2e/world'
import { foundTeam, type TeamClient } from '@/tests/support/story'
import { printHead, printRow, summary } from './browser/figures'
import { startUpstream } from './runs/start-upstream'

const { values } = parseArgs({
  options: { asks: { type: 'string', default: '60' }, pages: { type: 'string', default: '60' } },
})
const ASKS = Number(values.asks)
const BOUGHT_PAGES = Number(values.pages)
const WARM_UP = 40
const PAGE = 100
const RATE = 200
/** What the system counts processor time in. */
const TICK_MS = 10

/** Processor time of a process and its children, as Linux counts it. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
  return children.reduce(
    (sum, child) => sum + cpuMsOf(child),
    (Number(fields[11]) + Number(fields[12])) * TICK_MS,
  )
}

interface Cost {
  readonly cpuMs: number
  readonly kilobytes: number
  readonly wholeMs: readonly number[]
}

async function costOf(
  client: TeamClient,
  pid: number,
  place: string,
  headers: Record<string, string>,
): Promise<Cost> {
  // Next answers a click's request at an address of its own, which it tells.
  const path = (await client.fetch(place, { headers })).headers.get('location') ?? place
  const wholeMs: number[] = []
  let [cpuMs, bytes] = [0, 0]
  for (let ask = -WARM_UP; ask < ASKS; ask++) {
    if (ask === 0) cpuMs = cpuMsOf(pid)
    const since = performance.now()
    const answer = await client.fetch(path, { headers })
    bytes = (await answer.text()).length
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    if (ask >= 0) wholeMs.push(performance.now() - since)
  }
  return { cpuMs: (cpuMsOf(pid) - cpuMs) / ASKS, kilobytes: bytes / 1000, wholeMs }
}

const upstream = await startUpstream(RATE)
const world = await openWorld({
  UPSTREAM_BASE_URL: upstream.baseUrl,
  UPSTREAM_CONTRACT: 'tests/support/sandbox-contract.json',
})
const { pid, baseUrl } = world.server
const admin = await foundTeam(baseUrl)
const walletId = await admin.makeId('wallets/createWalletAction', { name: 'Main' })
const { id: environmentId } = await world.db.environment.findFirstOrThrow()
const key = `xd_live_${'a'.repeat(32)}`
const keyId = await admin.makeId('keys/addKeyAction', { key, walletId, environmentId })
const search = { name: 'Ada’s posts', operation: 'timeline', subject: 'ada' }
const searchId = await admin.makeId('searches/createSearchAction', search)

/** Buys a run of so many pages; answers where it is. */
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
    const { cpuMs, kilobytes, wholeMs } = await costOf(admin, pid, path, headers)
    printRow([name, how, cpuMs.toFixed(1), kilobytes.toFixed(0), ...summary(wholeMs)])
  }
}
await world.close()
upstream.stop()
process.exit(0)
