/**
 * Measures what pacing many keys costs: fifty keys in parallel, and ten thousand calls that wait for one. `npm run
 * bench -- keys`. Memory, the share of a core, and how long giving up ten thousand calls blocks the process. Prints
 * figures and asserts nothing.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { AppError, systemClock } from '@/lib/kernel'
import { createPacers, type Pacer } from '@/lib/upstream/pacing'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '10' } } })
const SECONDS = Number(values.seconds)
const [KEYS, WAITING] = [50, 10_000]
const RATES = [25, 100, 200]
const LANES = 100

const collect = globalThis.gc ?? (() => undefined)
const heapMb = (): number => {
  collect()
  return process.memoryUsage().heapUsed / 1_000_000
}

const row = (...cells: string[]) => console.log(`| ${cells.join(' | ')} |`)

/** Keeps a few calls waiting at each key, so that every slot is used; calls answer immediately. */
async function fiftyKeys(rate: number): Promise<void> {
  const pacers = createPacers(systemClock)
  let [sent, isOver] = [0, false]
  const callForEver = async (pacer: Pacer, lane: string) => {
    while (!isOver) {
      const slot = await pacer.slot({ priority: 'run', lane }).catch(() => null)
      if (!slot) return
      sent++
      slot.answered()
    }
  }
  const keys = Array.from({ length: KEYS }, (_, key) => pacers.for(`key ${key}`, rate, `ref ${key}`))
  const before = process.cpuUsage()
  const callers = keys.flatMap((pacer) => ['a', 'b', 'c', 'd'].map((lane) => callForEver(pacer, lane)))
  await systemClock.sleep(SECONDS * 1000)
  const { user, system } = process.cpuUsage(before)
  isOver = true
  pacers.closeAll()
  await Promise.all(callers)
  const core = (user + system) / 1000 / (SECONDS * 1000)
  row(
    `${KEYS} keys of ${rate}/s, each with calls waiting: calls / pack rate`,
    (sent / (KEYS * rate * SECONDS)).toFixed(3),
  )
  row('share of a core', `${(core * 100).toFixed(0)} %`)
  row('CPU a call', `${((core * SECONDS * 1_000_000) / sent).toFixed(0)} µs`)
}

/** Queues ten thousand calls at one key, with or without the signal of their run, then gives all of them up. */
async function manyWaiting(name: string, give: 'halt' | 'abort'): Promise<void> {
  const pacer = createPacers(systemClock).for('key', 200, 'ref')
  await pacer.slot()
  const controller = new AbortController()
  const emptyMb = heapMb()
  const since = performance.now()
  const calls = Array.from({ length: WAITING }, (_, call) =>
    pacer
      .slot({
        priority: 'run',
        lane: `run ${call % LANES}`,
        ...(give === 'abort' && { signal: controller.signal }),
      })
      .catch(() => null),
  )
  const addedMs = performance.now() - since
  const waitingMb = heapMb() - emptyMb
  const start = performance.now()
  if (give === 'halt') pacer.halt(new AppError('upstream', 'The wallet is empty.'))
  else controller.abort()
  const gaveUpMs = performance.now() - start
  await Promise.all(calls)
  const toldMs = performance.now() - start
  row(`${WAITING} calls come, ${name}`, `${addedMs.toFixed(0)} ms`)
  row('memory while they wait', `${waitingMb.toFixed(1)} MB`)
  row('all are given up: the process is blocked', `${gaveUpMs.toFixed(0)} ms`)
  row('and the last one knows after', `${toldMs.toFixed(0)} ms`)
}

const at = new Date().toISOString().slice(0, 10)
console.log(`${at}; Node ${process.version}, ${availableParallelism()} cores; ${SECONDS} s\n`)
row('what', 'figure')
row('---', '---')
for (const rate of RATES) await fiftyKeys(rate)
await manyWaiting('and a halt sends them home', 'halt')
await manyWaiting('and one signal aborts them', 'abort')
