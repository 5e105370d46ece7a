/**
 * Measures what a person sees in a real Chromium at the built app: how long after the upstream's answer a page of
 * items is shown, and whether scrolling through a long run blocks the main thread. `npm run bench -- browser --runs 50
 * --items 10000,100000`, on the existing build. Prints figures and asserts nothing.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { printHead, printRow, summary } from './figures'
import { measurePages } from './first-pages'
import { buyRun, type Scrolled, scrollThrough } from './scrolling'
import { openBench } from './world'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '50' },
    latency: { type: 'string', default: '0' },
    items: { type: 'string', default: '10000,100000' },
    seconds: { type: 'string', default: '120' },
  },
})
const RUNS = Number(values.runs)
const SIZES = values.items.split(',').map(Number)

function printScrolled(size: number, view: string, done: Scrolled): void {
  const { items, isWhole, seconds, pixels, tasks, traced, frames } = done
  const [n = '', median = '', p95 = '', longest = ''] = summary(tasks)
  const busy = traced.map(({ cpuMs }) => cpuMs)
  const byCpu = [String(busy.filter((ms) => ms > 50).length), Math.max(0, ...busy).toFixed(0)]
  const pace = `${(pixels / seconds).toFixed(0)} px/s`
  const seen = `${items}${isWhole ? '' : ' (time was up)'}`
  printRow([String(size), view, seen, pace, n, median, p95, longest, String(frames.length), ...byCpu])
  const scripts = frames.flatMap((frame) => frame.scripts).sort((a, b) => b.ms - a.ms)
  for (const { ms, what } of scripts.slice(0, 3)) console.error(`  ${ms.toFixed(0)} ms in ${what}`)
}

const bench = await openBench(Number(values.latency))
const at = new Date().toISOString().slice(0, 10)
const cores = availableParallelism()
console.log(
  `${at}; Node ${process.version}, Chromium ${bench.browser.version()}, ${cores} cores; milliseconds`,
)
try {
  if (RUNS > 0) {
    const { first, whole, next } = await measurePages(bench, RUNS)
    printHead(['from the API’s answer to', 'n', 'median', 'p95', 'max'])
    printRow(['the first items of a run shown', ...summary(first)])
    printRow(['the run’s own page shown', ...summary(whole)])
    printRow(['the next page shown', ...summary(next)])
  }
  const head = ['items', 'view', 'scrolled to item', 'pace', 'tasks over 50 ms', 'median', 'p95', 'max']
  printHead([...head, 'long frames', 'over 50 ms by CPU time', 'longest by CPU time'])
  for (const size of SIZES) {
    const runId = await buyRun(bench, size)
    for (const view of ['cards', 'table'] as const)
      printScrolled(size, view, await scrollThrough(bench, runId, view, Number(values.seconds)))
  }
} finally {
  await bench.close()
}
