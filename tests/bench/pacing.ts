/**
 * The pacer in real time against limiters of every kind: good answers / pack rate, and 429s in brackets.
 * `npm run bench:pacing -- --seconds 5`. Prints figures and asserts nothing: times on a shared machine are noisy.
 */
import { parseArgs } from 'node:util'
import { systemClock } from '@/lib/kernel'
import { createPacer, type Pacer } from '@/lib/pacing'
import { LIMITERS, type Limiter, STRICT_LIMITERS } from '@/tests/factories/limiters'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '5' } } })
const seconds = Number(values.seconds)
const RATES = [10, 25, 100, 200]
const RETRY_AFTER_MS = 1000
const BLOCK_MS = 50
const BLOCK_EVERY_MS = 1000
const MEDIAN_LATENCY_MS = 80
const LATENCY_SPREAD = 0.3
const OUTSIDE_SHARE = 0.3

interface Cell {
  readonly rate: number
  readonly limiter: Limiter
  readonly seconds: number
}

/** A saturated queue; refused calls go back to it, first in line. */
async function measure({ rate, limiter, seconds }: Cell): Promise<string> {
  const pacer = createPacer({ requestsPerSecond: rate, clock: systemClock })
  const end = systemClock.monotonic() + seconds * 1000
  const count = { good: 0, refused: 0 }
  const underWay = new Set<Promise<void>>()
  const isOver = () => systemClock.monotonic() >= end
  const send = () => {
    const isGood = limiter(systemClock.monotonic())
    count[isGood ? 'good' : 'refused']++
    const ended = systemClock.sleep(latency()).then(async () => {
      if (isGood) return pacer.answered()
      pacer.refused(RETRY_AFTER_MS)
      await next(pacer, true)
    })
    underWay.add(ended)
    ended.finally(() => underWay.delete(ended)).catch(report)
  }
  async function next(from: Pacer, again: boolean): Promise<void> {
    await from.slot({ again })
    if (!isOver()) send()
  }
  while (!isOver()) await next(pacer, false)
  while (underWay.size > 0) await Promise.all(underWay)
  return `${(count.good / (rate * seconds)).toFixed(3)} (${count.refused})`
}

/** Lognormal, as latencies are. */
function latency(): number {
  const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random())
  return MEDIAN_LATENCY_MS * Math.exp(LATENCY_SPREAD * normal)
}

/** The limiter as seen by us while somebody else sends through it, at random moments. */
function shared(limiter: Limiter, rate: number): Limiter {
  let theirNext = systemClock.monotonic()
  return (ms) => {
    for (; theirNext < ms; theirNext += (1000 / (rate * OUTSIDE_SHARE)) * (0.5 + Math.random()))
      limiter(theirNext)
    return limiter(ms)
  }
}

type Make = (rate: number, offset: number) => Limiter

/** One row a limiter, its rates side by side; the wall clock's windows begin where they do. */
async function table(title: string, makers: Readonly<Record<string, Make>>, length = seconds): Promise<void> {
  console.log(`\n${title}, ${length} s a cell\n`)
  console.log(`| limiter | ${RATES.map((rate) => `${rate}/s`).join(' | ')} |`)
  console.log(`| --- | ${RATES.map(() => '---').join(' | ')} |`)
  for (const [name, make] of Object.entries(makers)) {
    const cells = RATES.map((rate) =>
      measure({ rate, limiter: make(rate, performance.timeOrigin), seconds: length }),
    )
    console.log(`| ${name} | ${(await Promise.all(cells)).join(' | ')} |`)
  }
}

/** Stands still now and then, as a process does that renders a page or collects garbage. */
function startBlocking(): () => void {
  const timer = setInterval(() => {
    const until = performance.now() + BLOCK_MS
    while (performance.now() < until);
  }, BLOCK_EVERY_MS)
  return () => clearInterval(timer)
}

function report(error: unknown): void {
  console.error(error)
  process.exitCode = 1
}

const outside = Object.fromEntries(
  Object.entries(LIMITERS).map(([name, make]): [string, Make] => [
    name,
    (rate, offset) => shared(make(rate, offset), rate),
  ]),
)

console.log(`good answers / pack rate (429s); Node ${process.version}`)
await table('Undisturbed', LIMITERS)
const stopBlocking = startBlocking()
await table(`Process blocked ${BLOCK_MS} ms every second`, LIMITERS)
stopBlocking()
await table('No burst allowed, adapting included', STRICT_LIMITERS, 3 * seconds)
await table('An outside client takes 30 %', outside, 2 * seconds)
