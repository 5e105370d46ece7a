/**
 * Measures what the gateway adds to a call, compared in turn with a direct client and nginx as a plain reverse proxy:
 * at 10 and 100 evenly spaced calls a second, at the pack's 200, and with 1,000 simultaneous callers. `npm run bench
 * -- gateway`; `-- --short` runs only the 100 a second, `--engine sqlite` one engine, and `--beside FOLDER` alternates
 * with another Purser's gateway. Prints Markdown and asserts nothing.
 */
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Agent, request } from 'undici'
import { systemClock } from '@/lib/kernel'
import { startPostgres } from '@/tests/support/postgres'
import { figuresOf } from '../process-figures'
import { startUpstream } from '../runs/start-upstream'
import { both } from './quantiles'
import { directWay, gatewayWay, nginxWay, type Way } from './worlds'

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    engine: { type: 'string', default: 'both' },
    beside: { type: 'string' },
  },
})
const RATE = 200
const LATENCY_MS = 20
const ROUNDS = 3
const ROUND_S = 5
const AT_ONCE = 1000
const WARM_UP_S = values.short ? 6 : 15

const agent = new Agent({ connections: 2000, pipelining: 1 })
const upstream = await startUpstream(RATE, LATENCY_MS)

interface Asked {
  readonly status: number
  readonly wholeMs: number
  readonly place: number
}

async function ask(
  { baseUrl, key }: Way,
  place: number,
  headers: Record<string, string> = {},
): Promise<Asked> {
  const since = performance.now()
  const given = { 'x-api-key': key, ...headers }
  const answer = await request(`${baseUrl}/v1/users/ada/tweets?count=100`, {
    dispatcher: agent,
    headers: given,
  })
  await answer.body.arrayBuffer()
  return { status: answer.statusCode, wholeMs: performance.now() - since, place }
}

/** Sends this many calls a second, each at its own time. */
async function evenly(way: Way, perSecond: number, seconds: number): Promise<Asked[]> {
  const since = performance.now()
  const asked: Promise<Asked>[] = []
  for (let place = 0; place < perSecond * seconds; place++) {
    const due = since + (place * 1000) / perSecond
    const now = performance.now()
    if (due > now + 1) await systemClock.sleep(due - now)
    asked.push(ask(way, place))
  }
  return Promise.all(asked)
}

/** Returns what each call took beyond the wait for a slot and the upstream's time, which the ledger has. */
async function addedBy(way: Way, asked: readonly Asked[]): Promise<number[]> {
  const calls = await way.lastCalls(asked.length)
  return asked.map(({ wholeMs }, place) => {
    const call = calls[place] ?? { waitedMs: 0, latencyMs: LATENCY_MS }
    return wholeMs - call.waitedMs - call.latencyMs
  })
}

async function compare(ways: readonly Way[], perSecond: number): Promise<void> {
  const figures = new Map(
    ways.map((way) => [
      way,
      { whole: [] as number[], added: [] as number[], waited: [] as number[], failed: 0, cpu: NO_CPU },
    ]),
  )
  for (let round = 0; round < ROUNDS; round++)
    for (const way of round % 2 === 0 ? ways : ways.toReversed()) {
      await systemClock.sleep(1200)
      const before = cpuOf(way)
      const asked = await evenly(way, perSecond, ROUND_S)
      const of = figures.get(way)
      if (!of) continue
      const now = cpuOf(way)
      of.cpu = of.cpu.map((ms, place) => ms + (now[place] ?? 0) - (before[place] ?? 0))
      of.whole.push(...asked.map(({ wholeMs }) => wholeMs))
      of.added.push(...(await addedBy(way, asked)))
      of.waited.push(...(await way.lastCalls(asked.length)).map(({ waitedMs }) => waitedMs))
      of.failed += asked.filter(({ status }) => status !== 200).length
    }
  console.log(`\n${perSecond} calls a second, evenly spaced, ${ROUNDS * ROUND_S} s each, in turn:\n`)
  console.log(
    '| way | whole | added | waited for a slot | not answered 200 | processor a call: worker | its event loop | caller | upstream |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
  )
  for (const [{ name }, of] of figures) {
    const perCall = of.cpu.map((ms) => (ms / of.whole.length).toFixed(1))
    const columns = [...[of.whole, of.added, of.waited].map(both), of.failed, ...perCall]
    console.log(`| ${[name, ...columns].join(' | ')} |`)
  }
}

const NO_CPU: readonly number[] = [0, 0, 0, 0]

/**
 * Returns the processor time of the worker with all of its threads, of its event loop alone, of the caller,
 * and of the upstream.
 */
function cpuOf({ pid }: Way): number[] {
  const worker = pid === null ? { cpuMs: 0, loopMs: 0 } : figuresOf(pid)
  const { user, system } = process.cpuUsage()
  return [worker.cpuMs, worker.loopMs, (user + system) / 1000, figuresOf(upstream.pid).cpuMs]
}

async function saturate(way: Way): Promise<void> {
  await systemClock.sleep(1500)
  const before = await upstream.counts()
  const since = performance.now()
  const asked = await evenly(way, RATE, 10)
  const seconds = (performance.now() - since) / 1000
  const after = await upstream.counts()
  const share = (after.pages - before.pages) / (seconds * RATE)
  const added = await addedBy(way, asked)
  console.log(
    `| ${way.name} | ${both(asked.map(({ wholeMs }) => wholeMs))} | ${both(added)} | ${(100 * share).toFixed(1)} % | ${after.refused - before.refused} | ${asked.filter(({ status }) => status !== 200).length} |`,
  )
}

async function crowd(way: Way): Promise<void> {
  const { pid } = way
  if (pid === null) return
  await systemClock.sleep(1500)
  const before = { pages: (await upstream.counts()).pages, memory: figuresOf(pid).memoryMb }
  let most = before.memory
  const watching = setInterval(() => {
    most = Math.max(most, figuresOf(pid).memoryMb)
  }, 50)
  const order: number[] = []
  const since = performance.now()
  const wait = { prefer: 'wait=60' }
  const calls = Array.from({ length: AT_ONCE }, async (_, place) => {
    const asked = await ask(way, place, wait)
    order.push(place)
    return asked
  })
  const asked = await Promise.all(calls)
  clearInterval(watching)
  const lost = asked.filter(({ status }) => status !== 200).length
  const bought = (await upstream.counts()).pages - before.pages
  const away = order.map((place, at) => Math.abs(place - at))
  console.log(
    `| ${way.name} | ${((performance.now() - since) / 1000).toFixed(1)} s | ${lost} | ${bought} | ${both(away)} places | ${before.memory.toFixed(0)} → ${most.toFixed(0)} MB |`,
  )
}

async function fill(gateways: readonly Way[]): Promise<void> {
  console.log(`\n${RATE} calls a second, the whole pack, 10 s:\n`)
  console.log(
    '| way | whole | added | share of the pack | 429s of the API | not answered 200 |\n| --- | --- | --- | --- | --- | --- |',
  )
  for (const way of gateways) await saturate(way)
  console.log(`\n${AT_ONCE} callers at once:\n`)
  console.log(
    '| way | all answered after | lost | bought | out of order by | memory of the worker |\n| --- | --- | --- | --- | --- | --- |',
  )
  for (const way of gateways) await crowd(way)
}

const isMeant = (engine: 'sqlite' | 'postgres') => values.engine === 'both' || values.engine === engine
const besides = values.beside === undefined ? [null] : [null, resolve(values.beside)]
const clusters: NonNullable<Awaited<ReturnType<typeof startPostgres>>>[] = []

async function startGateways(): Promise<Way[]> {
  const started: Way[] = []
  for (const beside of besides) {
    if (isMeant('sqlite')) started.push(await gatewayWay(upstream.baseUrl, null, beside))
    const cluster = isMeant('postgres') ? await startPostgres() : null
    if (!cluster) continue
    clusters.push(cluster)
    started.push(await gatewayWay(upstream.baseUrl, { engine: 'postgres', url: cluster.adminUrl }, beside))
  }
  return started
}

const ways: Way[] = [directWay(upstream.baseUrl)]
try {
  const nginx = await nginxWay(upstream.baseUrl)
  if (nginx) ways.push(nginx)
  else console.log('nginx is not installed here: it is left out.')
  const gateways = await startGateways()
  ways.push(...gateways)
  console.log(
    `${new Date().toISOString().slice(0, 10)}; Node ${process.version}, ${availableParallelism()} cores, all on one machine; milliseconds, median / p95; the API takes ${LATENCY_MS} ms and sells ${RATE} calls a second`,
  )
  // Code that has just started takes three times as long.
  for (const way of ways) await evenly(way, 60, WARM_UP_S)
  for (const perSecond of values.short ? [100] : [10, 100]) await compare(ways, perSecond)
  if (!values.short) await fill(gateways)
} finally {
  for (const way of ways) await way.stop()
  for (const cluster of clusters) await cluster.stop()
  upstream.stop()
  await agent.close()
}
